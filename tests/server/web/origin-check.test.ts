import { expect, test } from "vitest";
import { makeWeb, publicOrigin } from "./test-web.ts";

type Headers = Record<string, string>;

function makeDoor(): { send(method: string, headers: Headers): Promise<number>; entered: string[] } {
  const entered: string[] = [];
  const { request } = makeWeb({
    app: async ({ req }) => {
      entered.push(req.method);
      return new Response("in");
    },
  });
  return {
    entered,
    send: async (method, headers) => (await request("/clients/new", { method, headers })).status,
  };
}

const cookie = { cookie: "lk_session=x" };
const writes = ["POST", "PUT", "PATCH", "DELETE", "PURGE"];

test.each<[string, Headers]>([
  ["our own page, by a new browser", { ...cookie, "sec-fetch-site": "same-origin", origin: publicOrigin }],
  [
    "our own page, under another name of this machine",
    { ...cookie, "sec-fetch-site": "same-origin", origin: "http://127.0.0.1:3000" },
  ],
  ["our own page, without an Origin", { ...cookie, "sec-fetch-site": "same-origin" }],
  ["our own page, by an older browser", { ...cookie, origin: publicOrigin }],
  ["no browser, and nobody's cookie", {}],
])("lets in: %s", async (_who, headers) => {
  const door = makeDoor();
  for (const method of writes) expect(await door.send(method, headers)).toBe(200);
  expect(door.entered).toEqual(writes);
});

test.each<[string, Headers]>([
  ["another site", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }],
  ["another site, with our cookie", { ...cookie, "sec-fetch-site": "cross-site", origin: "https://evil.example" }],
  ["another port of this machine", { ...cookie, "sec-fetch-site": "same-site", origin: "http://localhost:5173" }],
  ["a sibling domain", { ...cookie, "sec-fetch-site": "same-site", origin: "http://blog.localhost:3000" }],
  ["an older browser on another site", { ...cookie, origin: "https://evil.example" }],
  ["a page that hides its origin", { ...cookie, origin: "null" }],
  ["a page that hides its origin, in a new browser", { "sec-fetch-site": "cross-site", origin: "null" }],
  ["our origin as the beginning of another", { ...cookie, origin: `${publicOrigin}.evil.example` }],
  ["our host with another scheme", { ...cookie, origin: "https://localhost:3000" }],
  ["a made-up site value", { ...cookie, "sec-fetch-site": "same-origin, cross-site" }],
  ["a browser's address bar", { ...cookie, "sec-fetch-site": "none" }],
  ["somebody's cookie without a word of where it comes from", cookie],
])("refuses: %s", async (_who, headers) => {
  const door = makeDoor();
  for (const method of writes) expect(await door.send(method, headers)).toBe(403);
  expect(door.entered).toEqual([]);
});

test("reading needs no origin", async () => {
  const door = makeDoor();
  for (const method of ["GET", "HEAD", "OPTIONS"]) {
    expect(await door.send(method, { ...cookie, "sec-fetch-site": "cross-site" })).toBe(200);
  }
});

test("a refusal is a page for people and one sentence for scripts", async () => {
  const { request } = makeWeb();
  const foreign = { method: "POST", headers: { origin: "https://evil.example" } };
  const page = await request("/clients/new", foreign);
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(await page.text()).toMatch(/<p>This form did not come from a page of this site, so nothing was done\..*<\/p>/);
  const data = await request("/clients/new.data", foreign);
  expect(data.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(await data.text()).toMatch(/^This form did not come from a page of this site, so nothing was done\./);
});

const shared = { ...cookie, "sec-fetch-site": "none", "sec-fetch-mode": "navigate", origin: "null" };

test("what a person shares from another app comes from no page, and is let in at its own address alone", async () => {
  const sent: string[] = [];
  const { request } = makeWeb({
    app: async ({ req }) => {
      sent.push(`${req.method} ${req.path}`);
      return new Response("in");
    },
  });
  const statusOf = async (path: string, headers: Headers, method = "POST") =>
    (await request(path, { method, headers })).status;
  expect(await statusOf("/device/shared", shared)).toBe(200);
  expect(await statusOf("/device/shared/", shared)).toBe(200);
  const elsewhere = [
    "/device",
    "/device/shared/x",
    "/device/shared.data",
    "/clients/new",
    "//device/shared",
    "/DEVICE/shared",
  ];
  for (const path of elsewhere) expect([path, await statusOf(path, shared)]).toEqual([path, 403]);
  const foreign: Headers[] = [
    { ...shared, "sec-fetch-site": "cross-site", origin: "https://evil.example" },
    { ...shared, "sec-fetch-site": "cross-site" },
    { ...shared, "sec-fetch-site": "same-site" },
    { ...shared, "sec-fetch-mode": "cors" },
    { ...cookie, origin: "null" },
    { ...cookie, "sec-fetch-site": "none" },
  ];
  for (const headers of foreign) expect([headers, await statusOf("/device/shared", headers)]).toEqual([headers, 403]);
  expect(sent).toEqual(["POST /device/shared", "POST /device/shared/"]);
});
