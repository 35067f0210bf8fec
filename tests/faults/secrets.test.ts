import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agentForms, publicForms } from "#tests/support/forms.ts";
import { type ListeningUpstream, startListeningUpstream } from "#tests/support/listening-upstream.ts";
import { addressValues, dataPath, fillPattern, routeAddresses } from "#tests/support/route-map.ts";
import { type ServerProcess, startServer } from "#tests/support/server-process.ts";
import { Visitor } from "#tests/support/visitor.ts";

// What the server knows and a browser must not: planted where it belongs, looked for everywhere else.

const publicOrigin = "https://agents.example";
const apiKey = `api-key-${randomBytes(24).toString("hex")}`;
const sessionSecret = `session-secret-${randomBytes(24).toString("hex")}`;

let upstream: ListeningUpstream;
let server: ServerProcess;
let visitor: Visitor;
/** Everything that went to the browser: bodies, headers and cookies. */
const told: { readonly where: string; readonly text: string }[] = [];

beforeAll(async () => {
  upstream = await startListeningUpstream(publicOrigin);
  server = await startServer({
    PUBLIC_ORIGIN: publicOrigin,
    API_URL: upstream.url,
    API_KEY: apiKey,
    API_KEY_HEADER: "x-house-key",
    SESSION_SECRETS: sessionSecret,
    LOG_LEVEL: "debug",
  });
  visitor = new Visitor(server.address);
  await visitor.open("/login/");
  const demo = { email: "owner@evergreen.example", password: "evergreen-demo-2026" };
  const page = await visitor.submit(demo, { button: "Login" });
  expect(page.url.pathname).toBe("/dashboard");
});
afterAll(async () => {
  await visitor.close();
  await server.stop();
  await upstream.close();
});

const secrets = (): string[] => [apiKey, sessionSecret, ...upstream.tokens];

/** A secret as it is, and as it would stand in other spellings. */
function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const coded = (["base64", "base64url", "hex"] as const).map((encoding) => bytes.toString(encoding));
  return [secret, ...coded.map((text) => text.replace(/=+$/, "")), encodeURIComponent(secret)];
}

/** Which secrets stand in a text, each told by its first characters. */
function secretsIn(text: string): string[] {
  return secrets()
    .filter((secret) => spellings(secret).some((spelling) => text.includes(spelling)))
    .map((secret) => `${secret.slice(0, 14)}…`);
}

async function look(path: string, init?: Parameters<Visitor["request"]>[1]): Promise<number> {
  const response = await visitor.request(path, init);
  const headers = [...response.headers].map((pair) => pair.join(": ")).join("\n");
  told.push({ where: `${init?.method ?? "GET"} ${path}`, text: `${headers}\n${await response.text()}` });
  return response.status;
}

const findings = () => told.flatMap(({ where, text }) => secretsIn(text).map((secret) => `${secret} in ${where}`));

/** Every address of the map but the way out, with a client of the demo where one is wanted. */
async function everyAddress(): Promise<string[]> {
  const { html } = await visitor.open("/clients/");
  const [, id = ""] = /\/clients\/([0-9a-f-]{36})/.exec(html) ?? [];
  const values = addressValues({ clientId: id, personId: id, handle: "evergreen" });
  const patterns = (await routeAddresses()).map(({ pattern }) => pattern);
  return patterns.filter((pattern) => pattern !== "/sign-out").map((pattern) => fillPattern(pattern, values));
}

test("the secrets are real: the service is sent them", () => {
  expect(upstream.tokens.size).toBeGreaterThan(0);
  const [token] = upstream.tokens;
  expect(upstream.received.some((headers) => headers["x-house-key"] === apiKey)).toBe(true);
  expect(upstream.received.some((headers) => headers.authorization === `Bearer ${token}`)).toBe(true);
  expect(secretsIn(`a page with ${token}`)).toHaveLength(1);
  expect(secretsIn(`a page with ${Buffer.from(apiKey).toString("base64")}`)).toHaveLength(1);
});

test("no page, data answer or form tells them", async () => {
  const addresses = await everyAddress();
  const before = upstream.received.length;
  for (const path of addresses) {
    await look(path);
    await look(dataPath(path));
    await look(path, { headers: { cookie: cookiesWith("lk_pin=full") } });
    await look(path, { method: "POST", headers: post, body: "name=&email=" });
  }
  expect(told.length).toBe(addresses.length * 4);
  expect(upstream.received.length - before, "pages that were made of the service's answers").toBeGreaterThan(100);
  expect(findings()).toEqual([]);
});

const post = { origin: publicOrigin, "content-type": "application/x-www-form-urlencoded" };
const cookiesWith = (more: string): string =>
  [...visitor.cookies]
    .map((pair) => pair.join("="))
    .concat(more)
    .join("; ");

/** So long that no call is made again. */
const askNoMore = { "content-type": "application/vnd.api+json", "retry-after": "3600" };

test("a service that says them back is not repeated", async () => {
  const addresses = await everyAddress();
  const before = upstream.received.length;
  for (const status of [400, 403, 409, 422, 500, 401]) {
    upstream.interrupt((request) => {
      if (new URL(request.url).pathname.endsWith("/sessions/current")) return null;
      const echo = [...request.headers].map((pair) => pair.join(": ")).join("; ");
      const problem = {
        id: apiKey,
        status: String(status),
        code: apiKey,
        title: echo,
        detail: `${echo} ${sessionSecret}`,
      };
      const errors = ["name", "email"].map((field) => ({
        ...problem,
        source: { pointer: `/data/attributes/${field}` },
      }));
      return Response.json({ errors }, { status, headers: askNoMore });
    });
    for (const path of addresses) {
      await look(path);
      await look(dataPath(path));
    }
    for (const { pattern } of [...agentForms, ...publicForms]) {
      if (pattern.includes(":")) continue;
      const fields = { name: "Nia", email: "nia@client.example", password: "x", code: "000000", handle: "somewhere" };
      await look(pattern, { method: "POST", headers: post, body: new URLSearchParams(fields).toString() });
    }
    upstream.interrupt(null);
  }
  expect(upstream.received.length - before).toBeGreaterThan(100);
  expect(findings()).toEqual([]);
});

test("nothing that is written down tells them", () => {
  expect(server.output()).toContain('"level":"debug"');
  expect(secretsIn(server.output())).toEqual([]);
  const files = readdirSync(server.dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(100);
  const telling = files.filter(
    (file) => secretsIn(readFileSync(join(file.parentPath, file.name), "latin1")).length > 0,
  );
  expect(telling.map(({ name }) => name)).toEqual([]);
});

test("no file that browsers are served tells them, or how the server is written", () => {
  const files = readdirSync(join(import.meta.dirname, "..", "..", "build", "client"), {
    recursive: true,
    encoding: "utf8",
  });
  expect(files.filter((name) => name.endsWith(".js")).length).toBeGreaterThan(10);
  expect(files.filter((name) => name.endsWith(".map"))).toEqual([]);
});
