import { afterAll, beforeAll, expect, test } from "vitest";
import { scoreAnswer } from "#tests/support/observatory.ts";
import { demoOwner } from "#tests/support/records.ts";
import { addressValuesOf, fillPattern, routeAddresses } from "#tests/support/route-map.ts";
import { type ServerProcess, startServer } from "#tests/support/server-process.ts";
import { meets } from "#tests/support/turns.ts";
import { Visitor } from "#tests/support/visitor.ts";

// What browsers are told about every answer, by the measure that everybody uses.

/** All there is without a cookie, hashes of our own scripts and a place on browsers' preload list: 5 points each. */
const leastScore = 150;
const publicOrigin = "https://agents.example";
const formType = { "content-type": "application/x-www-form-urlencoded" };

let server: ServerProcess;
let visitor: Visitor;

beforeAll(async () => {
  server = await startServer({ PUBLIC_ORIGIN: publicOrigin, DEMO: "on" });
  visitor = new Visitor(server.address);
});
afterAll(async () => {
  await visitor.close();
  await server.stop();
});

const usual = {
  "content-security-policy": "default-src 'self'; script-src 'self' 'unsafe-inline'; frame-ancestors 'none'",
  "referrer-policy": "same-origin",
  "strict-transport-security": "max-age=63072000",
  "x-content-type-options": "nosniff",
};
const strict = { ...usual, "content-security-policy": "default-src 'none'; frame-ancestors 'none'" };

/** Scores that version 1.6.3 itself gave. */
const known: readonly { is: string; headers: Record<string, string>; html: string; score: number }[] = [
  { is: "without a header", headers: {}, html: "", score: 30 },
  { is: "as many sites give it", headers: usual, html: "", score: 80 },
  { is: "with a bare cookie", headers: { ...usual, "set-cookie": "session=1; Path=/" }, html: "", score: 50 },
  { is: "with a strict policy", headers: strict, html: "", score: 120 },
  { is: "with others' script", headers: strict, html: '<script src="https://cdn.example/a.js"></script>', score: 115 },
  {
    is: "that all sites may read",
    headers: { ...strict, ...{ "access-control-allow-origin": "*" } },
    html: "",
    score: 120,
  },
  {
    is: "without https for long",
    headers: { ...strict, "strict-transport-security": "max-age=60" },
    html: "",
    score: 110,
  },
  { is: "with a plain image", headers: withPlainImages(), html: "", score: 100 },
];

function withPlainImages(): Record<string, string> {
  return { ...strict, "content-security-policy": `${strict["content-security-policy"]}; img-src http:` };
}

test.for(known)("the measure gives an answer $is $score", ({ headers, html, score }) => {
  expect(scoreAnswer(new Headers(headers), html).score).toBe(score);
});

type Asked = NonNullable<Parameters<Visitor["request"]>[1]>;

/** What is wrong with the headers of an answer; "" when nothing is. */
async function flawOf(path: string, init: Asked): Promise<string> {
  const response = await visitor.request(path, init);
  const headers = new Headers([...response.headers]);
  const { score, findings, costs } = scoreAnswer(headers, await response.text());
  // The Observatory passes over these two; a base or a form that leads elsewhere would still be a way out.
  const policy = headers.get("content-security-policy") ?? "";
  const isClosed = /base-uri 'none'/.test(policy) && /form-action '(none|self)'/.test(policy);
  return score >= leastScore && costs.length === 0 && isClosed
    ? ""
    : `${init.method ?? "GET"} ${path} ${response.status}: ${score} ${JSON.stringify({ ...findings, policy })}`;
}

async function signIn(): Promise<string> {
  expect((await visitor.signIn(demoOwner)).url.pathname).toBe("/dashboard");
  return [...visitor.cookies].map((pair) => pair.join("=")).join("; ");
}

/** Every address of the map, and the files of a page that hydrates. The way out comes last: behind it is the sign-in. */
async function everyPath(full: Asked): Promise<string[]> {
  const [, id = ""] = /\/clients\/([0-9a-f-]{36})/.exec((await visitor.open("/clients/")).html) ?? [];
  const [, packageId = id] = /\/packages\/([0-9a-f-]{36})/.exec((await visitor.open("/packages/")).html) ?? [];
  const values = { ...addressValuesOf(id, "evergreen"), packageId };
  const paths = (await routeAddresses()).map(({ pattern }) => fillPattern(pattern, values));
  const page = await (await visitor.request("/clients/new", full)).text();
  const assets = new Set(page.match(/\/assets\/[\w.-]+/g));
  expect(assets.size, "files of a page that hydrates").toBeGreaterThan(2);
  const files = ["/favicon.svg", "/robots.txt", "/healthz", "/assets/none.js", ...assets];
  return [...files, ...paths.filter((path) => path !== "/sign-out"), "/sign-out"];
}

test("every answer scores at least 150, before and after the sign-in, with and without scripts", async () => {
  const cookie = await signIn();
  const full = { headers: { cookie: `${cookie}; lk_pin=full` } };
  const ways: readonly Asked[] = [
    { headers: { origin: "https://elsewhere.example" } },
    full,
    { method: "POST" },
    { method: "POST", headers: { ...formType, origin: publicOrigin }, body: "name=&email=" },
  ];
  const flaws: string[] = [];
  // Each address in one of the ways to read it, and in one to write: one layer answers for all of them.
  for (const [place, path] of (await everyPath(full)).entries())
    for (const [turn, way] of ways.entries()) if (meets(place, turn, 2)) flaws.push(await flawOf(path, way));
  expect(flaws.length).toBeGreaterThan(150);
  expect(flaws.filter((flaw) => flaw !== "")).toEqual([]);
});

test("the cookie of a session is told to nobody but this server", async () => {
  const fresh = new Visitor(server.address);
  await fresh.open("/login/");
  const form = fresh.page.document.querySelector("form[method=post]");
  const hidden = form?.querySelectorAll("input[type=hidden]") ?? [];
  const body = new URLSearchParams(
    hidden.map((input) => [input.getAttribute("name") ?? "", input.getAttribute("value") ?? ""]),
  );
  body.set("email", demoOwner.email);
  body.set("password", demoOwner.password);
  const headers = { ...formType, "sec-fetch-site": "same-origin" };
  const response = await fresh.request("/login/", { method: "POST", headers, body: body.toString() });
  const cookies = response.headers.getSetCookie();
  expect(cookies.find((cookie) => cookie.startsWith("__Host-latchkey="))).toMatch(/; Path=\/; .*HttpOnly/);
  expect(cookies.every((cookie) => /; Secure/.test(cookie) && /; SameSite=(Lax|Strict)/.test(cookie))).toBe(true);
  expect(scoreAnswer(new Headers([...response.headers]), "").score).toBeGreaterThanOrEqual(155);
  await fresh.close();
});
