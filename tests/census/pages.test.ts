import { afterAll, beforeAll, expect, test } from "vitest";
import { anyForm, giveForeignIds } from "#tests/support/foreign-ids.ts";
import { agentForms } from "#tests/support/forms.ts";
import { clientPatterns, seedPages, staffPatterns } from "#tests/support/opened-pages.ts";
import {
  addressValues,
  dataPath,
  fillPattern,
  isForPrograms,
  namesRecord,
  routeAddresses,
} from "#tests/support/route-map.ts";
import { seedClient } from "#tests/support/seeded-client.ts";
import { meets } from "#tests/support/turns.ts";
import { type Census, type Column, forEachOf, startCensus } from "./census.ts";
import { testEveryAnswer } from "./every-answer.ts";
import { lateCalls, linksOf, roundFlaws, type Seen, secondRound } from "./judges.ts";
import { ownAffairs, rowOf, triedBy, verdictOf, writtenRowsOf } from "./table.ts";

// Every page once for each role that differs, as a document and as data, with ids of another form, and with a service that says
// back what it is sent: all of it is recorded first, and then looked at.

let census: Census;
const seen: Seen[] = [];
const addresses = await routeAddresses();
const patterns = [
  ...new Set(
    addresses
      .filter(({ access, pattern }) => access === "agent" && !isForPrograms(pattern))
      .map(({ pattern }) => pattern),
  ),
];
const wanted = [...(await staffPatterns()), ...(await clientPatterns())];
const asOwner = new Map<string, Seen>();
const verdicts = new Map<string, Map<Column, string>>();
const portalRows: string[] = [];
/** With all rounds of their calls. */
const opened = new Map<string, Seen>();
const foreign: {
  readonly pattern: string;
  readonly plain: Seen;
  readonly found: Seen;
  readonly uuidOf: (id: string) => string;
}[] = [];

beforeAll(async () => {
  census = await startCensus();
  await forEachOf(patterns, 6, lookAsRoles);
  await lookAgain();
  await lookWithForeignIds();
  await forEachOf(patterns, 4, lookFurther);
  await lookAtPortal();
  await openTheOthers();
}, 1_800_000);
afterAll(() => census.close());

function pathFor(column: Column, pattern: string): string {
  const { handle, ...records } = census.recordsFor(column);
  const colleague = column === "member's own" ? "member" : column === "instructor" ? "manager" : "instructor";
  const { accountId: memberId } = census.personOf(colleague);
  return fillPattern(pattern, { ...addressValues({ ...records, handle: "harbour" }), memberId });
}

async function lookAsRoles(pattern: string, place: number): Promise<void> {
  const isRowed = !ownAffairs.has(pattern);
  const found = new Map<Column, string>();
  for (const column of isRowed ? triedBy(`\`${pattern}\``, place) : (["owner"] as const)) {
    const asked = { as: column, what: "GET", ...(column === "owner" ? { quiet: 8 } : { isDescribed: false }) };
    const one = await census.ask(census.personOf(column).visitor, pathFor(column, pattern), asked);
    if (column === "owner") asOwner.set(pattern, one);
    seen.push(one);
    // Nothing to bring back, to take back or to remove for good: the page leads on to the record.
    found.set(column, one.status >= 300 && one.status < 400 ? "—" : verdictOf(one.status));
  }
  if (isRowed) verdicts.set(pattern, found);
}

/** Pages that seemed to take more than one trip while others were opened beside them. */
async function lookAgain(): Promise<void> {
  const { visitor } = census.personOf("owner");
  for (const [pattern, one] of asOwner)
    if (lateCalls(one, pattern).length > 0)
      asOwner.set(pattern, await census.askInRounds(visitor, one.path, "owner", pattern));
}

async function lookWithForeignIds(): Promise<void> {
  const { visitor, accountId } = census.personOf("owner");
  const { inAddress, withUuids } = giveForeignIds(census.app, anyForm, [census.agency.workspaceId, accountId]);
  const uuidOf = (id: string) => withUuids(encodeURIComponent(id));
  // Sessions and devices are kept here, under UUIDs.
  const named = patterns.filter((pattern) => namesRecord(pattern) && !/:(session|device)Id/.test(pattern));
  await forEachOf(named, 4, async (pattern) => {
    const plain = asOwner.get(pattern);
    if (plain === undefined) return;
    const found = await census.ask(visitor, inAddress(plain.path), { as: "owner", what: "foreign" });
    foreign.push({ pattern, plain, found, uuidOf });
  });
  census.app.resetHandlers();
}

