import { setTimeout as wait } from "node:timers/promises";
import { http } from "msw";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Application, startApplication } from "#tests/support/application.ts";
import type { FurnishedAgent } from "#tests/support/form-types.ts";
import { registerFurnishedAgent } from "#tests/support/furnished-agent.ts";
import { addressValues, fillPattern, isForPrograms, routeAddresses } from "#tests/support/route-map.ts";
import { linkOf, typedIn } from "./page-reading.ts";

// A side call is one whose failure leaves its page 200. None of them may hold the page: each ends after a second, and the page
// says what is missing.

/** Milliseconds within which a page is answered whose side calls all hang. */
const patience = 1_500;

let application: Application;
let agent: FurnishedAgent;

beforeAll(async () => {
  application = await startApplication();
  application.pretend({ demo: true });
  agent = await registerFurnishedAgent(application.origin);
});
afterEach(() => application.resetHandlers());
afterAll(async () => {
  await agent.visitor.close();
  await application.close();
});

/** A call by its address, without what differs from page view to page view. */
function nameOf({ method, url }: Request): string {
  const { pathname, search } = new URL(url);
  return `${method} ${pathname}${search.replaceAll(/\d{4}-\d\d-\d\d[^&]*/g, "date")}`;
}

const isAboutSession = (name: string) => name.endsWith("/sessions/current");

/** Opens a page and lists the calls that it makes. */
async function callsOf(path: string): Promise<{ readonly isPage: boolean; readonly calls: readonly string[] }> {
  const calls = new Set<string>();
  application.use(http.all("*", ({ request }) => void calls.add(nameOf(request))));
  const response = await agent.visitor.request(path);
  await response.text();
  application.resetHandlers();
  const isPage = response.status === 200 && response.headers.get("content-type")?.startsWith("text/html") === true;
  return { isPage, calls: [...calls].filter((name) => !isAboutSession(name)) };
}

async function statusWithout(path: string, call: string): Promise<number> {
  application.use(
    http.all("*", ({ request }) => (nameOf(request) === call ? new Response("", { status: 500 }) : undefined)),
  );
  const response = await agent.visitor.request(path);
  await response.text();
  application.resetHandlers();
  return response.status;
}

async function sideCallsOf(path: string): Promise<readonly string[]> {
  const { isPage, calls } = await callsOf(path);
  if (!isPage) return [];
  const sideCalls: string[] = [];
  for (const call of calls) if ((await statusWithout(path, call)) === 200) sideCalls.push(call);
  return sideCalls;
}

interface Hanging {
  /** Of the calls that came. */
  readonly signals: readonly AbortSignal[];
  /** Ends them. */
  release(): void;
}

/** @param isMet whether a call hangs, by its name */
function hang(isMet: (name: string) => boolean): Hanging {
  const signals: AbortSignal[] = [];
  const released = Promise.withResolvers<Response>();
  application.use(
    http.all("*", ({ request }) => {
      if (!isMet(nameOf(request))) return;
      signals.push(request.signal);
      return released.promise.then((response) => response.clone());
    }),
  );
  return { signals, release: () => released.resolve(new Response("", { status: 400 })) };
}

async function paths(): Promise<readonly string[]> {
  const addresses = await routeAddresses();
  const patterns = addresses.filter(({ access, pattern }) => access === "agent" && !isForPrograms(pattern));
  const { clientId, packageId, accountId } = agent;
  return [
    ...patterns.map(({ pattern }) => fillPattern(pattern, addressValues(agent))),
    `/packages/?client=${clientId}`,
    `/opportunities?client=${clientId}`,
    `/opportunities?clientName=Orla`,
    `/opportunities/board?client=${clientId}`,
    `/opportunities/new?client=${clientId}&package=${packageId}`,
    `/tasks/new?about=client.${clientId}`,
    `/tasks?colleague=${accountId}`,
    `/activity?person=${accountId}`,
  ];
}

/** What is wrong with a page whose side calls hang; null when nothing is. */
async function flawOf(path: string, sideCalls: readonly string[]): Promise<string | null> {
  const { signals, release } = hang((name) => sideCalls.includes(name));
  const started = performance.now();
  const page = agent.visitor.request(path);
  const response = await Promise.race([page, wait(5_000, null)]);
  await response?.text();
  const ms = Math.round(performance.now() - started);
  const running = signals.filter(({ aborted }) => !aborted).length;
  const status = response?.status ?? "no answer";
  release();
  await page;
  application.resetHandlers();
  const isFine = status === 200 && ms <= patience && running === 0 && signals.length > 0;
  return isFine ? null : `${path}: ${status} after ${ms} ms, ${running} of ${signals.length} side calls go on`;
}

