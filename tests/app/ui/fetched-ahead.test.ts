import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fetchAhead } from "#app/ui/fetched-ahead.ts";
import { retryingFetch } from "#app/ui/retrying-fetch.ts";

// What a link's page is made of when its data was fetched while the pointer rested on the link.

const origin = "http://latchkey.test";
const written = { method: "POST" };

/** What was fetched ahead, as "path purpose". */
let ahead: string[] = [];
/** What the router's requests were sent for, as "METHOD path". */
let sent: string[] = [];
const fetching = vi.fn<typeof fetch>();
const router = retryingFetch(async (input, init) => {
  sent.push(`${init?.method ?? "GET"} ${String(input).replace(origin, "")}`);
  return new Response("sent");
});

beforeEach(() => {
  vi.useFakeTimers();
  [ahead, sent] = [[], []];
  fetching.mockImplementation(async (input, init) => {
    ahead.push(`${input} ${new Headers(init?.headers).get("purpose")}`);
    return new Response("ahead");
  });
  vi.stubGlobal("fetch", fetching);
});
afterEach(async () => {
  await ask("/elsewhere.data");
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const rest = (path: string) => fetchAhead(new URL(path, origin));
const ask = async (path: string, init?: RequestInit) => (await router(new URL(path, origin), init)).text();

test.each([
  ["/clients/7", "/clients/7.data"],
  ["/clients/?q=a%20b", "/clients/_.data?q=a%20b"],
])("%s is fetched once, and shown by what was fetched", async (path, address) => {
  rest(path);
  rest(path);
  expect(ahead).toEqual([`${address} prefetch`]);
  expect([await ask(address), sent]).toEqual(["ahead", []]);
});

test("what was fetched is used once", async () => {
  rest("/clients/7");
  await ask("/clients/7.data");
  expect([await ask("/clients/7.data"), sent]).toEqual(["sent", ["GET /clients/7.data"]]);
});

test("a page of which the router wants a part is shown by what was fetched of the whole", async () => {
  rest("/clients/new?from=a");
  expect(await ask("/clients/new.data?from=a&_routes=clients%2Fnew")).toBe("ahead");
});

test("after something was written a page is fetched anew", async () => {
  rest("/clients/7");
  await ask("/clients/7/edit.data", written);
  expect([await ask("/clients/7.data"), sent.at(-1)]).toEqual(["sent", "GET /clients/7.data"]);
  rest("/clients/7");
  expect(await ask("/clients/7.data", written)).toBe("sent");
});

test("after ten seconds a page is fetched anew, and what came is let go", async () => {
  rest("/clients/7");
  vi.advanceTimersByTime(10_000);
  expect(fetching.mock.lastCall?.[1]?.signal?.aborted).toBe(true);
  expect(await ask("/clients/7.data")).toBe("sent");
});

test("the page of another link takes the place of the one before", async () => {
  rest("/clients/7");
  const signal = fetching.mock.lastCall?.[1]?.signal;
  rest("/clients/8");
  expect(signal?.aborted).toBe(true);
  expect(await ask("/clients/8.data")).toBe("ahead");
});

test("a page that could not be fetched ahead is fetched when it is wanted", async () => {
  fetching.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  rest("/clients/7");
  expect(await ask("/clients/7.data")).toBe("sent");
});
