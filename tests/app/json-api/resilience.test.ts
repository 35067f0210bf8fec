import { describe, expect, test } from "vitest";
import { defaultLimits, type Limits } from "#app/json-api/limits.ts";
import { createResilience } from "#app/json-api/resilience.ts";
import type { ApiResponse } from "#app/json-api/response.ts";
import { startHttpService } from "#tests/support/http-service.ts";
import { hangs, hangsUp, status, works } from "./behaviours.ts";
import { client } from "./client-resource.ts";
import { clientDocument, connect, json } from "./connecting.ts";
import { errorOf } from "./failing.ts";

const failure = "Failed to fetch data";

describe("the deadline", () => {
  test("ends a call, and its request at the service", async () => {
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

  test("ends a queued call", async () => {
    const service = await startHttpService(hangs);
    const { as } = connect(service.origin, { limits: { concurrency: 1, attemptTimeout: 10_000 } });
    const first = errorOf(as({ deadline: 3000 }).find("/clients/c1", client, { failure }));
    const second = errorOf(as({ deadline: 200 }).create("/clients", client, {}, { failure }));
    expect(await second).toMatchObject({ kind: "unavailable", cause: { reason: "deadline", attempts: 0 } });
    await first;
    expect(service.received).toHaveLength(1);
  });
});

describe("a closed browser connection", () => {
  test("cancels its reads, without a warning", async () => {
    const arrived = Promise.withResolvers<void>();
    const service = await startHttpService(() => arrived.resolve());
    const { as, logged } = connect(service.origin);
    const browser = new AbortController();
    const error = errorOf(as({ signal: browser.signal }).find("/clients/c1", client, { failure }));
    await arrived.promise;
    browser.abort();
    expect(await error).toMatchObject({ kind: "unavailable", cause: { reason: "cancelled" } });
    expect(logged).toMatchObject([{ level: "info", message: "upstream call was canceled" }]);
  });

  test("does not cancel its writes", async () => {
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
    expect((await created)?.id).toBe("c1");
  });
});

describe("too many concurrent calls", () => {
  test("are queued, and fail at once when the queue is full", async () => {
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

  test("opens the circuit after some failures, is probed by one call, and closes it again", async () => {
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

  test("keeps the circuit open while its probe fails", async () => {
    const service = await startHttpService(status(503));
    const { api } = connect(service.origin, { limits });
    const find = () => errorOf(api.find("/clients/c1", client, { failure }));
    for (let call = 0; call < 3; call += 1) await find();
    await new Promise((resolve) => setTimeout(resolve, 350));
    expect((await find()).cause.status).toBe(503);
    expect((await find()).cause.reason).toBe("circuit open");
  });

  test.each([400, 404, 429, 500])("does not respond %i, which keeps the circuit closed", async (code) => {
    const service = await startHttpService(status(code));
    const { api } = connect(service.origin, { limits });
    for (let call = 0; call < 6; call += 1) await errorOf(api.find("/clients/c1", client, { failure }));
    expect(service.received).toHaveLength(6);
  });

  test("is told from a closed browser connection", async () => {
    const service = await startHttpService(hangs);
    const { as } = connect(service.origin, { limits });
    for (let call = 0; call < 6; call += 1) {
      const signal = AbortSignal.timeout(50);
      const error = await errorOf(as({ signal }).find("/clients/c1", client, { failure }));
      expect(error.cause.reason).toBe("cancelled");
    }
  });

  test("does not open the circuit of another service", async () => {
    const down = await startHttpService(hangsUp);
    const up = await startHttpService(works);
    const { api: first } = connect(down.origin, { limits });
    const { api: second } = connect(up.origin, { limits });
    for (let call = 0; call < 4; call += 1) await errorOf(first.find("/clients/c1", client, { failure }));
    expect((await second.find("/clients/c1", client, { failure })).id).toBe("c1");
  });

  test.each(["calls", "downloads"])("for %s alone is there for the others", async (failing) => {
    const service = await startHttpService((...exchange) => {
      const [{ url = "" }] = exchange;
      const isDown = url.endsWith("/content") === (failing === "downloads");
      return isDown ? hangsUp(...exchange) : works(...exchange);
    });
    const { api } = connect(service.origin, { limits });
    const call = () => api.find("/clients/c1", client, { failure });
    const download = () => api.download("/files/f1/content", { failure });
    const [down, up] = failing === "calls" ? [call, download] : [download, call];
    for (let turn = 0; turn < 3; turn += 1) await errorOf(down());
    expect(await errorOf(down())).toMatchObject({ cause: { reason: "circuit open" } });
    await up();
  });
});

describe("a service in the same process", () => {
  test("that is slow refuses nothing", async () => {
    const isSlow = (request: Request) => request.url.endsWith("/thumbnail");
    const fetch = (request: Request) =>
      isSlow(request) ? new Promise<Response>(() => {}) : Promise.resolve(new Response(clientDocument));
    const limits = { retries: 0, attemptTimeout: 20 };
    const { api, logged } = connect("http://service.test", { fetch, limits });
    const slow = Array.from({ length: 20 }, () => errorOf(api.download("/documents/d1/thumbnail", { failure })));
    for (const error of await Promise.all(slow)) expect(error.cause.reason).toBe("timeout");
    for (let call = 0; call < 20; call += 1) await errorOf(api.find("/documents/d1/thumbnail", client, { failure }));
    expect((await api.find("/clients/c1", client, { failure })).id).toBe("c1");
    expect(logged.filter(({ message }) => message === "upstream circuit changed")).toEqual([]);
  });
});

/** Calls under limits, each of which ends when the test says so, or never. */
function startCalls(limits: Partial<Limits>) {
  const states: string[] = [];
  const resilience = createResilience({ ...defaultLimits, retries: 0, ...limits }, (state) => void states.push(state));
  const call = (deadline = 10_000, signal?: AbortSignal) => {
    const end = Promise.withResolvers<ApiResponse>();
    let isSent = false;
    const send = () => {
      isSent = true;
      return end.promise;
    };
    const response = resilience.run(send, { deadlineAt: performance.now() + deadline, signal, repeatable: false });
    const settled = response.then(
      ({ status }) => status,
      (error: Error) => error.message,
    );
    return {
      settled,
      isSent: () => isSent,
      answer: (status: number) => end.resolve({ status, header: () => null, body: {} }),
    };
  };
  return { call, states };
}

describe("calls that end in another order", () => {
  test("one from before the circuit opened neither closes it nor keeps it open", async () => {
    const { call, states } = startCalls({ failuresToBreak: 1, breakFor: 30 });
    const [early, earlier, broken] = [call(), call(), call()];
    broken.answer(503);
    expect(await broken.settled).toBe(503);
    early.answer(200);
    expect(await early.settled).toBe(200);
    expect([await call().settled, states]).toEqual(["circuit open", ["open"]]);
    const isProbing = () => {
      const probe = call();
      return probe.isSent() ? probe : null;
    };
    let probe = isProbing();
    await expect.poll(() => (probe ??= isProbing())).not.toBeNull();
    earlier.answer(503);
    expect(await earlier.settled).toBe(503);
    expect(await call().settled).toBe("circuit open");
    probe?.answer(200);
    expect(await probe?.settled).toBe(200);
    expect(states).toEqual(["open", "closed"]);
  });

  test("who leaves the queue leaves their place to others, and is never sent", async () => {
    const { call } = startCalls({ concurrency: 1, queue: 1 });
    const first = call();
    const leaving = new AbortController();
    const second = call(10_000, leaving.signal);
    expect(await call().settled).toBe("too many calls");
    leaving.abort();
    expect(await second.settled).toBe("cancelled");
    const third = call();
    first.answer(200);
    await expect.poll(third.isSent).toBe(true);
    third.answer(201);
    expect([await third.settled, second.isSent()]).toEqual([201, false]);
  });

  test("the deadline ends a call whose sending does not listen, and gives its slot back when that ends", async () => {
    const { call } = startCalls({ concurrency: 1, queue: 1 });
    const deaf = call(20);
    expect(await deaf.settled).toBe("deadline");
    const next = call();
    expect(next.isSent()).toBe(false);
    deaf.answer(200);
    await expect.poll(next.isSent).toBe(true);
    next.answer(200);
    expect(await next.settled).toBe(200);
  });

  test("a call that was canceled before it began is not sent", async () => {
    const { call } = startCalls({});
    const never = call(10_000, AbortSignal.abort());
    expect([await never.settled, never.isSent()]).toEqual(["cancelled", false]);
  });
});