test("a page whose side calls hang is answered without them, and they are aborted", { timeout: 240_000 }, async () => {
  const flaws: string[] = [];
  const held: string[] = [];
  for (const path of new Set(await paths())) {
    const sideCalls = await sideCallsOf(path);
    if (sideCalls.length === 0) continue;
    held.push(path);
    const flaw = await flawOf(path, sideCalls);
    if (flaw !== null) flaws.push(flaw);
  }
  expect(flaws).toEqual([]);
  expect(held.length).toBeGreaterThan(10);
});

const late = (what: string) => `The ${what} couldn't be loaded in time. The rest of this page is up to date.`;
const lateGroup = "These couldn't be loaded in time. The rest of this page is up to date.";
const lateName = "The list shows one client only, whose name couldn't be loaded.";

/** Pages, the calls that hang, and the words that are on the page all the same, or in their place. */
const parts: readonly (readonly [
  name: string,
  path: () => string,
  hanging: RegExp,
  words: readonly (string | RegExp)[],
])[] = [
  [
    "a client",
    () => `/clients/${agent.clientId}`,
    /\/tasks|\/opportunities/,
    [/Orla\w+/, late("tasks"), late("opportunities")],
  ],
  [
    "a property",
    () => `/packages/${agent.packageId}`,
    /\/tasks|\/opportunities/,
    [/Street\w+/, late("tasks"), late("opportunities")],
  ],
  [
    "an opportunity",
    () => `/opportunities/${agent.opportunityId}`,
    /\/(tasks|activities|\w*moves|offers|showings|comments)/,
    [/Street\w+/, ...["tasks", "activity", "history", "offers", "showings", "comments"].map(late)],
  ],
  [
    "the dashboard",
    () => "/dashboard",
    /\/(tasks|offers|packages|activities)/,
    ["Open deals", lateGroup, late("activity")],
  ],
  [
    "the list of properties with a filter",
    () => `/packages/?client=${agent.clientId}`,
    /\/clients\//,
    [/Street\w+/, lateName],
  ],
  [
    "the list of opportunities with a filter",
    () => `/opportunities?client=${agent.clientId}`,
    /\/clients\//,
    [/Street\w+/, lateName],
  ],
  [
    "the list of opportunities with a typed filter",
    () => "/opportunities?clientName=Orla",
    /\/(search|matches)/,
    [/Street\w+/, "could not be searched for"],
  ],
  ["the tasks", () => "/tasks", /group.*done/, [/Chore\w+/, late("completed tasks")]],
  ["the import of clients", () => "/clients/imports/new", /\/client_imports/, ["CSV file", late("earlier imports")]],
];

test.each(parts)("what is missing of %s is said, with a link to try again", async (_name, pathOf, hanging, words) => {
  const path = pathOf();
  const { signals, release } = hang((name) => hanging.test(name));
  const started = performance.now();
  const page = await agent.visitor.open(path);
  expect(performance.now() - started).toBeLessThan(patience);
  expect(page.status).toBe(200);
  for (const each of words) expect(page.text).toMatch(each);
  expect(signals.length).toBeGreaterThan(0);
  expect(signals.every(({ aborted }) => aborted)).toBe(true);
  release();
  application.resetHandlers();
  if (!/clientName/.test(path)) {
    const again = await agent.visitor.open(linkOf(page, "Check again") ?? "");
    expect(again.url.pathname + again.url.search).toBe(path);
    expect(again.text).not.toContain("couldn't be loaded");
  }
});

test("a record that a form was opened for is still chosen when its name is late", async () => {
  const { release } = hang((name) => /\/(clients|packages)\//.test(name));
  const form = await agent.visitor.open(`/opportunities/new?client=${agent.clientId}&package=${agent.packageId}`);
  expect([typedIn(form, "client"), typedIn(form, "clientId")]).toEqual(["This client", agent.clientId]);
  expect([typedIn(form, "property"), typedIn(form, "packageId")]).toEqual(["This property", agent.packageId]);
  const task = await agent.visitor.open(`/tasks/new?about=client.${agent.clientId}`);
  expect(task.document.querySelector("select[name=about] option[selected]")?.text).toBe("This client (client)");
  release();
});

test("a page without a part is not the whole page to a browser's cache", async () => {
  const path = `/packages/?client=${agent.clientId}`;
  const open = (tag: string | null) =>
    agent.visitor.request(path, { headers: tag === null ? {} : { "if-none-match": tag } });
  const whole = await open(null);
  const wholeTag = whole.headers.get("etag");
  expect((await open(wholeTag)).status).toBe(304);
  const { release } = hang((name) => /\/clients\//.test(name));
  const partial = await open(wholeTag);
  expect(partial.status).toBe(200);
  expect(await partial.text()).toMatch(/couldn(?:'|&#x27;)t be loaded/);
  release();
  application.resetHandlers();
  const later = await open(partial.headers.get("etag"));
  expect([later.status, later.headers.get("etag")]).toEqual([200, wholeTag]);
  await Promise.all([whole.text(), later.text()]);
});
