import { setTimeout as wait } from "node:timers/promises";
import { http } from "msw";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startAgency } from "#tests/support/agency.ts";
import { type Application, startApplication } from "#tests/support/application.ts";
import type { FurnishedAgent } from "#tests/support/form-types.ts";
import { registerFurnishedAgent } from "#tests/support/furnished-agent.ts";
import { hang, nameOf } from "#tests/support/hanging-calls.ts";
import { newPortalClient } from "#tests/support/portal-client.ts";
import { addressValues, fillPattern, isForPrograms, routeAddresses } from "#tests/support/route-map.ts";
import type { Visitor } from "#tests/support/visitor.ts";

// A side call is one whose failure leaves its page 200. None of them may hold the page: each ends after a second, and the page
// says what is missing.

/** Milliseconds within which a page is answered whose side calls all hang. */
const patience = 2_500;

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

const isAboutSession = (name: string) => name.endsWith("/sessions/current");

/** Opens a page and lists the calls that it makes. */
async function callsOf(
  visitor: Visitor,
  path: string,
): Promise<{ readonly isPage: boolean; readonly calls: readonly string[] }> {
  const calls = new Set<string>();
  application.use(http.all("*", ({ request }) => void calls.add(nameOf(request))));
  const response = await visitor.request(path);
  await response.text();
  application.resetHandlers();
  const isPage = response.status === 200 && response.headers.get("content-type")?.startsWith("text/html") === true;
  return { isPage, calls: [...calls].filter((name) => !isAboutSession(name)) };
}

async function standsWithout(visitor: Visitor, path: string, calls: readonly string[]): Promise<boolean> {
  application.use(
    http.all("*", ({ request }) => (calls.includes(nameOf(request)) ? new Response("", { status: 500 }) : undefined)),
  );
  const response = await visitor.request(path);
  await response.text();
  application.resetHandlers();
  return response.status === 200;
}

/** @param known side calls of other pages, which mostly are some here, too: all of them are tried at once */
async function sideCallsOf(visitor: Visitor, path: string, known: ReadonlySet<string>): Promise<readonly string[]> {
  const { isPage, calls } = await callsOf(visitor, path);
  if (!isPage) return [];
  const likely = calls.filter((call) => known.has(call));
  const sideCalls = likely.length > 0 && (await standsWithout(visitor, path, likely)) ? [...likely] : [];
  const others = calls.filter((call) => !sideCalls.includes(call));
  for (const call of others) if (await standsWithout(visitor, path, [call])) sideCalls.push(call);
  return sideCalls;
}

/** Pages of staff, and some of them with a filter or a record in their address. */
async function staffPaths(): Promise<readonly string[]> {
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
    `/settings/activity?person=${accountId}`,
  ];
}

/** Pages of clients that need no record's id. */
async function clientPaths(): Promise<readonly string[]> {
  const addresses = await routeAddresses();
  return addresses
    .filter(({ access, pattern }) => access === "client" && !/[:*]/.test(pattern))
    .map(({ pattern }) => pattern);
}

/** What is wrong with a page whose side calls hang; null when nothing is. */
async function flawOf(visitor: Visitor, path: string, sideCalls: readonly string[]): Promise<string | null> {
  const { signals, release } = hang(application, (name) => sideCalls.includes(name));
  const started = performance.now();
  const page = visitor.request(path);
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

const late = /in time|could ?n(?:o|['’])t be (?:loaded|searched)|no se pudo cargar/;

/** What is wrong with a page of which one part is held back for two seconds: it says so, with a link to the page, or nothing is missing. */
async function silenceOf(visitor: Visitor, path: string, sideCall: string): Promise<string | null> {
  const whole = await visitor.open(path);
  application.use(
    http.all("*", async ({ request }) => {
      if (nameOf(request) === sideCall) await wait(2_000);
    }),
  );
  const page = await visitor.open(path);
  application.resetHandlers();
  if (page.text === whole.text) return null;
  const here = page.url.pathname + page.url.search;
  const links = page.document.querySelectorAll("main a").map((link) => link.getAttribute("href"));
  return late.test(page.text) && links.includes(here) ? null : `${path} is silent about ${sideCall}`;
}

/** Gives the pages with side calls, and what is wrong with them. */
async function walk(visitor: Visitor, paths: readonly string[]) {
  const flaws: string[] = [];
  const walked: string[] = [];
  const known = new Set<string>();
  for (const path of new Set(paths)) {
    const sideCalls = await sideCallsOf(visitor, path, known);
    for (const call of sideCalls) {
      const silence = known.has(call) ? null : await silenceOf(visitor, path, call);
      if (silence !== null) flaws.push(silence);
      known.add(call);
    }
    if (sideCalls.length === 0) continue;
    walked.push(path);
    // On a busy machine a page may be late by chance.
    const flaw = (await flawOf(visitor, path, sideCalls)) && (await flawOf(visitor, path, sideCalls));
    if (flaw !== null) flaws.push(flaw);
  }
  return { flaws, walked };
}

test("a page whose side calls hang is answered without them, and they are aborted", { timeout: 240_000 }, async () => {
  const { flaws, walked } = await walk(agent.visitor, await staffPaths());
  expect(flaws).toEqual([]);
  expect(walked.length).toBeGreaterThan(10);
});

test("so is a page of a client's portal", { timeout: 120_000 }, async () => {
  const { visitor } = await newPortalClient(application, await startAgency(application));
  const paths = await clientPaths();
  expect(paths.length).toBeGreaterThan(3);
  expect((await walk(visitor, paths)).flaws).toEqual([]);
  await visitor.close();
});
