import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "#server/project-root.ts";
import { readAheadExceptions } from "#tests/support/ahead-rules.ts";
import { routeAddresses } from "#tests/support/route-map.ts";
import { makeWeb } from "./test-web.ts";

const sourceOf = (file: string) => readFileSync(join(projectRoot, "app", file), "utf8");
const pathOf = (pattern: string) => pattern.replace(/:\w+/g, "11111111").replace(/\*$/, "x");

/** What a page does where being asked for counts as seen. */
const counts = /\b(noteOpened|isAskedByPerson|isClicked|loadThread)\(/;

test("no file, and no page that counts as seen, is fetched before the click", async () => {
  const isExcepted = await readAheadExceptions();
  const addresses = await routeAddresses();
  const readable = addresses.filter(({ file }) => /export .*\bloader\b/.test(sourceOf(file)));
  const wanted = readable.filter(({ file }) => {
    const source = sourceOf(file);
    const isFile = file.endsWith(".ts") && !/export (default|async function action)/.test(source);
    return isFile || counts.test(source);
  });
  const missing = wanted.filter(({ pattern }) => !isExcepted(pathOf(pattern))).map(({ pattern }) => pattern);
  expect(missing).toEqual([]);
  expect(wanted.length).toBeGreaterThan(15);
  const others = ["/notifications", "/sign-out", "/client-portal/sign-out", "/shared/x", "/shared/x/view"];
  expect(
    [...others, "/client-portal/?language=es", "/client-portal?workspace=x"].filter((path) => !isExcepted(path)),
  ).toEqual([]);
});

test("only what is known here counts a page as seen by who asks for it", () => {
  const callers = globSync("**/*.{ts,tsx}", { cwd: join(projectRoot, "app") })
    .filter((file) => /\b(isAskedByPerson|isClicked)\(/.test(sourceOf(file)))
    .sort();
  const own = "session/asked-by-person.server.ts";
  expect(callers).toEqual(["messages/show.tsx", "portal/opened.server.ts", "portal/portal-messages.server.ts", own]);
});

test("pages of staff, clients and visitors are fetched before the click", async () => {
  const isExcepted = await readAheadExceptions();
  const pages = [
    ["/dashboard", "/clients/", "/clients/1?tab=x", "/packages/1/documents", "/messages/", "/settings/general"],
    [
      "/client-portal/dashboard",
      "/client-portal/dashboard/properties",
      "/client-portal/",
      "/client-portal/?x=1",
      "/shared/t/documents/1/summary",
    ],
  ];
  expect(pages.flat().filter(isExcepted)).toEqual([]);
});

const ahead = { headers: { "sec-purpose": "prefetch" } };

test("a busy server, and a browser that saves data, are spared what is fetched ahead", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const web = makeWeb({ app: () => promise.then(() => new Response("page")) });
  const waiting = Array.from({ length: 20 }, () => web.request("/clients/"));
  expect((await web.request("/clients/", ahead)).status).toBe(503);
  resolve();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  expect((await web.request("/clients/", ahead)).status).toBe(200);
  const saving = { headers: { ...ahead.headers, "save-data": "on" } };
  expect((await web.request("/clients/", saving)).status).toBe(503);
  expect((await web.request("/clients/", { headers: { "save-data": "on" } })).status).toBe(200);
});

test("a form's answer has browsers forget the pages of before", async () => {
  const web = makeWeb();
  const origin = { origin: "http://localhost:3000", "sec-fetch-site": "same-origin" };
  const posted = await web.request("/clients/new", { method: "POST", headers: origin });
  expect(posted.headers.get("clear-site-data")).toBe('"prefetchCache"');
  expect((await web.request("/clients/")).headers.has("clear-site-data")).toBe(false);
});
