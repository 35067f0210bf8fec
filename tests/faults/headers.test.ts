import { afterAll, beforeAll, expect, test } from "vitest";
import { scoreAnswer } from "#tests/support/observatory.ts";
import { addressValues, fillPattern, routeAddresses } from "#tests/support/route-map.ts";
import { type ServerProcess, startServer } from "#tests/support/server-process.ts";
import { Visitor } from "#tests/support/visitor.ts";

// What browsers are told about every answer, by the measure that everybody uses.

const leastScore = 150;

let server: ServerProcess;
let visitor: Visitor;

beforeAll(async () => {
  server = await startServer({ PUBLIC_ORIGIN: "https://agents.example", DEMO: "on" });
  visitor = new Visitor(server.address);
});
afterAll(async () => {
  await visitor.close();
  await server.stop();
});

async function score(path: string, init?: Parameters<Visitor["request"]>[1]): Promise<string> {
  const response = await visitor.request(path, init);
  const headers = new Headers([...response.headers]);
  const { score: points, findings } = scoreAnswer(headers, await response.text());
  const costs = Object.values(findings).filter(([, modifier]) => modifier < 0);
  return points >= leastScore && costs.length === 0
    ? ""
    : `${path} ${response.status}: ${points} ${JSON.stringify(findings)}`;
}

test("the measure can tell good from bad", () => {
  expect(scoreAnswer(new Headers(), "").score).toBeLessThan(40);
  const usual = {
    "content-security-policy": "default-src 'self'; script-src 'self' 'unsafe-inline'; frame-ancestors 'none'",
    "referrer-policy": "same-origin",
    "strict-transport-security": "max-age=63072000",
    "x-content-type-options": "nosniff",
  };
  expect(scoreAnswer(new Headers(usual), "").score).toBe(80);
  expect(scoreAnswer(new Headers([...Object.entries(usual), ["set-cookie", "session=1; Path=/"]]), "").score).toBe(60);
  expect(scoreAnswer(new Headers(usual), '<script src="https://cdn.example/a.js">').findings.scripts?.[1]).toBeLessThan(
    0,
  );
});

test("every page before and after the sign-in scores at least 150, with and without scripts", async () => {
  await visitor.open("/login/");
  const demo = { email: "owner@evergreen.example", password: "evergreen-demo-2026" };
  const { url, html } = await visitor.submit(demo, { button: "Login" });
  expect(url.pathname).toBe("/dashboard");
  const [, id = ""] = /\/clients\/([0-9a-f-]{36})/.exec((await visitor.open("/clients/")).html) ?? [];
  expect(html).not.toBe("");
  const values = addressValues({ clientId: id, personId: id, handle: "evergreen" });
  const paths = (await routeAddresses()).map(({ pattern }) => fillPattern(pattern, values));
  // The way out comes last: behind it all pages are the sign-in page.
  paths.push(...paths.splice(paths.indexOf("/sign-out"), 1));
  const full = {
    cookie: [...visitor.cookies]
      .map((pair) => pair.join("="))
      .concat("lk_pin=full")
      .join("; "),
  };
  const low: string[] = [];
  for (const path of ["/favicon.svg", "/robots.txt", "/healthz", "/assets/none.js", ...paths]) {
    low.push(await score(path), await score(path, { headers: full }), await score(path, { method: "POST" }));
  }
  expect(low.filter((line) => line !== "")).toEqual([]);
});

test("the cookie of a session is told to nobody but this server", async () => {
  const fresh = new Visitor(server.address);
  await fresh.open("/login/");
  const form = fresh.page.document.querySelector("form[method=post]");
  const hidden = form?.querySelectorAll("input[type=hidden]") ?? [];
  const body = new URLSearchParams(
    hidden.map((input) => [input.getAttribute("name") ?? "", input.getAttribute("value") ?? ""]),
  );
  body.set("email", "owner@evergreen.example");
  body.set("password", "evergreen-demo-2026");
  const headers = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
  const response = await fresh.request("/login/", { method: "POST", headers, body: body.toString() });
  const cookies = response.headers.getSetCookie();
  expect(cookies.find((cookie) => cookie.startsWith("__Host-latchkey="))).toMatch(/; Path=\/; .*HttpOnly/);
  expect(cookies.every((cookie) => /; Secure/.test(cookie) && /; SameSite=(Lax|Strict)/.test(cookie))).toBe(true);
  expect(scoreAnswer(new Headers([...response.headers]), "").score).toBeGreaterThanOrEqual(155);
  await fresh.close();
});
