import { Hono } from "hono";
import { expect, test } from "vitest";
import type { WebTypes } from "#server/web/layer.ts";
import { sharePages } from "#server/web/page-places.ts";

/** A web whose pages are made when the test says so. */
function startWeb({ patienceMs = 60_000 } = {}) {
  const made: string[] = [];
  const makings = new Map<string, PromiseWithResolvers<Response>>();
  const web = new Hono<WebTypes>();
  web.use(sharePages(false, { total: 4, ofSender: 2, waiting: 3, patienceMs }));
  web.all("*", ({ req }) => {
    const making = Promise.withResolvers<Response>();
    made.push(req.path);
    makings.set(req.path, making);
    return making.promise;
  });
  web.onError(() => new Response("", { status: 500 }));
  const open = async (session: string, path: string, method = "GET") =>
    (await web.request(path, { method, headers: { cookie: `latchkey=${session}` } })).status;
  return {
    made,
    open,
    async end(path: string, fault?: Error) {
      if (fault) makings.get(path)?.reject(fault);
      else makings.get(path)?.resolve(new Response(""));
      await nextTurn();
    },
  };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test("who opens many pages waits for their own, and others do not", async () => {
  const { made, open, end } = startWeb();
  const many = ["/1", "/2", "/3", "/4"].map((path) => open("many", path));
  const other = open("other", "/other");
  await nextTurn();
  expect(made).toEqual(["/1", "/2", "/other"]);
  await end("/other");
  expect(await other).toBe(200);
  await end("/2", new Error("no"));
  expect(made).toEqual(["/1", "/2", "/other", "/3"]);
  for (const path of ["/1", "/3", "/4"]) await end(path);
  expect(await Promise.all(many)).toEqual([200, 500, 200, 200]);
});

test("more pages than are made at once wait for each other, and what finds no room to wait is refused", async () => {
  const { made, open, end } = startWeb();
  const answers = ["a", "a", "b", "b", "c", "c", "d", "d"].map((session, place) => open(session, `/${place}`));
  expect(await answers[7]).toBe(503);
  expect(made).toEqual(["/0", "/1", "/2", "/3"]);
  await end("/1");
  expect(made.slice(4)).toEqual(["/4"]);
  const write = open("d", "/write", "POST");
  await nextTurn();
  expect(made.slice(5)).toEqual(["/write"]);
  for (const path of ["/0", "/2", "/3", "/4", "/5", "/6", "/write"]) await end(path);
  expect(await Promise.all([...answers.slice(0, 7), write])).toEqual([200, 200, 200, 200, 200, 200, 200, 200]);
});

test("what finds no place in time is refused, and takes none later", async () => {
  const { made, open, end } = startWeb({ patienceMs: 20 });
  const answers = ["/1", "/2", "/3"].map((path) => open("many", path));
  expect(await answers[2]).toBe(503);
  await end("/1");
  await end("/2");
  expect(made).toEqual(["/1", "/2"]);
  const again = open("many", "/3");
  await nextTurn();
  await end("/3");
  expect([await again, made.length]).toEqual([200, 3]);
});
