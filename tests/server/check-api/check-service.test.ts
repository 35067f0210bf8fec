import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkService } from "#server/check-api/check-service.ts";
import { checks } from "#server/check-api/checks.ts";
import { readEnv } from "#server/env.ts";
import { StartRefused } from "#server/start-refused.ts";
import { demoPassword } from "#server/upstream/demo/demo.ts";
import { ashToken, startAshApi } from "#tests/support/ash-api.ts";
import { type ListeningUpstream, startListeningUpstream } from "#tests/support/listening-upstream.ts";

const owner = { email: "owner@evergreen.example", password: demoPassword };

let upstream: ListeningUpstream;
beforeAll(async () => {
  upstream = await startListeningUpstream("http://localhost:3000");
});
afterAll(() => upstream.close());

interface Given {
  readonly url?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly credentials?: typeof owner;
}

async function check({ url = upstream.url, env = {}, credentials = owner }: Given = {}) {
  const progress: number[] = [];
  const checked = await checkService({
    ...{ service: readEnv({ API_URL: url, ...env }), url, readCredentials: async () => credentials },
    onProgress: (done) => progress.push(done),
  });
  return { ...checked, progress };
}

/** The lines of a report that do not say "works". */
const complaints = (text: string) => text.split("\n").filter((line) => /^(missing|refused|FAILED|untried)/.test(line));

describe("the embedded service", () => {
  test("offers everything, and is told goodbye", async () => {
    const { text, isEnough, progress } = await check();
    expect(complaints(text)).toEqual([]);
    expect(text).toContain(`${checks.length} of ${checks.length} calls work. Latchkey can work on this service.`);
    expect(isEnough).toBe(true);
    expect(progress.at(-1)).toBe(checks.length);
    const [token = ""] = [...upstream.tokens].slice(-1);
    const again = await fetch(`${upstream.url}/sessions/current`, {
      headers: { accept: "application/vnd.api+json", authorization: `Bearer ${token}` },
    });
    expect(again.status).toBe(401);
  });

  test("is only read: the one thing written is the session", async () => {
    const writes: string[] = [];
    upstream.interrupt((request) => {
      if (request.method !== "GET") writes.push(`${request.method} ${new URL(request.url).pathname}`);
      return null;
    });
    await check();
    upstream.interrupt(null);
    expect(writes).toEqual(["POST /api/sessions", "DELETE /api/sessions/current"]);
  });
});

describe("a service that lacks something", () => {
  test("that can be done without is enough, and the report says what is missing", async () => {
    upstream.interrupt(({ url }) => {
      if (url.includes("/api/tasks")) return new Response(null, { status: 404 });
      return decodeURIComponent(url).includes("filter[archived]") ? new Response(null, { status: 400 }) : null;
    });
    const { text, isEnough } = await check();
    upstream.interrupt(null);
    expect(isEnough).toBe(true);
    expect(complaints(text)).toHaveLength(5);
    expect(text).toContain("Answered 404. No tasks.");
    expect(text).toContain("Answered 400. No list of archived clients.");
    expect(text).toContain("leaves out what the 5 others are for");
  });

  test("that everything needs is not enough", async () => {
    upstream.interrupt(({ url }) =>
      /\/clients(\?|$)/.test(url) ? new Response('{ "data": "none" }', { status: 200 }) : null,
    );
    const { text, isEnough } = await check();
    upstream.interrupt(null);
    expect(isEnough).toBe(false);
    expect(text).toMatch(/^FAILED {3}needed {3}GET \/clients$/m);
    expect(text).toContain("Latchkey cannot work on this service");
  });

  test("has its answers read attribute by attribute, and its texts are not repeated", async () => {
    upstream.interrupt(({ url }) => {
      if (!/\/packages(\?|$)/.test(url)) return null;
      const data = [{ type: "package", id: "00000000-0000-4000-8000-000000000000", attributes: { street: 7 } }];
      return Response.json({ data, errors: "secret" }, { headers: { "content-type": "application/vnd.api+json" } });
    });
    const { text } = await check();
    upstream.interrupt(null);
    expect(text).toContain("Cannot be read: data.0.street: Expected string, received number. No properties.");
    expect(text).not.toContain("secret");
  });
});

