import { expect, test, vi } from "vitest";
import { makeWeb } from "./test-web.ts";

const minute = 60_000;

/** A server whose app answers with `status`, at a time that the test sets. */
function makeWatchedWeb() {
  const state = { now: 1_000_000, status: 200, isOurs: true };
  const restartHelps = vi.fn(async () => state.isOurs);
  const { request, lines } = makeWeb({
    clock: () => state.now,
    restartHelps,
    app: async () => new Response("page", { status: state.status }),
  });
  const health = async () => (await request("/healthz")).status;
  /** Asks for a page that is answered so. */
  const ask = async (status: number, path = "/clients") => {
    state.status = status;
    await request(path);
  };
  return { state, request, lines, restartHelps, health, ask };
}

test("a server that nobody asks is healthy, however long", async () => {
  const { state, health } = makeWatchedWeb();
  state.now += 60 * minute;
  expect(await health()).toBe(200);
});

test("a server that has failed everybody for a minute is not, until it succeeds again", async () => {
  const { state, ask, health, lines } = makeWatchedWeb();
  await ask(503);
  expect(await health()).toBe(200);
  state.now += minute - 1;
  await ask(502);
  expect(await health()).toBe(200);
  state.now += 1;
  expect(await health()).toBe(503);
  expect(lines.join("")).toContain("this process should be restarted");
  await ask(404);
  expect(await health()).toBe(200);
});

test("one answer among failures keeps it healthy", async () => {
  const { state, ask, health } = makeWatchedWeb();
  for (let seconds = 0; seconds < 300; seconds += 10) {
    await ask(seconds % 50 === 0 ? 200 : 503);
    state.now += 10_000;
    expect(await health()).toBe(200);
  }
});

test("failures are forgotten when nobody has asked for a minute", async () => {
  const { state, ask, health } = makeWatchedWeb();
  await ask(503);
  state.now += minute;
  await ask(503);
  expect(await health()).toBe(503);
  state.now += minute;
  expect(await health()).toBe(200);
});

test("the minute begins when the first one asked, not when the answer was given up", async () => {
  const given = Promise.withResolvers<Response>();
  const state = { now: 0 };
  const { request } = makeWeb({ clock: () => state.now, app: () => given.promise });
  const asked = request("/clients");
  state.now = minute;
  given.resolve(new Response(null, { status: 503 }));
  await asked;
  expect((await request("/healthz")).status).toBe(503);
});

test("what is answered before the app, and what its sender broke off, count neither way", async () => {
  const { state, request, ask, health } = makeWatchedWeb();
  await ask(503);
  state.now += minute;
  await ask(503);
  await request("/assets/none.js");
  await request("/%ff");
  await request("/clients/new", { method: "POST", headers: { "sec-fetch-site": "cross-site", cookie: "a=b" } });
  await request("/readyz");
  await ask(408);
  expect(await health()).toBe(503);
});

test("it is healthy where a restart would not help, and that is only asked where it matters", async () => {
  const { state, ask, health, restartHelps } = makeWatchedWeb();
  await ask(200);
  await health();
  expect(restartHelps).not.toHaveBeenCalled();
  await ask(503);
  state.now += minute;
  await ask(503);
  state.isOurs = false;
  expect(await health()).toBe(200);
  state.isOurs = true;
  expect(await health()).toBe(503);
});
