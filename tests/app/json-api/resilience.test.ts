import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Limits } from "#app/json-api/limits.ts";
import { type Behaviour, startHttpService } from "#tests/support/http-service.ts";
import { client } from "./client-resource.ts";
import { clientDocument, connect, json } from "./connecting.ts";
import { errorOf } from "./failing.ts";

const failure = "Failed to fetch data";

/** A service that behaves differently from call to call; the last behaviour stays. */
function inTurn(...behaviours: readonly Behaviour[]): Behaviour {
  let turn = 0;
  return (...exchange) => behaviours[Math.min(turn++, behaviours.length - 1)]?.(...exchange);
}

function status(code: number, headers: Record<string, string> = {}): Behaviour {
  return (_request, response) => void response.writeHead(code, { ...json, ...headers }).end('{"errors":[]}');
}

const works: Behaviour = (_request, response) => void response.writeHead(200, json).end(clientDocument);
const hangsUp: Behaviour = (_request, _response, socket) => void socket.destroy();
const hangs: Behaviour = () => {};

describe("a read is tried again", () => {
  test.each([
    ["500", status(500)],
    ["502", status(502)],
    ["503", status(503)],
    ["504", status(504)],
    ["429", status(429)],
    ["a lost connection", hangsUp],
    ["JSON that is cut off", (_request, response) => void response.writeHead(200, json).end('{"data":')],
  ] satisfies [string, Behaviour][])("after %s", async (_what, fails) => {
    const service = await startHttpService(inTurn(fails, fails, fails, works));
    const { api, logged } = connect(service.origin);
    expect((await api.find("/clients/c1", client, { failure })).id).toBe("c1");
    expect(service.received).toHaveLength(4);
    expect(logged).toMatchObject([
      { level: "info", message: "upstream call was repeated", fields: { requestId: "req-1", attempts: 4 } },
    ]);
  });

  test("three times at most", async () => {
    const service = await startHttpService(status(500));
    const { api, logged } = connect(service.origin);
    const error = await errorOf(api.find("/clients/c1", client, { failure }));
    expect(error).toMatchObject({ kind: "unavailable", cause: { status: 500, attempts: 4 } });
    expect(service.received).toHaveLength(4);
    expect(logged).toHaveLength(1);
  });

  test("after a try that took too long", async () => {
    const service = await startHttpService(inTurn(hangs, works));
    const { api } = connect(service.origin, { limits: { attemptTimeout: 300 } });
    expect((await api.find("/clients/c1", client, { failure })).id).toBe("c1");
  });

  test.each([400, 401, 403, 404, 409, 422, 501])("not after %i", async (code) => {
    const service = await startHttpService(status(code));
    const { api } = connect(service.origin);
    await errorOf(api.find("/clients/c1", client, { failure }));
    expect(service.received).toHaveLength(1);
  });

  test("not after HTML in place of JSON", async () => {
    const service = await startHttpService((_request, response) => void response.writeHead(200).end("<h1>Hello</h1>"));
    const { api } = connect(service.origin);
    expect(await errorOf(api.find("/clients/c1", client, { failure }))).toMatchObject({ kind: "unexpected" });
    expect(service.received).toHaveLength(1);
  });
});

describe("the wait before another try", () => {
  test("doubles, is half random, and never longer than the limit", async () => {
    const waits = await recordedWaits(status(500), { firstRetryDelay: 100, longestRetryDelay: 300 });
    expect(waits).toHaveLength(3);
    expect(waits[0]).toBeGreaterThanOrEqual(50);
    expect(waits[0]).toBeLessThanOrEqual(100);
    expect(waits[1]).toBeGreaterThanOrEqual(100);
    expect(waits[1]).toBeLessThanOrEqual(200);
    expect(waits[2]).toBeGreaterThanOrEqual(150);
    expect(waits[2]).toBeLessThanOrEqual(300);
  });

  test("is what the service asks for, in seconds or as a date", async () => {
    expect(await recordedWaits(inTurn(status(429, { "retry-after": "1" }), works), {})).toEqual([1000]);
    const inTwoSeconds = new Date(Date.now() + 2500).toUTCString();
    const [wait] = await recordedWaits(inTurn(status(503, { "retry-after": inTwoSeconds }), works), {});
    expect(wait).toBeGreaterThan(1000);
    expect(wait).toBeLessThanOrEqual(2500);
  });

  test.each([
    ["longer than the limit", "31", { deadline: 60_000 }],
    ["longer than the deadline leaves", "5", { deadline: 4000 }],
  ])("%s is not waited", async (_what, seconds, limits) => {
    const service = await startHttpService(status(503, { "retry-after": seconds }));
    const { api } = connect(service.origin, { limits });
    const start = performance.now();
    const error = await errorOf(api.find("/clients/c1", client, { failure }));
    expect(performance.now() - start).toBeLessThan(2000);
    expect(error).toMatchObject({ kind: "unavailable", cause: { status: 503, attempts: 1 } });
  });

  test("that makes no sense is not minded", async () => {
    const service = await startHttpService(inTurn(status(503, { "retry-after": "soon" }), works));
    const { api } = connect(service.origin);
    expect((await api.find("/clients/c1", client, { failure })).id).toBe("c1");
  });
});

