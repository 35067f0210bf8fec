import { expect, test } from "vitest";
import { makeWeb } from "./test-web.ts";

test("every response carries the security headers", async () => {
  const { request } = makeWeb({
    app: async (context) => {
      if (context.req.path === "/throws") throw new Error("broken");
      return new Response(null, { status: 303, headers: { Location: "/clients" } });
    },
  });
  const foreign = { method: "POST", headers: { Origin: "https://evil.example", Cookie: "a=b" } };
  const answers = [
    await request("/redirects"),
    await request("/throws"),
    await request("/healthz"),
    await request("/assets/missing.js"),
    await request("/clients", foreign),
  ];
  expect(answers.map((answer) => answer.status)).toEqual([303, 500, 200, 404, 403]);
  for (const { headers } of answers) {
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-security-policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "cross-origin-embedder-policy": "require-corp",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": expect.stringContaining("camera=()"),
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
      "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(headers.get("cache-control")).toMatch(/no-store|private, no-cache/);
    expect(headers.has("strict-transport-security")).toBe(false);
    expect(headers.has("server")).toBe(false);
    expect(headers.has("x-powered-by")).toBe(false);
  }
});

test("on https browsers get Strict-Transport-Security", async () => {
  const { request } = makeWeb({ secure: true });
  const answer = await request("/");
  expect(answer.headers.get("strict-transport-security")).toBe("max-age=63072000");
});

test("in development pages without a policy may load Vite's scripts", async () => {
  const { request } = makeWeb({ development: true });
  const answer = await request("/");
  expect(answer.headers.has("content-security-policy")).toBe(false);
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
});

test("a page's own policy and caching headers are kept", async () => {
  const own = {
    "Content-Security-Policy": "default-src 'none'; img-src 'self'",
    "Cache-Control": "private, max-age=60",
  };
  const { request } = makeWeb({ app: async () => new Response("text", { headers: own }) });
  const answer = await request("/");
  expect(answer.headers.get("content-security-policy")).toBe(own["Content-Security-Policy"]);
  expect(answer.headers.get("cache-control")).toBe(own["Cache-Control"]);
});

test("a 304 carries only the headers that the cached page needs", async () => {
  const kept = { ETag: 'W/"1"', "Cache-Control": "private, no-cache", Vary: "Cookie, Save-Data" };
  const { request } = makeWeb({ app: async () => new Response(null, { status: 304, headers: kept }) });
  const answer = await request("/");
  expect(Object.fromEntries(answer.headers)).toEqual({
    etag: 'W/"1"',
    "cache-control": "private, no-cache",
    vary: "Cookie, Save-Data, Accept-Encoding",
  });
});

test("an error page hides the cause; the log has it under the response's id", async () => {
  const { request, lines } = makeWeb({
    app: async () => {
      throw new Error("canary-7c1d");
    },
  });
  const answer = await request("/");
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain("canary");
  const failure = lines.find((line) => line.includes("canary-7c1d"));
  expect(JSON.parse(failure ?? "{}")).toMatchObject({
    level: "error",
    requestId: answer.headers.get("x-request-id"),
    msg: "A request failed",
  });
});
