import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { settings } from "#server/env.ts";
import type { FindMailedLink } from "#tests/support/agent.ts";
import type { AgentForm, SeededAgent } from "#tests/support/form-types.ts";
import { agentForms, publicForms } from "#tests/support/forms.ts";
import { type ListeningUpstream, startListeningUpstream } from "#tests/support/listening-upstream.ts";
import { scoreAnswer } from "#tests/support/observatory.ts";
import { plantSecret, secretsIn } from "#tests/support/planted-secrets.ts";
import { fillForm, type PostedForm } from "#tests/support/posted-form.ts";
import { demoOwner } from "#tests/support/records.ts";
import { addressValues, dataPath, fillPattern, routeAddresses } from "#tests/support/route-map.ts";
import { seed } from "#tests/support/seeded-agent.ts";
import { type ServerProcess, startServer } from "#tests/support/server-process.ts";
import { meets } from "#tests/support/turns.ts";
import { Visitor } from "#tests/support/visitor.ts";

// What the server knows and a browser must not: planted where it belongs, looked for everywhere else. The same answers are held
// against the measure that everybody uses for what browsers are told in headers.

/** All there is without a cookie, hashes of our own scripts and a place on browsers' preload list: 5 points each. */
const leastScore = 150;

const publicOrigin = "https://agents.example";
const apiKey = plantSecret("api-key");
const sessionSecret = plantSecret("session-secret");
const owner = { name: "Olivia Grant", ...demoOwner };

let upstream: ListeningUpstream;
let server: ServerProcess;
let visitor: Visitor;
let agent: SeededAgent;
/** Everything that went to the browser: bodies, headers and cookies. */
const told: { readonly where: string; readonly text: string; readonly headerFlaw: string | null }[] = [];

beforeAll(async () => {
  upstream = await startListeningUpstream(publicOrigin);
  server = await startServer({
    PUBLIC_ORIGIN: publicOrigin,
    API_URL: upstream.url,
    API_SERVICE: "latchkey",
    API_KEY: apiKey,
    API_KEY_HEADER: "x-house-key",
    SESSION_SECRETS: sessionSecret,
    LOG_LEVEL: "debug",
    // One visitor sends more than 600 forms a minute here when the machine is quick.
    ADDRESS_LIMITS: "off",
  });
  visitor = new Visitor(server.address);
  const page = await visitor.signIn(owner);
  expect(page.url.pathname).toBe("/dashboard");
  agent = await seed({ visitor, ...owner, workspaceName: "Evergreen Realty", handle: "evergreen" });
});
afterAll(async () => {
  await Promise.all([visitor, ...guests].map((each) => each.close()));
  await server.stop();
  await upstream.close();
});

const secrets = (): string[] => [apiKey, sessionSecret, ...upstream.tokens];

async function look(path: string, init?: Parameters<Visitor["request"]>[1], by = visitor): Promise<void> {
  const response = await by.request(path, init);
  const headers = [...response.headers];
  const body = await response.text();
  told.push({
    where: `${init?.method ?? "GET"} ${path} ${response.status}`,
    text: `${headers.map((pair) => pair.join(": ")).join("\n")}\n${body}`,
    headerFlaw: headerFlawOf(new Headers(headers), body),
  });
}

/** What is wrong with the headers of an answer; null when nothing is. */
function headerFlawOf(headers: Headers, body: string): string | null {
  const isPage = headers.get("content-type")?.startsWith("text/html") === true;
  const { score, findings, costs } = scoreAnswer(headers, isPage ? body : "");
  // The Observatory passes over these two; a base or a form that leads elsewhere would still be a way out.
  const policy = headers.get("content-security-policy") ?? "";
  const isClosed = /base-uri 'none'/.test(policy) && /form-action '(none|self)'/.test(policy);
  if (score >= leastScore && costs.length === 0 && isClosed) return null;
  return `${score} ${JSON.stringify({ ...findings, policy })}`;
}

const findings = () =>
  told.flatMap(({ where, text }) => secretsIn(text, secrets()).map((secret) => `${secret} in ${where}`));

/** Every address of the map but the way out. */
async function everyAddress(): Promise<string[]> {
  const patterns = (await routeAddresses()).map(({ pattern }) => pattern);
  return patterns
    .filter((pattern) => pattern !== "/sign-out")
    .map((pattern) => fillPattern(pattern, addressValues(agent)));
}