describe("nothing is tried, and a sentence says why, where", () => {
  test("the password is wrong", async () => {
    const call = check({ credentials: { ...owner, password: "hunter2-of-mine" } });
    await expect(call).rejects.toThrow(new StartRefused("The service refused this email or password."));
  });

  test.each<[said: string, answer: () => Response]>([
    [
      "answered 200 with a web page",
      () => new Response("<!doctype html><title>Agents</title>", { headers: { "content-type": "text/html" } }),
    ],
    [
      "answered 404 with text/plain",
      () => new Response("nothing", { status: 404, headers: { "content-type": "text/plain" } }),
    ],
    ["answered 200 with JSON, but no document of JSON:API", () => Response.json([{ id: 1 }])],
    ["answered 302, which leads to /login", () => new Response(null, { status: 302, headers: { location: "/login" } })],
  ])("the address %s: it is said before a password is asked for", async (said, answer) => {
    upstream.interrupt(answer);
    const asked = checkService({
      ...{ service: readEnv({ API_URL: upstream.url }), url: upstream.url, onProgress() {} },
      readCredentials: () => Promise.reject(new Error("nobody is asked")),
    });
    await expect(asked).rejects.toThrow(
      `Tried GET ${upstream.url}/clients: ${said}. Name the root of the JSON:API service`,
    );
    upstream.interrupt(null);
  });

  test("the address is the site's, not the service's: that one is named", async () => {
    const site = new URL(upstream.url).origin;
    const page = { headers: { "content-type": "text/html; charset=utf-8" } };
    upstream.interrupt(({ url }) => (new URL(url).pathname.startsWith("/api/") ? null : new Response("<h1>", page)));
    await expect(check({ url: site })).rejects.toThrow(
      `There is a JSON:API service at ${site}/api: name that address.`,
    );
    upstream.interrupt(null);
  });

  test("nothing answers", async () => {
    await expect(check({ url: "http://127.0.0.1:9/api" })).rejects.toThrow(
      /^Tried GET http:\/\/127\.0\.0\.1:9\/api\/clients: no answer \([^)]+\)\./,
    );
  });

  test("the service knows no sessions", async () => {
    upstream.interrupt(({ method }) => (method === "GET" ? null : new Response(null, { status: 404 })));
    const call = check();
    await expect(call).rejects.toThrow(/^The service has no POST \/sessions\. .*API_IDENTITY/);
    upstream.interrupt(null);
  });
});

test("a stock AshJsonApi with clients alone is enough, with people that Latchkey knows", async () => {
  const { origin } = await startAshApi();
  const env = { API_IDENTITY: "embedded", API_TOKEN: ashToken, API_WORKSPACE_ID: "w", API_ATTRIBUTE_CASE: "snake" };
  const { text, isEnough } = await check({ url: `${origin}/api`, env });
  expect(text).not.toContain(ashToken);
  expect(isEnough).toBe(true);
  const works = text.split("\n").flatMap((line) => /^works +\w+ +GET (\S+)/.exec(line)?.[1] ?? []);
  expect(works).toEqual([
    "/clients",
    "/clients?page[limit]=15&sort=-inserted_at",
    "/clients/{client}",
    "/clients?page[count]=true",
    "/clients?include=buyer_profile",
    "/clients/{client}?include=buyer_profile",
    "/clients?sort=inserted_at",
    "/clients?sort=name",
    "/clients?page[limit]=250",
  ]);
});

test("every list that the app reads is tried", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".server.ts"));
  const lists = files.flatMap((file) => {
    const text = readFileSync(join("app", file), "utf8");
    return [...text.matchAll(/\blist\("(\/[a-z_/]+)"/g)].map(([, path = ""]) => path);
  });
  const tried = new Set(checks.map(({ call }) => call.split("?")[0]));
  expect([...new Set(lists)].filter((path) => !tried.has(path))).toEqual([]);
  expect(lists.length).toBeGreaterThan(50);
});
