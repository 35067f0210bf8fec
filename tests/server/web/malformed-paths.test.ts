import { expect, test, vi } from "vitest";
import { makeWeb } from "./test-web.ts";

test.each(["/sign-in/abc%25%", "/shared/abc/view/%zz", "/%", "/clients/%c3%28", "/clients/%ff.data"])(
  "%s names no page, and nothing of it reaches the app or the console",
  async (path) => {
    const warned = vi.spyOn(console, "warn");
    const app = vi.fn(async () => new Response("reached"));
    const answer = await makeWeb({ app }).request(path);
    expect([answer.status, app.mock.calls.length, warned.mock.calls.length]).toEqual([404, 0, 0]);
    warned.mockRestore();
  },
);

test.each(["/sign-in/abc%25", "/Caf%C3%A9", "/a%2Fb", "/?q=%"])("%s is let through", async (path) => {
  const { request } = makeWeb({ app: async () => new Response("reached") });
  expect(await (await request(path)).text()).toBe("reached");
});