test("the secrets are real: the service is sent them, and they would be found", () => {
  expect(upstream.tokens.size).toBeGreaterThan(0);
  const [token = ""] = upstream.tokens;
  expect(upstream.received.some((headers) => headers["x-house-key"] === apiKey)).toBe(true);
  expect(upstream.received.some((headers) => headers.authorization === `Bearer ${token}`)).toBe(true);
  const base64 = ["", "a", "ab"].map((before) => Buffer.from(`${before}${apiKey}, and more`).toString("base64"));
  for (const text of [
    `a page with ${token}`,
    JSON.stringify({ apiKey }),
    Buffer.from(apiKey).toString("hex"),
    ...base64,
  ])
    expect(secretsIn(text, secrets()), text).toHaveLength(1);
});

test("the cookie of a session is told to nobody but this server", async () => {
  const fresh = new Visitor(server.address);
  await fresh.open("/login/");
  const form = fresh.page.document.querySelector("form[method=post]");
  const hidden = form?.querySelectorAll("input[type=hidden]") ?? [];
  const body = new URLSearchParams(
    hidden.map((input) => [input.getAttribute("name") ?? "", input.getAttribute("value") ?? ""]),
  );
  body.set("email", owner.email);
  body.set("password", owner.password);
  const headers = { "content-type": post["content-type"], "sec-fetch-site": "same-origin" };
  const response = await fresh.request("/login/", { method: "POST", headers, body: body.toString() });
  const cookies = response.headers.getSetCookie();
  expect(cookies.find((cookie) => cookie.startsWith("__Host-latchkey="))).toMatch(/; Path=\/; .*HttpOnly/);
  expect(cookies.every((cookie) => /; Secure/.test(cookie) && /; SameSite=(Lax|Strict)/.test(cookie))).toBe(true);
  expect(scoreAnswer(new Headers([...response.headers]), "").score).toBeGreaterThanOrEqual(155);
  await fresh.close();
});

test("no page, data answer, form or file of the running server tells them", async () => {
  // One in eight: the census holds all of them against the same measure, with the same layers around the app.
  const addresses = (await everyAddress()).filter((_path, place) => meets(place, 0, 8));
  const before = upstream.received.length;
  for (const [place, path] of addresses.entries()) {
    // With and without scripts by turns: both are made of the same data.
    await look(path, { headers: meets(place, 0, 2) ? { cookie: cookiesWith("lk_pin=full") } : fromElsewhere });
    await look(dataPath(path));
    await look(path, { method: "POST", headers: post, body: "name=&email=" });
    // One layer refuses what no form of ours sent.
    if (meets(place, 0, 8)) await look(path, { method: "POST" });
  }
  const page = await (
    await visitor.request("/clients/new", { headers: { cookie: cookiesWith("lk_pin=full") } })
  ).text();
  const assets = new Set(page.match(/\/assets\/[\w.-]+/g));
  expect(assets.size, "files of a page that hydrates").toBeGreaterThan(2);
  const files = ["/healthz", "/readyz", "/robots.txt", "/favicon.svg", "/no/such/page", "/assets/none.js", ...assets];
  for (const path of files) await look(path, { headers: fromElsewhere });
  expect(told.length).toBeGreaterThan(addresses.length * 3 + files.length);
  expect(upstream.received.length - before, "pages that were made of the service's answers").toBeGreaterThan(20);
  expect(findings()).toEqual([]);
});

const fromElsewhere = { origin: "https://elsewhere.example" };
const post = { origin: publicOrigin, "content-type": "application/x-www-form-urlencoded" };
const cookiesWith = (more: string): string => [...visitor.cookies, [more]].map((pair) => pair.join("=")).join("; ");

/** So long that no call is made again. */
const askNoMore = { "content-type": "application/vnd.api+json", "retry-after": "3600" };

/** Answers with everything that it was sent, wherever an error has room for text. */
function sayBack({ headers }: Request, status: number): Response {
  const echo = [...headers].map((pair) => pair.join(": ")).join("; ");
  const problem = { id: apiKey, status: String(status), code: apiKey, title: echo, detail: `${echo} ${sessionSecret}` };
  const pointers = ["name", "email"].map((field) => ({ pointer: `/data/attributes/${field}` }));
  const errors = pointers.map((source) => ({ ...problem, source }));
  return Response.json({ errors }, { status, headers: askNoMore });
}

const guests: Visitor[] = [];

