import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { http } from "msw";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { startAgency } from "#tests/support/agency.ts";
import { type Application, startApplication } from "#tests/support/application.ts";
import type { SeededAgent } from "#tests/support/form-types.ts";
import { nameOf } from "#tests/support/hanging-calls.ts";
import { newPortalClient } from "#tests/support/portal-client.ts";
import { addressValues, fillPattern, isForPrograms, routeAddresses } from "#tests/support/route-map.ts";
import { registerSeededAgent } from "#tests/support/seeded-agent.ts";
import { meets } from "#tests/support/turns.ts";
import { Visit, type Visitor } from "#tests/support/visitor.ts";

// A side call is one whose failure leaves its page 200. None of them may hold the page: each ends after a second, and the page
// says what is missing. All calls of a page hang at once: it tells its side calls by giving them up.

/** Milliseconds that no page waits for a call that it can do without, and every page waits for the others. */
const patience = 1_500;
/** Few enough that all their calls are sent at once. */
const pagesAtOnce = 6;

let application: Application;
let agent: SeededAgent;

beforeAll(async () => {
  application = await startApplication();
  application.pretend({ demo: true, service: "hurried" });
  agent = await registerSeededAgent(application.origin);
});
beforeEach(() => application.use(meetCalls));
afterEach(() => application.resetHandlers());
afterAll(async () => {
  await agent.visitor.close();
  await application.close();
});

const isAboutSession = (name: string) => name.endsWith("/sessions/current");

type Happening = (name: string, request: Request) => Promise<Response | undefined> | Response | undefined;

/** What happens to the calls of requests, by these requests' ids. */
const happenings = new Map<string, Happening>();

const meetCalls = http.all("*", ({ request }) => {
  const name = nameOf(request);
  return isAboutSession(name) ? undefined : happenings.get(request.headers.get("x-request-id") ?? "")?.(name, request);
});

/** Opens a page and has something happen to each of its calls, whatever other pages call meanwhile. */
async function openWith(visitor: Visitor, path: string, happen: Happening) {
  const id = randomUUID();
  happenings.set(id, happen);
  const response = await visitor.request(path, { headers: { "x-request-id": id } });
  const page = new Visit(new URL(path, visitor.origin), response, await response.text());
  happenings.delete(id);
  return page;
}

interface Held {
  readonly isPage: boolean;
  /** Those that the page gave up, and went on without. */
  readonly sideCalls: ReadonlySet<string>;
  /** Those that it waited for. */
  readonly others: ReadonlySet<string>;
  /** Those that it sent only after it had given up another, and gave up in turn. */
  readonly afterwards: ReadonlySet<string>;
}

/** Opens a page while each of its calls hangs for longer than a page waits for any that it can do without. */
async function holdCalls(visitor: Visitor, path: string): Promise<Held> {
  const [sideCalls, others, afterwards] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const page = await openWith(visitor, path, async (name, { signal, method }) => {
    const isAfterwards = sideCalls.size > 0 && others.size === 0;
    // What is written goes through, whoever waits for it.
    if (method !== "GET") return undefined;
    const givenUp = new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    await Promise.race([givenUp, wait(patience)]);
    (signal.aborted ? sideCalls : others).add(name);
    if (signal.aborted && isAfterwards) afterwards.add(name);
    return signal.aborted ? new Response("", { status: 400 }) : undefined;
  });
  const isPage = page.status === 200 && page.headers.get("content-type")?.startsWith("text/html") === true;
  return { isPage, sideCalls, others, afterwards };
}

/** Pages of staff, and some of them with a filter or a record in their address. */
async function staffPaths(): Promise<readonly string[]> {
  const addresses = await routeAddresses();
  const patterns = addresses.filter(({ access, pattern }) => access === "agent" && !isForPrograms(pattern));
  const { clientId, packageId, accountId } = agent;
  return [
    ...patterns.map(({ pattern }) => fillPattern(pattern, addressValues(agent))),
    `/packages/?client=${clientId}`,
    `/packages/?fits=${clientId}`,
    `/clients/?fits=${packageId}`,
    `/packages/${packageId}/shares/clients?clients=${clientId}`,
    `/clients/${clientId}/shares?packages=${packageId}`,
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

const late = /in time|could ?n(?:o|['’])t be (?:loaded|searched)|no se pudo cargar/;

/** What is wrong with a page of which one part is held back for too long: it says so, with a link to the page, or nothing is missing. */
async function silenceOf(visitor: Visitor, path: string, sideCall: string): Promise<string | null> {
  const [whole, page] = await Promise.all([
    openWith(visitor, path, () => undefined),
    openWith(visitor, path, async (name) => {
      if (name === sideCall) await wait(patience);
      return undefined;
    }),
  ]);
  if (page.text === whole.text) return null;
  const links = page.document.querySelectorAll("main a, main button");
  // What was searched for stands in a form, which can be sent again.
  const isOffered =
    links.some((link) => link.text === "Check again" || link.getAttribute("href") === path) ||
    /could not be searched for/.test(page.text);
  return late.test(page.text) && isOffered ? null : `${path} is silent about ${sideCall}`;
}

/** Side calls that some page was held for: others are held for one in four of these, since pages differ in what they say. */
const known = new Set<string>();
/** Calls that some page was found to need: one function makes each of them, and others are opened without one in four. */
const needed = new Set<string>();

/** What is wrong with the side calls of a page; null where it has none. */
async function flawsOf(visitor: Visitor, path: string, place: number): Promise<readonly string[] | null> {
  const { isPage, sideCalls, others, afterwards } = await holdCalls(visitor, path);
  if (!isPage) return null;
  const flaws = [...afterwards].map((call) => `${path} asks ${call} only after it waited for another in vain`);
  for (const [turn, call] of [...others].entries()) {
    if (needed.has(call) && !meets(place, turn, 4)) continue;
    needed.add(call);
    const without = await openWith(visitor, path, (name) =>
      name === call ? new Response("", { status: 500 }) : undefined,
    );
    if (without.status === 200) flaws.push(`${path} can do without ${call}, and waits for it`);
  }
  const unheard = [...sideCalls].filter((call, turn) => !known.has(call) || meets(place, turn, 4));
  for (const call of unheard) known.add(call);
  const silences = await Promise.all(unheard.map((call) => silenceOf(visitor, path, call)));
  flaws.push(...silences.filter((silence) => silence !== null));
  return sideCalls.size === 0 && flaws.length === 0 ? null : flaws;
}

/** Walks over pages, most of whose time is spent waiting: several at once. */
async function walk(visitor: Visitor, paths: readonly string[]) {
  const flaws: string[] = [];
  const walked: string[] = [];
  const left = [...new Set(paths)].entries();
  const walkOne = async (): Promise<void> => {
    for (const [place, path] of left) {
      const found = await flawsOf(visitor, path, place);
      if (found === null) continue;
      walked.push(path);
      flaws.push(...found);
    }
  };
  await Promise.all(Array.from({ length: pagesAtOnce }, walkOne));
  return { flaws, walked };
}

test("a page whose calls hang is answered without those that it can do without, and gives these up", {
  timeout: 240_000,
}, async () => {
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
