import { expect, test } from "vitest";
import { makeWeb } from "./test-web.ts";

const leading = (status: number) => {
  const headers = new Headers({ Location: "/clients/", "Latchkey-Written": "yes", "X-Remix-Response": "yes" });
  headers.append("Set-Cookie", "a=1; Path=/");
  headers.append("Set-Cookie", "b=2; Path=/");
  return new Response(null, { status, headers });
};

const ask = (status: number, kind?: string) => {
  const web = makeWeb({
    app: async () => (status >= 300 && status < 400 ? leading(status) : new Response("page", { status })),
  });
  return web.request("/clients/new", kind === undefined ? {} : { headers: { "latchkey-worker": kind } });
};

test.each([302, 303])(
  "the worker reads where a %i leads, with its cookies, and whether a form was written",
  async (status) => {
    for (const kind of ["copy", "look", "send", "park"]) {
      const answer = await ask(status, kind);
      expect([answer.status, await answer.json()]).toEqual([200, { location: "/clients/" }]);
      expect(answer.headers.get("latchkey-answer")).toBe(String(status));
      expect(answer.headers.get("latchkey-written")).toBe("yes");
      expect(answer.headers.getSetCookie()).toEqual(["a=1; Path=/", "b=2; Path=/"]);
      expect([answer.headers.get("location"), answer.headers.get("cache-control")]).toEqual([null, "no-store"]);
      expect(answer.headers.get("x-request-id")).not.toBeNull();
    }
  },
);

test.each([undefined, "read", "", "Copy", "anything"])("a browser that says %s is led as ever", async (kind) => {
  const answer = await ask(303, kind);
  expect([answer.status, answer.headers.get("location"), answer.headers.get("latchkey-answer")]).toEqual([
    303,
    "/clients/",
    null,
  ]);
});

test.each([200, 304, 400, 401, 404, 409, 502, 503])("an answer of %i stays as it is, and says so", async (status) => {
  const answer = await ask(status === 304 ? 200 : status, "send");
  expect(answer.headers.get("latchkey-answer")).toBe(String(answer.status));
});