/** Answers with everything that it was sent, wherever an error has room for text; so that no call is made again. */
function sayBack({ headers }: Request, status: number): Response {
  const echo = [...headers].map((pair) => pair.join(": ")).join("; ");
  const detail = `${echo} ${census.app.secrets.join(" ")}`;
  const problem = { id: census.apiKey, status: String(status), code: census.apiKey, title: echo, detail };
  const errors = ["name", "email"].map((field) => ({ ...problem, source: { pointer: `/data/attributes/${field}` } }));
  const askNoMore = { "content-type": "application/vnd.api+json", "retry-after": "3600" };
  return Response.json({ errors }, { status, headers: askNoMore });
}

const form = { "content-type": "application/x-www-form-urlencoded" };

/** What else the owner asks of an address. */
async function lookFurther(pattern: string, place: number): Promise<void> {
  const { visitor } = census.personOf("owner");
  const path = pathFor("owner", pattern);
  const look = async (to: string, asked: Parameters<Census["ask"]>[2]) =>
    void seen.push(await census.ask(visitor, to, { as: "owner", ...asked }));
  await look(dataPath(path), { what: "data" });
  if (pattern !== "/workspace/switch") {
    const init = { method: "POST", headers: { ...form, origin: census.app.origin }, body: "name=&email=" };
    await look(path, { what: "POST", dry: true, init });
  }
  // One layer refuses what no form of ours sent.
  if (meets(place, 0, 8)) await look(path, { what: "POST from nowhere", init: { method: "POST", headers: form } });
  for (const [turn, status] of [400, 403, 404, 409, 412, 422, 429, 500].entries()) {
    if (!meets(place, turn, 5)) continue;
    await look(meets(0, turn, 2) ? path : dataPath(path), {
      what: `echo ${status}`,
      meet: async (request, forward) =>
        request.url.endsWith("/sessions/current") ? forward() : sayBack(request, status),
    });
  }
}

/** The portal's pages, for a client whose records they show and for staff who are signed in beside. */
async function lookAtPortal(): Promise<void> {
  const { client, values } = await seedClient(census.app, census.agency);
  const verdict = ({ headers, status }: Seen) => {
    if (headers.get("location")?.startsWith("/client-portal/login")) return "no";
    return status >= 300 && status < 400 ? "—" : verdictOf(status);
  };
  for (const { pattern } of addresses.filter(({ access }) => access === "client")) {
    const path = fillPattern(pattern, values);
    const own = await census.ask(client.visitor, path, { as: "client", what: "GET" });
    const staff = await census.ask(census.personOf("owner").visitor, path, { as: "owner", what: "GET" });
    seen.push(own, staff);
    portalRows.push(`| \`${pattern}\` | ${verdict(own) === "all" ? "own" : verdict(own)} | ${verdict(staff)} |`);
  }
}

/** The pages that the owner could not open so; those of forms are opened with them. */
async function openTheOthers(): Promise<void> {
  const { app, email, handle } = census;
  const opener = await seedPages(app, { ...census.recordsFor("owner"), email, handle });
  for (const pattern of wanted) {
    const plain = asOwner.get(pattern);
    if (plain?.status === 200) opened.set(pattern, plain);
    else if (!agentForms.some((form) => form.pattern === pattern)) {
      const { visitor, path } = await opener.open(pattern);
      const one = await census.askInRounds(visitor, path, "opener", pattern);
      opened.set(pattern, one);
      seen.push(one);
    }
  }
}

test("who may open what is the table that is written down", () => {
  const rows = [...verdicts].map(([pattern, found]) => ({ pattern, row: rowOf("pages", `\`${pattern}\``, found) }));
  const inOrder = patterns.flatMap((pattern) => rows.filter((one) => one.pattern === pattern));
  expect(inOrder.map(({ row }) => row)).toEqual(writtenRowsOf("pages"));
  expect(portalRows).toEqual(writtenRowsOf("portal"));
});

test("every page of a record opens with ids of any form, and its links lead to the same", () => {
  const flaws: string[] = [];
  for (const { pattern, plain, found, uuidOf } of foreign) {
    if (found.status !== plain.status) flaws.push(`${pattern}: ${found.status} in place of ${plain.status}`);
    const expected = linksOf(plain, (id) => id);
    for (const link of linksOf(found, uuidOf)) if (!expected.has(link)) flaws.push(`${pattern}: ${link}`);
  }
  expect(flaws).toEqual([]);
  expect(foreign.length).toBeGreaterThan(100);
});

test("every page takes one round trip, and asks for nothing twice", () => {
  expect([...opened].flatMap(([pattern, one]) => roundFlaws(one, pattern))).toEqual([]);
  expect(opened.size).toBeGreaterThan(150);
  expect(wanted.length).toBeGreaterThan(250);
  expect(Object.keys(secondRound).filter((pattern) => !wanted.includes(pattern))).toEqual([]);
});

test("the secrets are real: the service says them back to most pages", () => {
  const met = seen.filter(({ what, calls }) => what.startsWith("echo") && calls.length > 1);
  expect(met.length).toBeGreaterThan(200);
});

testEveryAnswer(() => ({ census, seen }));
