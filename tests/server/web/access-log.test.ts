import { expect, test } from "vitest";
import { pathForLogs } from "#app/json-api/path.ts";
import { createLog } from "#server/log.ts";
import { listen, makeWeb, openRaw } from "./test-web.ts";

test("one line a request: method, path, status, duration; no query, no header", async () => {
  const { request, lines } = makeWeb({ app: async () => new Response("no", { status: 404 }) });
  const headers = { cookie: "lk_session=canary", authorization: "Bearer canary", "x-request-id": "canary" };
  const answer = await request("/clients?filter%5Bsearch%5D=canary", { headers });
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      level: "info",
      time: expect.any(String),
      requestId: answer.headers.get("x-request-id"),
      method: "GET",
      path: "/clients",
      status: 404,
      ms: expect.any(Number),
      msg: "request",
    },
  ]);
  expect(lines.join()).not.toContain("canary");
});

test("the line is written after the response, and says when that was cut off", async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { answer, lines } = makeWeb({
    app: async () => {
      begin();
      return new Response(new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from("half")) }));
    },
  });
  const port = await listen(answer);
  const { socket } = openRaw(port, "GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
  await begun;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(lines).toEqual([]);
  socket.destroy();
  await expect.poll(() => lines.length).toBe(1);
  expect(JSON.parse(lines[0] ?? "{}")).toMatchObject({ path: "/slow", status: 200, cut: true });
});

test.each([
  ["/clients/0d6f8a3e-2a1b-4c3d-9e8f-0a1b2c3d4e5f/edit", "/clients/0d6f8a3e-2a1b-4c3d-9e8f-0a1b2c3d4e5f/edit"],
  ["/sign-in/q7Jm0bYw3oZk2Lr5Tn8Xc1Va4Hd6Gf9Se0Pi2Uy7Wt3", "/sign-in/[hidden]"],
  ["/verify/q7Jm0bYw3oZk2Lr5Tn8Xc1Va4Hd6Gf9Se0Pi2Uy7Wt3.data", "/verify/[hidden].data"],
  ["/password/q7Jm0bYw3oZk2Lr5Tn8Xc1%56a4Hd6Gf9Se0Pi2Uy7Wt3", "/password/[hidden]"],
  ["/settings/general", "/settings/general"],
])("the path %s is logged as %s", (path, logged) => {
  expect(pathForLogs(path)).toBe(logged);
});

test("requests are not logged at level warn", async () => {
  const lines: string[] = [];
  const { request } = makeWeb({ log: createLog("warn", { write: (line) => void lines.push(line) }) });
  expect((await request("/")).status).toBe(200);
  expect(lines).toEqual([]);
});

test("health checks are not logged", async () => {
  const { request, lines } = makeWeb();
  await request("/readyz");
  await request("/healthz");
  expect(lines).toEqual([]);
});
