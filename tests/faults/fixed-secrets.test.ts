import { afterAll, beforeAll, expect, test } from "vitest";
import { type ForeignApi, startForeignApi } from "#tests/support/foreign-api.ts";
import { inviteOwner } from "#tests/support/invitations.ts";
import { plantSecret, secretsIn } from "#tests/support/planted-secrets.ts";
import { addressValuesOf, dataPath, fillPattern, routeAddresses } from "#tests/support/route-map.ts";
import { type ServerProcess, startServer } from "#tests/support/server-process.ts";
import { type SmtpSink, startSmtpSink } from "#tests/support/smtp-sink.ts";
import { meets } from "#tests/support/turns.ts";
import { Visitor } from "#tests/support/visitor.ts";

// The secrets of a server beside somebody else's API, which all its people share: its bearer, its mail server's password,
// and the keys of its file store and its AI provider, which it holds although no page of such a server asks them for anything.

const publicOrigin = "https://agents.example";
const bearer = plantSecret("api-token");
const mailPassword = plantSecret("mail-password");
const storageKey = plantSecret("storage-key");
const aiKey = plantSecret("ai-key");
const metricsToken = plantSecret("metrics-token");
const secrets = [bearer, mailPassword, storageKey, aiKey, metricsToken];

let api: ForeignApi;
let sink: SmtpSink;
let server: ServerProcess;
let visitor: Visitor;
let handle = "";

beforeAll(async () => {
  api = await startForeignApi({ clients: 20, token: bearer });
  sink = await startSmtpSink();
  const settings = {
    PUBLIC_ORIGIN: publicOrigin,
    API_URL: api.baseUrl,
    API_IDENTITY: "embedded",
    API_TOKEN: bearer,
    API_WORKSPACE_ID: "tenant-7",
    API_SERVICE: "ash",
    SMTP_URL: sink.url.replace("//", `//latchkey:${mailPassword}@`),
    STORAGE_BUCKET: "latchkey",
    STORAGE_ENDPOINT: sink.url.replace("smtp", "http"),
    STORAGE_ACCESS_KEY_ID: "latchkey",
    STORAGE_SECRET_ACCESS_KEY: storageKey,
    AI_BASE_URL: api.baseUrl,
    AI_API_KEY: aiKey,
    AI_MODEL: "small-model",
    METRICS_TOKEN: metricsToken,
    LOG_LEVEL: "debug",
  };
  server = await startServer(settings);
  const owner = await inviteOwner(server.address, { ...settings, DATA_DIR: server.dataDir });
  ({ visitor, handle } = owner);
  const other = new Visitor(server.address);
  await other.open("/login/link");
  await other.submit({ email: owner.email }, { button: "Send email" });
  await other.close();
});
afterAll(async () => {
  await visitor.close();
  await server.stop();
  await sink.close();
  api.close();
});

test("the secrets are real: the API lists its clients for one, the mail server takes a mail for the other", async () => {
  expect((await visitor.open("/clients/")).text).toContain("Showing 1 to 15 of 20");
  await expect.poll(() => sink.mails.length).toBeGreaterThan(0);
  expect(sink.logins).toContain(`latchkey:${mailPassword}`);
});

test("no page, data answer, form or log line tells them, whether the API answers or not", async () => {
  const { html } = await visitor.open("/clients/");
  const [, id = ""] = /\/clients\/([0-9a-f-]{36})/.exec(html) ?? [];
  const patterns = (await routeAddresses()).map(({ pattern }) => pattern).filter((pattern) => pattern !== "/sign-out");
  const values = addressValuesOf(id, handle);
  const telling: string[] = [];
  for (const answers of [true, false]) {
    if (!answers) api.close();
    for (const [place, path] of patterns.map((pattern) => fillPattern(pattern, values)).entries()) {
      // Without the API one code answers all ways of asking: each address is asked in one of them.
      const ways = askings(path).filter((_way, turn) => answers || meets(place, turn, 3));
      telling.push(...(await tellingAnswers(path, ways)));
    }
  }
  expect(telling).toEqual([]);
  expect(server.output()).toContain("upstream call failed");
  expect(secretsIn(server.output(), secrets)).toEqual([]);
});

test("the figures name patterns of routes and kinds of records, and nothing that somebody typed or owns", async () => {
  expect((await fetch(`${server.address}/metrics`, { headers: { authorization: "Bearer wrong" } })).status).toBe(401);
  const read = await fetch(`${server.address}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  const text = await read.text();
  const valuesOf = (label: string) =>
    new Set([...text.matchAll(new RegExp(`[{,]${label}="([^"]*)"`, "g"))].map(([, value = ""]) => value));
  const routes = valuesOf("route");
  const patterns = (await routeAddresses()).map(({ pattern }) => pattern);
  const ours = new Set([...patterns, "/healthz", "/readyz", "/metrics", "file", "refused", "none"]);
  expect([...routes].filter((route) => !ours.has(route) && !/^[/a-z-]*\/\*$/.test(route))).toEqual([]);
  expect(routes).toContain("/clients/:id");
  expect(valuesOf("resource")).toContain("clients");
  const labels = [...text.matchAll(/"([^"]*)"/g)].map(([, value = ""]) => value);
  expect(labels.filter((value) => value.includes(handle) || /@|[0-9a-f]{8}-|tenant-7/.test(value))).toEqual([]);
  expect(text).toMatch(/^latchkey_service_calls_total\{resource="clients",outcome="unavailable"\} \d/m);
});

type Asking = () => ReturnType<Visitor["request"]>;

/** As a page, as its data, and by a form. */
function askings(path: string): Asking[] {
  const headers = { origin: publicOrigin, "content-type": "application/x-www-form-urlencoded" };
  return [
    () => visitor.request(path),
    () => visitor.request(dataPath(path)),
    () => visitor.request(path, { method: "POST", headers, body: "name=Nia&email=nia@client.example" }),
  ];
}

async function tellingAnswers(path: string, ways: readonly Asking[]): Promise<string[]> {
  const texts: string[] = [];
  for (const ask of ways) {
    const answer = await ask();
    texts.push(`${JSON.stringify([...answer.headers])} ${await answer.text()}`);
  }
  return secretsIn(texts.join("\n"), secrets).map((secret) => `${secret} ${path}`);
}
