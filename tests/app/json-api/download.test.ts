import { describe, expect, test } from "vitest";
import { startHttpService } from "#tests/support/http-service.ts";
import { hangs, inTurn, status } from "./behaviours.ts";
import { connect, transports } from "./connecting.ts";
import { errorOf } from "./failing.ts";

// Bytes of a service: passed on as they come, however many, under the rules of every call until the head is here.

const failure = "Failed to open the file";
const long = Buffer.alloc(9 * 1024 * 1024, "latchkey ");

describe.each(transports)("through %s", (_, fetch) => {
  test("a body of any length is downloaded, with its headers", async () => {
    const { origin, received } = await startHttpService((_request, response) => {
      response.writeHead(206, { "content-type": "text/plain", "content-range": "bytes 0-1/3", etag: '"f1"' }).end(long);
    });
    const { as } = connect(origin, { fetch });
    const headers = { range: "bytes=0-", "if-none-match": '"f0"' };
    const query = { download: "true" };
    const { status, header, body } = await as({ token: "t1", workspaceId: "w1" }).download("/files/f1/content", {
      failure,
      headers,
      query,
    });
    expect([status, header("content-range"), header("etag"), header("x-none")]).toEqual([
      206,
      "bytes 0-1/3",
      '"f1"',
      null,
    ]);
    expect(Buffer.from(await new Response(body).arrayBuffer()).equals(long)).toBe(true);
    expect(received).toMatchObject([
      {
        method: "GET",
        url: "/api/files/f1/content?download=true",
        headers: { ...headers, accept: "*/*", authorization: "Bearer t1", "x-workspace-id": "w1" },
      },
    ]);
  });

  test.each([304, 416])("%i is no error", async (code) => {
    const { origin } = await startHttpService((_request, response) => void response.writeHead(code).end());
    const opened = await connect(origin, { fetch }).api.download("/files/f1/content", { failure, method: "HEAD" });
    expect(opened.status).toBe(code);
    expect(await new Response(opened.body).text()).toBe("");
  });

  test.each([
    [404, "missing"],
    [403, "forbidden"],
    [401, "unauthenticated"],
    [500, "unavailable"],
  ] as const)("%i is said as every call says it", async (code, kind) => {
    const { origin } = await startHttpService(status(code));
    const { api, logged } = connect(origin, { fetch, limits: { retries: 0 } });
    expect(await errorOf(api.download("/files/f1/content", { failure }))).toMatchObject({ message: failure, kind });
    expect(logged).toHaveLength(1);
  });

  test("a failed attempt is retried", async () => {
    const good = status(200);
    const { origin, received } = await startHttpService(inTurn(status(503), good));
    const opened = await connect(origin, { fetch }).api.download("/files/f1/content", { failure });
    expect(await new Response(opened.body).text()).toBe('{"errors":[]}');
    expect(received).toHaveLength(2);
  });

  test("a service without a response times out", async () => {
    const { origin } = await startHttpService(hangs);
    const { api } = connect(origin, { fetch, limits: { attemptTimeout: 100, retries: 0 } });
    const error = await errorOf(api.download("/files/f1/content", { failure }));
    expect(error).toMatchObject({ kind: "unavailable", cause: { reason: "timeout" } });
  });

  test("a body that breaks off is an error", async () => {
    const { origin } = await startHttpService((_request, response, socket) => {
      response.writeHead(200, { "content-length": "1000" }).write("the beginning");
      setTimeout(() => socket.destroy(), 50);
    });
    const { body } = await connect(origin, { fetch }).api.download("/files/f1/content", { failure });
    await expect(new Response(body).text()).rejects.toThrow();
  });

  test("canceling the body ends the request", async () => {
    let ended: Promise<unknown> = Promise.reject(new Error("nobody asked"));
    ended.catch(() => {});
    const { origin } = await startHttpService((_request, response) => {
      ended = new Promise((resolve) => response.on("close", resolve));
      response.writeHead(200);
      const feed = (): void => {
        while (!response.destroyed && response.write(long.subarray(0, 65_536)));
      };
      response.on("drain", feed);
      feed();
    });
    const { body } = await connect(origin, { fetch }).api.download("/files/f1/content", { failure });
    const reader = body?.getReader();
    expect((await reader?.read())?.value?.byteLength).toBeGreaterThan(0);
    await reader?.cancel();
    await ended;
  });
});

test("a download that starts after its abort is canceled", async () => {
  const late = Promise.withResolvers<Response>();
  const cancelled = Promise.withResolvers<void>();
  const limits = { attemptTimeout: 20, retries: 0 };
  const { api } = connect("http://service.test", { fetch: () => late.promise, limits });
  expect(await errorOf(api.download("/files/f1/content", { failure }))).toMatchObject({ cause: { reason: "timeout" } });
  late.resolve(new Response(new ReadableStream({ cancel: () => cancelled.resolve() }, { highWaterMark: 0 })));
  await cancelled.promise;
});

test("a stalled download is ended", async () => {
  const { origin } = await startHttpService((_request, response) => {
    response.writeHead(200, { "content-length": "1000" }).write("the beginning");
  });
  const { api } = connect(origin, { limits: { stallTimeout: 200 } });
  const { body } = await api.download("/files/f1/content", { failure });
  await expect(new Response(body).text()).rejects.toThrow();
});
