import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Api } from "#app/json-api/api.ts";
import { ApiError } from "#app/json-api/api-error.ts";
import { settle } from "#app/json-api/settle.ts";
import { startHttpService } from "#tests/support/http-service.ts";
import { client } from "./client-resource.ts";
import { clientDocument, connect, json } from "./connecting.ts";

const onFault = vi.fn();
beforeEach(() => onFault.mockReset());

const cause = {
  method: "GET",
  path: "/x",
  status: 503,
  code: null,
  errorId: null,
  pointers: [],
  reason: null,
  attempts: 1,
};

test("data is unchanged", async () => {
  const { api } = connect("http://service.test");
  await expect(settle(api, async () => [1], onFault)).resolves.toEqual({ ok: true, data: [1] });
});

test("a failed call becomes its kind", async () => {
  const { api } = connect("http://service.test");
  const failed = () => Promise.reject(new ApiError("Failed", "unavailable", cause));
  await expect(settle(api, failed, onFault)).resolves.toEqual({ ok: false, code: "unavailable" });
  expect(onFault).not.toHaveBeenCalled();
});

test("any other error is unexpected, and reported", async () => {
  const { api } = connect("http://service.test");
  const bug = new TypeError("bug");
  const thrown = () => {
    throw bug;
  };
  await expect(settle(api, () => Promise.reject(bug), onFault)).resolves.toEqual({ ok: false, code: "unexpected" });
  await expect(settle(api, thrown, onFault)).resolves.toEqual({ ok: false, code: "unexpected" });
  expect(onFault.mock.calls).toEqual([[bug], [bug]]);
});

test("a rejection before an await is handled", async () => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  const { api } = connect("http://service.test");
  const settled = settle(api, () => Promise.reject(new Error("early")), onFault);
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
  expect(await settled).toEqual({ ok: false, code: "unexpected" });
});

const find = (api: Api) => api.find("/clients/c1", client, { failure: "Failed to fetch data" });

describe("a call that hangs", () => {
  test("is slow after a second, and ended at the service", async () => {
    const closed = Promise.withResolvers<void>();
    const { origin } = await startHttpService((_request, _response, socket) => void socket.on("close", closed.resolve));
    const { api, logged } = connect(origin);
    const start = performance.now();
    expect(await settle(api, find, onFault)).toEqual({ ok: false, code: "slow" });
    expect(performance.now() - start).toBeLessThan(1_500);
    await closed.promise;
    expect(logged).toMatchObject([{ level: "info", message: "upstream call was canceled" }]);
    expect(onFault).not.toHaveBeenCalled();
  });

  test("is no failure of the service: other calls go on", async () => {
    const { origin } = await startHttpService(({ url }, response) => {
      if (url === "/api/clients/c2") response.writeHead(200, json).end(clientDocument);
    });
    const { api } = connect(origin, { limits: { failuresToBreak: 2 } });
    const slow = await Promise.all(Array.from({ length: 4 }, () => settle(api, find, onFault)));
    expect(new Set(slow.map((settled) => !settled.ok && settled.code))).toEqual(new Set(["slow"]));
    expect((await api.find("/clients/c2", client, { failure: "Failed to fetch data" })).id).toBe("c1");
  });

  test("does not end the same user's other calls", async () => {
    const answer = Promise.withResolvers<void>();
    const { origin } = await startHttpService(async ({ url }, response) => {
      if (url !== "/api/clients/c2") return;
      await answer.promise;
      response.writeHead(200, json).end(clientDocument);
    });
    const { api } = connect(origin);
    const other = api.find("/clients/c2", client, { failure: "Failed to fetch data" });
    expect(await settle(api, find, onFault)).toEqual({ ok: false, code: "slow" });
    answer.resolve();
    expect((await other).id).toBe("c1");
  });

  test("ends at once when the browser closes the request", async () => {
    const arrived = Promise.withResolvers<void>();
    const { origin } = await startHttpService(() => arrived.resolve());
    const browser = new AbortController();
    const { as } = connect(origin);
    const settled = settle(as({ signal: browser.signal }), find, onFault);
    await arrived.promise;
    browser.abort();
    expect(await settled).toEqual({ ok: false, code: "unavailable" });
  });
});

test("what hangs without a call is slow, too", async () => {
  const { api } = connect("http://service.test");
  expect(await settle(api, () => new Promise<never>(() => {}), onFault)).toEqual({ ok: false, code: "slow" });
});