/** Reads the service's mails: a server beside another API has no outbox. */
const findLink: FindMailedLink = async (_visitor, email, path) => {
  const texts = (await upstream.mails(1000)).filter(({ to }) => to === email).map(({ text }) => text);
  const link = texts.join("\n").match(new RegExp(`${path}[\\w-]{43}`))?.[0];
  if (link === undefined) throw new Error(`No mail to ${email} links to ${path}`);
  return link;
};

const mailless = publicForms.filter(({ pattern }) => !pattern.includes(":"));

interface OpenForm {
  readonly form: PostedForm;
  readonly by: Visitor;
}

/** The demo workspace cannot ask for another plan, which would be too small, and so cannot take that back. */
const isAskedFor = ({ pattern }: AgentForm): boolean => pattern !== "/settings/billing/withdrawal";

/** Every form that writes and can be opened without a mail to who fills it in, filled in while the service still answers. */
async function filledForms(): Promise<OpenForm[]> {
  const forms: OpenForm[] = [];
  for (const { open, button, typed } of agentForms.filter(isAskedFor))
    forms.push({ form: fillForm(await open(visitor, agent, findLink), button, typed(agent)), by: visitor });
  for (const { open, button, typed } of mailless) {
    const by = new Visitor(server.address);
    guests.push(by);
    forms.push({ form: fillForm(await open(by, owner), button, typed()), by });
  }
  return forms;
}

test("a service that says them back is not repeated", { timeout: 240_000 }, async () => {
  const addresses = await everyAddress();
  const forms = await filledForms();
  const answered = { reads: 0, writes: 0 };
  // 401 comes last: it ends the session.
  // Each form and each page meets one or two of them: one code reads what the service says.
  for (const [turn, status] of [400, 403, 404, 409, 412, 422, 429, 500, 401].entries()) {
    upstream.interrupt((request) => {
      if (request.method === "GET") return null;
      answered.writes += 1;
      return sayBack(request, status);
    });
    for (const [place, { form, by }] of forms.entries()) {
      if (!meets(place, turn, 5)) continue;
      await look(form.path, { method: "POST", headers: post, body: form.fields.toString() }, by);
    }
    upstream.interrupt((request) => {
      if (new URL(request.url).pathname.endsWith("/sessions/current")) return null;
      answered.reads += 1;
      return sayBack(request, status);
    });
    // The other answers are said back to pages in the census.
    for (const [place, path] of addresses.entries())
      if (status === 401 && meets(place, 0, 5)) await look(meets(place, 0, 2) ? path : dataPath(path));
    upstream.interrupt(null);
  }
  expect(told.filter(({ text }) => text.includes("came from your network")).map(({ where }) => where)).toEqual([]);
  expect(answered.writes, "forms that came as far as the service").toBeGreaterThan(80);
  expect(told.filter(({ text }) => text.includes("Bearer [hidden]")).length, "forms that show it").toBeGreaterThan(5);
  expect(answered.reads, "pages that came as far as the service").toBeGreaterThan(0);
  expect(findings()).toEqual([]);
});

test("every answer scores at least 150, whatever it says, before and after the sign-in and on the way out", async () => {
  const guest = new Visitor(server.address);
  guests.push(guest);
  for (const path of ["/login/", "/login/link", "/register/account", "/"]) await look(path, {}, guest);
  await look("/sign-out");
  await look("/sign-out", { method: "POST", headers: post });
  const flaws = told.flatMap(({ where, headerFlaw }) => (headerFlaw === null ? [] : [`${where}: ${headerFlaw}`]));
  expect(flaws).toEqual([]);
});

test("nothing that is written down tells them", () => {
  expect(server.output()).toContain('"level":"debug"');
  expect(secretsIn(server.output(), secrets())).toEqual([]);
  const files = readdirSync(server.dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(100);
  const telling = files.filter(
    (file) => secretsIn(readFileSync(join(file.parentPath, file.name), "latin1"), secrets()).length > 0,
  );
  expect(telling.map(({ name }) => name)).toEqual([]);
});

test("no file that browsers are served says how the server is written or set", () => {
  const folder = join(import.meta.dirname, "..", "..", "build", "client");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const scripts = files.filter((name) => name.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(10);
  expect(files.filter((name) => name.endsWith(".map"))).toEqual([]);
  const names = Object.keys(settings.shape).filter((name) => name.includes("_"));
  const telling = scripts.filter((name) => {
    const text = readFileSync(join(folder, name), "utf8");
    return ["sourceMappingURL", "process.env.", ...names].some((word) => text.includes(word));
  });
  expect(telling).toEqual([]);
});
