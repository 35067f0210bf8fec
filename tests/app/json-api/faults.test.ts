import { createServer, type Server, type Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Limits } from "#app/json-api/limits.ts";
import { type Behaviour, startHttpService } from "#tests/support/http-service.ts";
import { listenLocally } from "#tests/support/listening.ts";
import { client } from "./client-resource.ts";
import { clientDocument, connect, json, transports } from "./connecting.ts";
import { errorOf } from "./failing.ts";

// A service that misbehaves on the wire: every call has to end in time, with an error that says what is known.

const failure = "Failed to fetch data";
const patience: Partial<Limits> = { attemptTimeout: 5000, retries: 0 };
const impatience: Partial<Limits> = { attemptTimeout: 200, retries: 0 };

/** Answers with bytes, whatever they are. */
async function startRawService(answer: (socket: Socket) => void): Promise<string> {
  const server: Server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => answer(socket));
  });
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${await listenLocally(server)}`;
}

const long = clientDocument.length + 1000;

const faults: readonly [name: string, behave: Behaviour, reason: RegExp][] = [
  ["hangs before the headers", () => {}, /^timeout$/],
  ["hangs after the headers", (_request, response) => response.writeHead(200, json).flushHeaders(), /^timeout$/],
  [
    "trickles a byte now and then",
    async (_request, response) => {
      response.writeHead(200, json);
      for (const byte of clientDocument) {
        if (response.destroyed) return;
        response.write(byte);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    /^timeout$/,
  ],
  ["hangs up before the headers", (_request, _response, socket) => void socket.destroy(), /SOCKET|ECONNRESET/],
  [
    "resets the connection before the headers",
    (_request, _response, socket) => void socket.resetAndDestroy(),
    /SOCKET|ECONNRESET/,
  ],
  [
    "resets the connection in the middle of the body",
    (_request, response, socket) => {
      response.writeHead(200, { ...json, "content-length": String(long) }).write(clientDocument.slice(0, 30));
      setTimeout(() => socket.resetAndDestroy(), 20);
    },
    /SOCKET|ECONNRESET|terminated|TypeError/,
  ],
  [
    "ends in the middle of the body",
    (_request, response, socket) => {
      response.writeHead(200, { ...json, "content-length": String(long) }).write(clientDocument.slice(0, 30));
      setTimeout(() => socket.end(), 20);
    },
    /SOCKET|ECONNRESET|TypeError|UND_ERR/,
  ],
  [
    "cuts its JSON off",
    (_request, response) => void response.writeHead(200, json).end(clientDocument.slice(0, 30)),
    /^cut off$/,
  ],
  [
    "answers HTML with 200",
    (_request, response) =>
      void response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><h1>Welcome</h1>"),
    /^not JSON$/,
  ],
];

describe.each(transports)("a service that (over %s)", (_name, fetch) => {
  test.each(faults)("%s fails a read in time", async (_fault, behave, reason) => {
    const service = await startHttpService(behave);
    const limits = reason.test("timeout") ? impatience : patience;
    const { api, logged } = connect(service.origin, { fetch, limits });
    const start = performance.now();
    const error = await errorOf(api.find("/clients/c1", client, { failure }));
    expect(performance.now() - start).toBeLessThan(3000);
    expect(error.message).toBe(failure);
    expect(error.kind).toBe(error.cause.reason === "not JSON" ? "unexpected" : "unavailable");
    expect(error.cause).toMatchObject({ status: null, attempts: 1, reason: expect.stringMatching(reason) });
    expect(logged).toMatchObject([{ level: "warn", message: "upstream call failed" }]);
  });

  test.each(faults.filter(([fault]) => !fault.startsWith("cuts its JSON")))(
    "%s makes the outcome of a write unknown",
    async (_fault, behave, reason) => {
      const service = await startHttpService(behave);
      const limits = { ...(reason.test("timeout") ? impatience : patience), retries: 3 };
      const { api } = connect(service.origin, { fetch, limits });
      const error = await errorOf(api.create("/clients", client, { name: "M" }, { key: "k", failure }));
      expect(error).toMatchObject({ kind: "unknown-outcome", message: failure });
      expect(error.cause.attempts).toBe(1);
    },
  );

  test("cuts off what it answers has written all the same", async () => {
    const service = await startHttpService((_request, response) => {
      response.writeHead(201, json).end(clientDocument.slice(0, 30));
    });
    const { api } = connect(service.origin, { fetch, limits: patience });
    expect(await api.create("/clients", client, { name: "M" }, { key: "k", failure })).toBeNull();
    expect(service.received).toHaveLength(1);
  });

  test("that refuses connections gets no write", async () => {
    const service = await startHttpService(() => {});
    await service.close();
    const { api } = connect(service.origin, { fetch, limits: patience });
    const error = await errorOf(api.create("/clients", client, {}, { key: "k", failure }));
    expect(error).toMatchObject({ kind: "unavailable", message: failure, cause: { reason: "ECONNREFUSED" } });
  });

  test("without an address gets no write", async () => {
    const { api } = connect("http://nowhere.invalid", {
      fetch,
      limits: { ...patience, deadline: 5000, attemptTimeout: 5000 },
    });
    const error = await errorOf(api.create("/clients", client, {}, { key: "k", failure }));
    expect(error.kind).toBe("unavailable");
    expect(error.cause.reason).toMatch(/^(ENOTFOUND|EAI_AGAIN)$/);
  });

  test.each([
    ["with its length", (body: string) => ({ "content-length": String(body.length) })],
    ["without its length", () => ({})],
  ])("sends a huge body %s is not read to its end", async (_how, headers) => {
    const body = `{"data":"${"x".repeat(300_000)}"}`;
    const service = await startHttpService((_request, response) => {
      response.writeHead(200, { ...json, ...headers(body) }).end(body);
    });
    const { api } = connect(service.origin, { fetch, limits: { maxResponseBytes: 100_000, firstRetryDelay: 1 } });
    const error = await errorOf(api.find("/clients/c1", client, { failure }));
    expect(error).toMatchObject({ kind: "unavailable", cause: { reason: "answer too large", attempts: 1 } });
  });

  test("sends a body just within the bound is read", async () => {
    const service = await startHttpService(
      (_request, response) => void response.writeHead(200, json).end(clientDocument),
    );
    const { api } = connect(service.origin, { fetch, limits: { maxResponseBytes: clientDocument.length } });
    expect((await api.find("/clients/c1", client, { failure })).id).toBe("c1");
  });

  test.each([
    ["something else than HTTP", "SSH-2.0-OpenSSH_9.9\r\n"],
    ["headers that never end", `HTTP/1.1 200 OK\r\nx-long: ${"x".repeat(200_000)}`],
    ["a broken chunked body", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nZZ\r\n"],
  ])("speaks %s fails in time", async (_what, bytes) => {
    const origin = await startRawService((socket) => void socket.write(bytes));
    const { api } = connect(origin, { fetch, limits: patience });
    const error = await errorOf(api.find("/clients/c1", client, { failure }));
    expect(error).toMatchObject({ kind: "unavailable", message: failure, cause: { status: null } });
  });
});

test("a service in this process that never responds times out", async () => {
  const { api } = connect("http://service.internal", { fetch: () => new Promise(() => {}), limits: impatience });
  const error = await errorOf(api.create("/clients", client, {}, { failure }));
  expect(error).toMatchObject({ kind: "unknown-outcome", cause: { reason: "timeout" } });
});

test("a service in this process that throws is a failed call without its message", async () => {
  const { api } = connect("http://service.internal", {
    fetch: () => Promise.reject(new Error("secret detail")),
    limits: patience,
  });
  const error = await errorOf(api.find("/clients/c1", client, { failure }));
  expect(error).toMatchObject({ kind: "unavailable", message: failure, cause: { reason: "Error" } });
});

test("a connection that the service closed while it was idle is not used for a write", async () => {
  let ended = Promise.withResolvers<void>();
  const service = await startHttpService((_request, response, socket) => {
    socket.on("finish", ended.resolve);
    response.writeHead(200, json).end(clientDocument, () => setTimeout(() => socket.end(), 5));
  });
  const { api } = connect(service.origin, { limits: patience });
  for (let call = 0; call < 10; call += 1) {
    ended = Promise.withResolvers<void>();
    expect((await api.create("/clients", client, {}, { failure }))?.id).toBe("c1");
    await ended.promise;
  }
});

test("characters split between chunks are decoded", async () => {
  const name = "🏠".repeat(50);
  const bytes = Buffer.from(JSON.stringify({ data: { type: "client", id: "c1", attributes: { name } } }));
  const service = await startHttpService(async (_request, response) => {
    response.writeHead(200, json);
    for (let at = 0; at < bytes.length; at += 33) {
      response.write(bytes.subarray(at, at + 33));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    response.end();
  });
  for (const [, fetch] of transports) {
    const { api } = connect(service.origin, { fetch });
    expect((await api.find("/clients/c1", client, { failure })).name).toBe(name);
  }
});
