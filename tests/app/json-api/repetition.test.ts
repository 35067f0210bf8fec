import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Limits } from "#app/json-api/limits.ts";
import { latchkey } from "#app/json-api/service.ts";
import { type Behaviour, startHttpService } from "#tests/support/http-service.ts";
import { hangs, hangsUp, inTurn, status, works } from "./behaviours.ts";
import { client } from "./client-resource.ts";
import { connect, json } from "./connecting.ts";
import { errorOf } from "./failing.ts";

const failure = "Failed to fetch data";

describe("a read is retried", () => {
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

  test("after a timeout", async () => {
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

describe("the wait before a retry", () => {
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
  ])("%s is not retried", async (_what, seconds, limits) => {
    const service = await startHttpService(status(503, { "retry-after": seconds }));
    const { api } = connect(service.origin, { limits });
    const start = performance.now();
    const error = await errorOf(api.find("/clients/c1", client, { failure }));
    expect(performance.now() - start).toBeLessThan(2000);
    expect(error).toMatchObject({ kind: "unavailable", cause: { status: 503, attempts: 1 } });
  });

  test("ignores an invalid Retry-After", async () => {
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
      await errorOf(api.update("/clients/c1", client, "c1", { name: "M" }, { key: "k", failure }));
      await errorOf(api.remove("/clients/c1", { key: "k", failure }));
      expect(service.received.map(({ method }) => method)).toEqual(["POST", "PATCH", "DELETE"]);
    },
  );

  test("is retried with the same key where the service honors keys", async () => {
    const service = await startHttpService(inTurn(hangsUp, status(503), works));
    const { api } = connect(service.origin, { service: latchkey });
    expect((await api.create("/clients", client, { name: "M" }, { key: "k-1", failure }))?.id).toBe("c1");
    expect(service.received).toHaveLength(3);
    expect(new Set(service.received.map(({ headers, body }) => `${headers["idempotency-key"]} ${body}`)).size).toBe(1);
  });

  test("without a key is never retried", async () => {
    const service = await startHttpService(status(503));
    const { api } = connect(service.origin, { service: latchkey });
    await errorOf(api.create("/sessions", client, {}, { failure }));
    expect(service.received).toHaveLength(1);
  });

  test("that is still running at the service is retried", async () => {
    const running = status(409, { "retry-after": "0" });
    const service = await startHttpService(inTurn(hangsUp, running, running, works));
    const { api } = connect(service.origin, { service: latchkey });
    expect((await api.create("/clients", client, {}, { key: "k", failure }))?.id).toBe("c1");
  });

  test("has an unknown outcome while the first attempt may have been applied", async () => {
    for (const later of [status(503), status(429), status(401), status(409, { "retry-after": "0" })]) {
      const service = await startHttpService(inTurn(hangsUp, later));
      const { api } = connect(service.origin, { service: latchkey });
      const error = await errorOf(api.create("/clients", client, {}, { key: "k", failure }));
      expect(error.kind).toBe("unknown-outcome");
    }
  });

  test("has a known outcome once a later attempt is validated", async () => {
    for (const [code, kind] of [
      [422, "invalid"],
      [409, "conflict"],
      [412, "stale"],
    ] as const) {
      const service = await startHttpService(inTurn(hangsUp, status(code)));
      const { api } = connect(service.origin, { service: latchkey });
      const error = await errorOf(api.create("/clients", client, {}, { key: "k", failure }));
      expect(error.kind).toBe(kind);
    }
  });
});

/** The waits between tries, by a clock that passes at once. */
async function recordedWaits(behave: Behaviour, limits: Partial<Limits>): Promise<number[]> {
  const service = await startHttpService(behave);
  const waits: number[] = [];
  const setTimer = globalThis.setTimeout;
  const spy = vi.spyOn(globalThis, "setTimeout").mockImplementation(((run: () => void, wait = 0) => {
    const isWait = new Error().stack?.includes("at pause ") === true;
    if (isWait) waits.push(wait);
    return setTimer(run, isWait ? 0 : wait);
  }) satisfies (run: () => void, wait?: number) => NodeJS.Timeout);
  onTestFinished(() => spy.mockRestore());
  const { api } = connect(service.origin, { limits });
  await api.find("/clients/c1", client, { failure }).catch(() => {});
  spy.mockRestore();
  return waits;
}