describe("a write", () => {
  test.each([status(500), status(503, { "retry-after": "0" }), status(429), hangsUp])(
    "is never sent twice where keys may not be honoured (%#)",
    async (fails) => {
      const service = await startHttpService(fails);
      const { api } = connect(service.origin);
      await errorOf(api.create("/clients", client, {}, { key: "k", failure }));
      await errorOf(api.update("/clients/c1", client, "c1", {}, { key: "k", failure }));
      await errorOf(api.remove("/clients/c1", { key: "k", failure }));
      expect(service.received.map(({ method }) => method)).toEqual(["POST", "PATCH", "DELETE"]);
    },
  );

  test("is sent again with the same key where they are", async () => {
    const service = await startHttpService(inTurn(hangsUp, status(503), works));
    const { api } = connect(service.origin, { idempotency: true });
    expect((await api.create("/clients", client, { name: "M" }, { key: "k-1", failure })).id).toBe("c1");
    expect(service.received).toHaveLength(3);
    expect(new Set(service.received.map(({ headers, body }) => `${headers["idempotency-key"]} ${body}`)).size).toBe(1);
  });

  test("without a key of the caller's is not sent again even there", async () => {
    const service = await startHttpService(status(503));
    const { api } = connect(service.origin, { idempotency: true });
    await errorOf(api.create("/sessions", client, {}, { failure }));
    expect(service.received).toHaveLength(1);
  });

  test("that is still running at the service is asked for again", async () => {
    const running = status(409, { "retry-after": "0" });
    const service = await startHttpService(inTurn(hangsUp, running, running, works));
    const { api } = connect(service.origin, { idempotency: true });
    expect((await api.create("/clients", client, {}, { key: "k", failure })).id).toBe("c1");
  });

  test("is in doubt as long as the first try may have been applied", async () => {
    for (const later of [status(503), status(429), status(401), status(409, { "retry-after": "0" })]) {
      const service = await startHttpService(inTurn(hangsUp, later));
      const { api } = connect(service.origin, { idempotency: true });
      const error = await errorOf(api.create("/clients", client, {}, { key: "k", failure }));
      expect(error.kind).toBe("unknown-outcome");
    }
  });

  test("is in doubt no more when a later try is judged", async () => {
    for (const [code, kind] of [
      [422, "invalid"],
      [409, "conflict"],
      [412, "stale"],
    ] as const) {
      const service = await startHttpService(inTurn(hangsUp, status(code)));
      const { api } = connect(service.origin, { idempotency: true });
      const error = await errorOf(api.create("/clients", client, {}, { key: "k", failure }));
      expect(error.kind).toBe(kind);
    }
  });
});

describe("the deadline", () => {
  test("ends a call, and leaves nothing running at the service", async () => {
    const closed = Promise.withResolvers<void>();
    const service = await startHttpService((_request, _response, socket) => void socket.on("close", closed.resolve));
    const { as } = connect(service.origin);
    const start = performance.now();
    const error = await errorOf(as({ deadline: 200 }).find("/clients/c1", client, { failure }));
    expect(performance.now() - start).toBeLessThan(2000);
    expect(error.kind).toBe("unavailable");
    await closed.promise;
  });

  test("is one for all calls of a request", async () => {
    const service = await startHttpService(works);
    const { as } = connect(service.origin);
    const api = as({ deadline: 300 });
    await api.find("/clients/c1", client, { failure });
    await new Promise((resolve) => setTimeout(resolve, 350));
    expect(await errorOf(api.find("/clients/c1", client, { failure }))).toMatchObject({
      kind: "unavailable",
      cause: { reason: "deadline", attempts: 0 },
    });
    expect(service.received).toHaveLength(1);
  });

  test("ends a call that waits for its turn", async () => {
    const service = await startHttpService(hangs);
    const { as } = connect(service.origin, { limits: { concurrency: 1, attemptTimeout: 10_000 } });
    const first = errorOf(as({ deadline: 3000 }).find("/clients/c1", client, { failure }));
    const second = errorOf(as({ deadline: 200 }).create("/clients", client, {}, { failure }));
    expect(await second).toMatchObject({ kind: "unavailable", cause: { reason: "deadline", attempts: 0 } });
    await first;
    expect(service.received).toHaveLength(1);
  });
});

describe("a browser that has gone", () => {
  test("ends its reads, quietly", async () => {
    const arrived = Promise.withResolvers<void>();
    const service = await startHttpService(() => arrived.resolve());
    const { as, logged } = connect(service.origin);
    const browser = new AbortController();
    const error = errorOf(as({ signal: browser.signal }).find("/clients/c1", client, { failure }));
    await arrived.promise;
    browser.abort();
    expect(await error).toMatchObject({ kind: "unavailable", cause: { reason: "cancelled" } });
    expect(logged).toMatchObject([{ level: "info", message: "upstream call was given up" }]);
  });

  test("does not end its writes", async () => {
    const arrived = Promise.withResolvers<void>();
    const service = await startHttpService((_request, response) => {
      arrived.resolve();
      setTimeout(() => response.writeHead(201, json).end(clientDocument), 50);
    });
    const { as } = connect(service.origin);
    const browser = new AbortController();
    const created = as({ signal: browser.signal }).create("/clients", client, {}, { failure });
    await arrived.promise;
    browser.abort();
    expect((await created).id).toBe("c1");
  });
});

