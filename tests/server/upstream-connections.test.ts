import { createServer } from "node:http";
import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { readEnv } from "#server/env.ts";
import type { Upstream } from "#server/upstream/upstream.ts";
import { connectUpstreams, needsEmbedded, type UpstreamConnections } from "#server/upstream-connections.ts";
import { closeServer, freePort, listenLocally } from "#tests/support/listening.ts";

const log = pino({ level: "silent" });
const asker = { token: "session-token", workspaceId: "w-1", requestId: "r-1" };

interface Call {
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** A service of the team's own, which remembers what it was asked. */
async function startApi(first = 204) {
  const calls: Call[] = [];
  let status = first;
  const server = createServer(({ url = "", headers }, answer) => {
    calls.push({ url, headers });
    answer.writeHead(status).end();
  });
  const port = await listenLocally(server);
  onTestFinished(() => closeServer(server));
  const answerWith = (given: number): void => {
    status = given;
  };
  return { url: `http://127.0.0.1:${port}/v1`, calls, answerWith };
}

function makeEmbedded(): { service: Upstream; calls: Request[] } {
  const calls: Request[] = [];
  const service: Upstream = {
    mailbox: null,
    async fetch(request) {
      calls.push(request);
      return new Response(null, { status: 204 });
    },
    close() {},
  };
  return { service, calls };
}

function connect(settings: Record<string, string>, embedded: Upstream | null): UpstreamConnections {
  const connections = connectUpstreams(
    readEnv({ ...(settings.API_URL !== undefined && { API_SERVICE: "latchkey" }), ...settings }),
    embedded,
    log,
  );
  onTestFinished(() => connections.close());
  return connections;
}

const remove = (connection: UpstreamConnections["records"]) =>
  connection.api
    .as({ ...asker, token: connection.fixedToken ?? asker.token })
    .remove("/clients/1", { key: "k-1", failure: "Failed to remove" });

test("without an API everything is asked of the service inside, with the session's token", async () => {
  expect(needsEmbedded(readEnv({}))).toBe(true);
  const { service, calls } = makeEmbedded();
  const { identity, records } = connect({}, service);
  expect(identity).toBe(records);
  await remove(records);
  expect(calls.map((call) => call.url)).toEqual(["http://embedded.invalid/api/clients/1"]);
  expect(calls[0]?.headers.get("authorization")).toBe("Bearer session-token");
});

test("the service inside is asked in its own words, whatever those of an API would be", async () => {
  const { service, calls } = makeEmbedded();
  const words = { API_WORKSPACE_HEADER: "X-Tenant", API_KEY: "the-key", API_SERVICE: "ash" };
  const { records, recordsUrl, fetchPicture } = connect({}, service);
  await remove(records);
  await fetchPicture(new URL(`${recordsUrl}/pictures/1`), { ...asker, recordsWorkspaceId: asker.workspaceId });
  const beside = { ...words, API_URL: (await startApi()).url, API_IDENTITY: "embedded" };
  await remove(connect(beside, service).identity);
  expect(calls.map(({ headers }) => headers.get("x-workspace-id"))).toEqual(["w-1", "w-1", "w-1"]);
  expect(calls.flatMap(({ headers }) => [headers.get("x-tenant"), headers.get("x-api-key")]).filter(Boolean)).toEqual(
    [],
  );
});

test("with an API everything is asked of it, in its own words", async () => {
  const api = await startApi();
  const settings = {
    API_URL: api.url,
    API_TOKEN: "unused",
    API_KEY: "the-key",
    API_KEY_HEADER: "X-The-Key",
    API_WORKSPACE_HEADER: "X-Tenant",
  };
  expect(needsEmbedded(readEnv(settings))).toBe(false);
  const { identity, records } = connect(settings, null);
  expect(identity).toBe(records);
  await remove(records);
  expect(api.calls).toEqual([
    {
      url: "/v1/clients/1",
      headers: expect.objectContaining({
        authorization: "Bearer session-token",
        "x-the-key": "the-key",
        "x-tenant": "w-1",
        "x-request-id": "r-1",
      }),
    },
  ]);
});

test("an API that knows no people gets its own token, and never one of the service inside", async () => {
  const api = await startApi();
  const { service, calls } = makeEmbedded();
  const beside = { API_URL: api.url, API_IDENTITY: "embedded" };
  expect(needsEmbedded(readEnv(beside))).toBe(true);
  const withToken = connect({ ...beside, API_TOKEN: "their-token" }, service);
  await remove(withToken.records);
  await remove(connect(beside, service).records);
  expect(api.calls.map((call) => call.headers.authorization)).toEqual(["Bearer their-token", undefined]);
  await remove(withToken.identity);
  expect(calls.map((call) => call.headers.get("authorization"))).toEqual(["Bearer session-token"]);
});

test("an API that is away, or answers with its own errors, explains why pages fail for a minute", async () => {
  const [well, broken] = [await startApi(), await startApi(500)];
  expect(await connect({}, makeEmbedded().service).isFailing()).toBe(false);
  const working = connect({ API_URL: well.url }, null);
  await remove(working.records);
  expect(await working.isFailing()).toBe(false);
  expect(await connect({ API_URL: `http://127.0.0.1:${await freePort()}` }, null).isFailing()).toBe(true);
  // Its root answers, its records do not.
  const failing = connect({ API_URL: broken.url }, null);
  broken.answerWith(204);
  expect(await failing.isFailing()).toBe(false);
  broken.answerWith(500);
  await expect(remove(failing.records)).rejects.toThrow();
  broken.answerWith(204);
  expect(await failing.isFailing()).toBe(true);
  const later = performance.now() + 60_000;
  const clock = vi.spyOn(performance, "now").mockReturnValue(later);
  onTestFinished(() => clock.mockRestore());
  expect(await failing.isFailing()).toBe(false);
});

test("ready while every service that is needed answers", async () => {
  expect(await connect({}, makeEmbedded().service).ready()).toBe(true);
  const [strict, broken] = [await startApi(401), await startApi(500)];
  expect(await connect({ API_URL: strict.url }, null).ready()).toBe(true);
  expect(await connect({ API_URL: broken.url }, null).ready()).toBe(false);
  expect(await connect({ API_URL: `http://127.0.0.1:${await freePort()}` }, null).ready()).toBe(false);
  const beside = { API_URL: broken.url, API_IDENTITY: "embedded" };
  expect(await connect(beside, makeEmbedded().service).ready()).toBe(false);
});