describe("too many calls at once", () => {
  test("wait their turn, and fail at once when too many wait", async () => {
    let running = 0;
    let most = 0;
    const service = await startHttpService(async (_request, response) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 100));
      running -= 1;
      response.writeHead(200, json).end(clientDocument);
    });
    const { api } = connect(service.origin, { limits: { concurrency: 2, queue: 2 } });
    const calls = Array.from({ length: 6 }, () => api.find("/clients/c1", client, { failure }));
    const results = await Promise.allSettled(calls);
    expect(most).toBe(2);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
    const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    expect(refused).toMatchObject([
      { kind: "busy", cause: { reason: "too many calls" } },
      { kind: "busy", cause: { reason: "too many calls" } },
    ]);
  });
});

describe("a service that is down", () => {
  const limits: Partial<Limits> = { retries: 0, failuresToBreak: 3, breakFor: 300 };

  test("is left alone by everybody after some failures, then probed by one, then used again", async () => {
    let isDown = true;
    const service = await startHttpService((...exchange) => (isDown ? hangsUp(...exchange) : works(...exchange)));
    const { as, logged } = connect(service.origin, { limits });
    const find = () => as({}).find("/clients/c1", client, { failure });
    for (let call = 0; call < 3; call += 1) await errorOf(find());
    expect(service.received).toHaveLength(3);

    const start = performance.now();
    const refused = await errorOf(as({}).create("/clients", client, {}, { failure }));
    expect(refused).toMatchObject({ kind: "unavailable", cause: { reason: "circuit open" } });
    expect(performance.now() - start).toBeLessThan(200);
    expect(service.received).toHaveLength(3);

    isDown = false;
    await new Promise((resolve) => setTimeout(resolve, 350));
    const [probe, other] = await Promise.allSettled([find(), find()]);
    expect([probe.status, other.status]).toEqual(["fulfilled", "rejected"]);
    expect((await find()).id).toBe("c1");
    const changes = logged.filter(({ message }) => message === "upstream circuit changed");
    expect(changes.map(({ fields }) => fields.circuit)).toEqual(["open", "closed"]);
  });

  test("stays alone while its probe fails", async () => {
    const service = await startHttpService(status(503));
    const { api } = connect(service.origin, { limits });
    const find = () => errorOf(api.find("/clients/c1", client, { failure }));
    for (let call = 0; call < 3; call += 1) await find();
    await new Promise((resolve) => setTimeout(resolve, 350));
    expect((await find()).cause.status).toBe(503);
    expect((await find()).cause.reason).toBe("circuit open");
  });

  test.each([400, 404, 429, 500])("does not answer %i: that is no reason to leave it alone", async (code) => {
    const service = await startHttpService(status(code));
    const { api } = connect(service.origin, { limits });
    for (let call = 0; call < 6; call += 1) await errorOf(api.find("/clients/c1", client, { failure }));
    expect(service.received).toHaveLength(6);
  });

  test("is told from a browser that has gone", async () => {
    const service = await startHttpService(hangs);
    const { as } = connect(service.origin, { limits });
    for (let call = 0; call < 6; call += 1) {
      const signal = AbortSignal.timeout(50);
      const error = await errorOf(as({ signal }).find("/clients/c1", client, { failure }));
      expect(error.cause.reason).toBe("cancelled");
    }
  });

  test("is no reason to leave another service alone", async () => {
    const down = await startHttpService(hangsUp);
    const up = await startHttpService(works);
    const { api: first } = connect(down.origin, { limits });
    const { api: second } = connect(up.origin, { limits });
    for (let call = 0; call < 4; call += 1) await errorOf(first.find("/clients/c1", client, { failure }));
    expect((await second.find("/clients/c1", client, { failure })).id).toBe("c1");
  });
});

/** The waits between tries, by a clock that passes at once. */
async function recordedWaits(behave: Behaviour, limits: Partial<Limits>): Promise<number[]> {
  const service = await startHttpService(behave);
  const waits: number[] = [];
  const setTimer = globalThis.setTimeout;
  const spy = vi.spyOn(globalThis, "setTimeout").mockImplementation(((run: () => void, wait = 0) => {
    const isWait = new Error().stack?.includes("RetryPolicy") === true;
    if (isWait) waits.push(wait);
    return setTimer(run, isWait ? 0 : wait);
  }) satisfies (run: () => void, wait?: number) => NodeJS.Timeout);
  onTestFinished(() => spy.mockRestore());
  const { api } = connect(service.origin, { limits });
  await api.find("/clients/c1", client, { failure }).catch(() => {});
  spy.mockRestore();
  return waits;
}
