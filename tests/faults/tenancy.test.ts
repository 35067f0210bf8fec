import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { fieldsForm } from "#app/client-merges/client-merge.ts";
import { keyField, personField, workspaceField } from "#app/session/hidden-fields.ts";
import { makeBatch } from "#tests/support/batch-forms.ts";
import type { SeededAgent } from "#tests/support/form-types.ts";
import { leastCosts } from "#tests/support/package-parts.ts";
import { demoOwner } from "#tests/support/records.ts";
import {
  addressValues,
  dataPath,
  fillPattern,
  isForPrograms,
  namesRecord,
  routeAddresses,
} from "#tests/support/route-map.ts";
import { registerSeededAgent } from "#tests/support/seeded-agent.ts";
import { openStoredRows } from "#tests/support/stored-rows.ts";
import { meets } from "#tests/support/turns.ts";
import { Visitor } from "#tests/support/visitor.ts";

// Somebody of another workspace who knows every id of ours, and somebody who is not signed in at all.

const origin = inject("origin");
const stored = openStoredRows(inject("databaseUrl"));
const addresses = await routeAddresses();

let ours: SeededAgent;
let theirs: SeededAgent;
/** A change of several records of theirs. */
let theirBatchId: string;

beforeAll(async () => {
  ours = await registerSeededAgent(origin);
  theirs = await registerSeededAgent(origin);
  theirBatchId = await makeBatch(theirs.visitor);
});
afterAll(async () => {
  await ours.visitor.close();
  await theirs.visitor.close();
  await stored.close();
});

/** Addresses of what belongs to a package. */
const isPart = /:(?:template|share|finding|report)Id/;

type Ids = ReturnType<typeof addressValues>;

/**
 * Named by these is nothing that a workspace has: a plan is everybody's, the link of a mail holds a secret instead of an id, and
 * a session, a device and what was not sent are of the person who asks, whichever workspace they are in.
 */
const aboutNoWorkspace: ReadonlySet<string> = new Set([
  "/settings/billing/plans/:plan",
  "/workspace/confirmations/:token",
  "/settings/account/sessions/:sessionId/ending",
  "/settings/account/devices/:deviceId/removal",
  "/waiting/:formId/discard",
  "/waiting/:formId/opening",
]);

/** Addresses that name a record or a workspace. */
const named = addresses.filter(
  ({ pattern, access }) =>
    access === "agent" && namesRecord(pattern) && !pattern.startsWith("/pictures/") && !aboutNoWorkspace.has(pattern),
);

function pathsWith(ids: Ids, pick: (pattern: string) => boolean = () => true): string[] {
  return named.filter(({ pattern }) => pick(pattern)).map(({ pattern }) => fillPattern(pattern, ids));
}

/** The same for colleagues, who are members of that workspace alone, and for their change of several records. */
const idsOfTheirs = (): Ids => ({ ...addressValues(theirs), memberId: theirs.accountId, batchId: theirBatchId });

/**
 * What a seeded workspace has none of: a record in the trash, a share with a colleague, a transfer, what must be kept of a
 * deleted person, a deleted workspace.
 */
const isOfNothing =
  /^\/trash\/re|\/sharing\/[^/]+\/ending|^\/workspace\/deleted|^\/settings\/(?:confirmations|export\/kept)|\/emails\/[^/]+\/|^\/notifications\/0/;

/** A body that every form of the map takes for one of its own, sent by this agent, with this key. */
function plausibleBody({ workspaceId, accountId }: SeededAgent, key: string): URLSearchParams {
  const typed = { name: "Mallory Typed", email: "mallory@client.example", phoneNumber: "206 555 0133" };
  const profile = {
    "budget.amount": "1",
    "budget.currency": "USD",
    minBeds: "1",
    minBaths: "1",
    minLotSize: "",
    minGarages: "",
  };
  const lists = { preferredAreas: "Somewhere", propertyTypes: "", notes: crypto.randomUUID() };
  const empty =
    "city state zip baths sqft lotSize garages yearBuilt mlsNumber hoa.amount remarks area schools offerDue agentName agentEmail agentPhoneNumber agentPhotoUrl compNote url";
  const property = { street: "1 Somewhere Street", beds: "1", timeZone: "UTC", "listPrice.currency": "USD" };
  const sale = { address: "2 Somewhere Street", "soldPrice.amount": "1", sqft: "1", soldOn: "2026-03-02" };
  const move = { body: "A remark", rank: "Low", from: "open", to: "offer_suggeted", move: crypto.randomUUID() };
  const showing = { startsAt: "2031-03-01T12:00", durationMinutes: "30", startsOn: "" };
  const currencies = { "soldPrice.currency": "USD", "compOverride.currency": "USD", "hoa.currency": "USD" };
  const unknown = emptied(`${empty} listPrice.amount compOverride.amount clientId inspectionsDueOn`);
  const costs =
    "downPayment downPaymentPercent ratePercent termYears pmiPercent closingOn propertyTaxYearly propertyTaxPercent insuranceYearly hoaMonthly originationPercent pointsPercent lenderCredit services recordingFees transferTax transferTaxPercent prepaidInsuranceMonths prepaidTaxMonths escrowMonths others deposit sellerCredit adjustments";
  const parts = "loan housing lender services government prepaids others credits";
  const estimate = { ...emptied(costs), ...emptied(parts, "sources."), ...leastCosts, currency: "USD" };
  const link = { endsOn: "", passcode: "", clientIds: accountId, packageIds: accountId, note: "" };
  const paper = { label: "Somewhere", folderId: "", onClash: "", caption: "Somewhere", document: "Somewhere" };
  const file = { encoding: "utf-8", column: "-" };
  const seen = { title: "Somewhere", system: "Roof", severity: "repair", currency: "USD", lowCost: "1", highCost: "2" };
  const decided = { decision: "repair", page: "1", quote: "" };
  const task = { dueOn: "", repeat: "none", assignee: "", start: "lost", dueInDays: "1" };
  const suggested = {
    expiresAt: "2031-03-01T12:00",
    terms: "",
    replaces: "",
    until: "2026-03-01T12:00:00Z",
    answer: "",
  };
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 16);
  const call = { kind: "call", happenedAt: yesterday, outcome: "talked", ...emptied("with nextTitle nextDueOn") };
  const colleague = { agentText: typed.name, agent: accountId, colleagueText: typed.name, colleague: accountId };
  const merging = {
    otherText: typed.name,
    other: "",
    otherFor: "",
    merge: crypto.randomUUID(),
    afterClosing: accountId,
  };
  const member = { role: "member", successorText: typed.name, successor: accountId };
  const accepted = { fields: "notes", request: "*", profile: "*", confirmed: "on" };
  const options = { direction: "after", scope: "personal" };
  const hidden = { [keyField]: key, [workspaceField]: workspaceId, [personField]: accountId };
  const people = { ...typed, ...profile, ...lists };
  const properties = { ...unknown, ...property, ...sale, ...currencies, ...seen, ...decided };
  const deals = {
    ...move,
    ...showing,
    ...task,
    ...call,
    ...suggested,
    ...colleague,
    ...merging,
    ...member,
    ...accepted,
  };
  return new URLSearchParams({
    ...hidden,
    ...people,
    ...properties,
    ...estimate,
    ...link,
    ...paper,
    ...file,
    ...deals,
    ...options,
  });
}

/**
 * The estimate's price is one field; that of an offer has a currency beside it. A merge says of each field whose value stays,
 * and a deletion why and until which day something must be kept.
 */
function bodyFor(path: string, body: URLSearchParams): URLSearchParams {
  if (path.includes("/merge/fields")) {
    for (const name of [...body.keys()]) if (name.startsWith("budget.")) body.delete(name);
    for (const name of Object.keys(fieldsForm.shape)) body.set(name, "this");
  }
  if (/\/requests\/[^/]+\/deletion/.test(path)) for (const name of ["reason", "until"]) body.set(name, "");
  if (!path.includes("/suggestion")) return body;
  body.delete("price");
  body.set("price.amount", "1");
  body.set("price.currency", "USD");
  return body;
}

/** Fields with nothing in them. */
function emptied(names: string, before = ""): Record<string, string> {
  return Object.fromEntries(names.split(" ").map((name) => [before + name, ""]));
}

interface Answer {
  readonly status: number;
  readonly location: string;
  readonly text: string;
}

async function ask(visitor: Visitor, method: string, path: string, body?: URLSearchParams): Promise<Answer> {
  const form = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
  const sent = body === undefined ? { method } : { method, headers: form, body: body.toString() };
  const response = await visitor.request(path, sent);
  return { status: response.status, location: response.headers.get("location") ?? "", text: await response.text() };
}

/** Whether the router answers with a page's data there. */
const isData = (path: string): boolean => path.split("?")[0]?.endsWith(".data") === true;

/** Whatever is theirs alone, but for the ids that were asked with. */
function leaksIn({ text, location }: Answer, asked: string, owner: SeededAgent): string[] {
  const ids = Object.entries(owner).flatMap(([name, value]) => (/Id$/.test(name) ? [String(value)] : []));
  const all = [...owner.secrets, ...ids];
  return all.filter((secret) => !asked.includes(secret) && `${text} ${location}`.includes(secret));
}

describe("another workspace's ids", () => {
  test("open every page for those whose they are", async () => {
    for (const path of pathsWith(idsOfTheirs(), (pattern) => !isForPrograms(pattern))) {
      const { status, text, location } = await ask(theirs.visitor, "GET", path);
      // What is not archived cannot be brought back, and what was not moved not taken back: that page leads to the record.
      const { clientId, packageId, opportunityId, documentId, folderId, taskId } = theirs;
      // Nor can a summary be hidden that nobody has approved.
      const papers = [`/documents/${documentId}`, `/documents/${documentId}/summary`, `/documents/folders/${folderId}`];
      const properties = [`/packages/${packageId}`];
      // Nor can an import that was never made be taken back.
      // A merge begins with the choice of the other client.
      const merging = `/clients/${clientId}/merge`;
      const clients = [
        `/clients/${clientId}`,
        merging,
        `/clients/${clientId}/photo`,
        `/clients/imports/${theirs.importId}`,
        `/packages/imports/${theirs.packageImportId}`,
      ];
      const deals = [`/opportunities/${opportunityId}`, `/tasks/${taskId}`, `/messages/${clientId}`];
      // What was changed 10 minutes ago cannot be undone.
      const records = [`/batches/${theirBatchId}`, ...clients, ...properties, ...deals, ...papers];
      // What a client asked for exists once they have signed in, which none of these has.
      if (path.includes("/portal/requests/") || isOfNothing.test(path)) continue;
      // An owner cannot leave.
      if (path === `/settings/members/${theirs.accountId}/removal`) continue;
      expect(status === 200 || records.includes(location), `${status} ${path}`).toBe(true);
      // A small picture tells nothing that a text could be found in.
      if (status === 200 && !path.endsWith("/thumbnail"))
        expect(leaksIn({ status, text, location }, "", theirs), path).not.toEqual([]);
    }
  });

  const mixtures: Readonly<Record<string, () => string[]>> = {
    "all theirs": () => pathsWith(idsOfTheirs()),
    "their archived client": () =>
      pathsWith({ ...addressValues(theirs), id: theirs.archivedId }, (pattern) => /:id.*archival|:id$/.test(pattern)),
    "their archived package": () =>
      pathsWith({ ...addressValues(theirs), packageId: theirs.archivedPackageId }, (pattern) =>
        /:packageId.*archival|:packageId$/.test(pattern),
      ),
    "their document in the trash": () =>
      pathsWith({ ...addressValues(theirs), documentId: theirs.trashedDocumentId }, (pattern) =>
        pattern.includes(":documentId"),
      ),
    "their folder as a document": () =>
      pathsWith({ ...addressValues(ours), documentId: theirs.folderId }, (pattern) => pattern.includes(":documentId")),
    "their parts of our package": () =>
      pathsWith({ ...addressValues(theirs), packageId: ours.packageId }, (pattern) => isPart.test(pattern)),
    "our parts of their package": () =>
      pathsWith({ ...addressValues(ours), packageId: theirs.packageId }, (pattern) => isPart.test(pattern)),
    "their client as a package": () =>
      pathsWith({ ...addressValues(ours), packageId: theirs.clientId }, (pattern) => pattern.includes(":packageId")),
    "their opportunity": () =>
      pathsWith({ ...addressValues(ours), opportunityId: theirs.opportunityId }, (pattern) =>
        pattern.includes(":opportunityId"),
      ),
    "their comment on our opportunity": () =>
      pathsWith({ ...addressValues(ours), commentId: theirs.commentId }, (pattern) => pattern.includes(":commentId")),
    "our comment on their opportunity": () =>
      pathsWith({ ...addressValues(theirs), commentId: ours.commentId }, (pattern) => pattern.includes(":commentId")),
    "their import": () =>
      pathsWith({ ...addressValues(ours), importId: theirs.importId }, (pattern) => pattern.includes(":importId")),
    "their import of properties": () =>
      pathsWith({ ...addressValues(ours), packageImportId: theirs.packageImportId }, (pattern) =>
        pattern.includes(":packageImportId"),
      ),
    "their showing of our opportunity": () =>
      pathsWith({ ...addressValues(ours), showingId: theirs.showingId }, (pattern) => pattern.includes(":showingId")),
    "their comparable of our package": () =>
      pathsWith({ ...addressValues(ours), comparableId: theirs.comparableId }, (pattern) =>
        pattern.includes(":comparableId"),
      ),
    "our comparable of their package": () =>
      pathsWith({ ...addressValues(theirs), comparableId: ours.comparableId }, (pattern) =>
        pattern.includes(":comparableId"),
      ),
    "their person of our client": () =>
      pathsWith({ ...addressValues(ours), personId: theirs.personId }, (pattern) => pattern.includes(":personId")),
    "our person of their client": () =>
      pathsWith({ ...addressValues(theirs), personId: ours.personId }, (pattern) => pattern.includes(":personId")),
    // To end a share that is none changes nothing, whoever it names.
    "their member": () =>
      pathsWith({ ...addressValues(ours), memberId: theirs.accountId }, (pattern) =>
        pattern.startsWith("/settings/members/:memberId"),
      ),
    "their person as a client": () =>
      pathsWith({ ...addressValues(theirs), id: theirs.personId }, (pattern) => pattern.includes(":id")),
  };

  /** What this address answers to us other than that nothing is there. */
  async function wrongAnswers(path: string): Promise<string[]> {
    const wrong: string[] = [];
    // A question for the head alone is the same question.
    for (const method of isData(path) ? ["GET"] : ["GET", "HEAD"]) {
      const answer = await ask(ours.visitor, method, path);
      if (answer.status !== 404) wrong.push(`${answer.status} ${method} ${path} ${answer.location}`);
      wrong.push(...leaksIn(answer, path, theirs).map((secret) => `${secret} in ${method} ${path}`));
    }
    // As a form of something new, or of a change: the same action reads both, as a document or as data.
    const key = isData(path) ? `v.${theirs.clientId}-1` : crypto.randomUUID();
    const answer = await ask(ours.visitor, "POST", path, bodyFor(path, plausibleBody(ours, key)));
    // 405: a page that takes no posts says so without looking whose it is.
    if (answer.status !== 404 && answer.status !== 405) wrong.push(`${answer.status} POST ${path} ${answer.location}`);
    wrong.push(...leaksIn(answer, `${path} ${key}`, theirs).map((secret) => `${secret} in POST ${path}`));
    return wrong;
  }

  /** Their rows before anybody asked with their ids. To read all of a database takes longer than to ask. */
  let before: ReturnType<typeof stored.mentioning> | undefined;
  const noteTheirs = () => (before ??= stored.mentioning([theirs.workspaceId]));

  test.each(Object.keys(mixtures))("%s: nothing is there", async (mixture) => {
    await noteTheirs();
    const paths = mixtures[mixture]?.() ?? [];
    expect(paths.length).toBeGreaterThan(1);
    const wrong: string[] = [];
    // More at once than the server takes would be 503.
    const waiting = paths.flatMap((path) => [path, dataPath(path)]);
    while (waiting.length > 0) {
      // One address may not write as much as all these.
      await ours.visitor.move();
      wrong.push(...(await Promise.all(waiting.splice(0, 24).map(wrongAnswers))).flat());
    }
    expect(wrong).toEqual([]);
  });

  test("are no workspace to switch to, and no place for a form", async () => {
    await noteTheirs();
    const there = new URLSearchParams({ workspace: theirs.workspaceId });
    expect((await ask(ours.visitor, "POST", "/workspace/switch", there)).status).toBe(404);
    const body = plausibleBody({ ...ours, workspaceId: theirs.workspaceId }, crypto.randomUUID());
    const answer = await ask(ours.visitor, "POST", "/clients/new", body);
    expect(answer.status).toBe(409);
    expect(leaksIn(answer, body.toString(), theirs)).toEqual([]);
    const asThem = plausibleBody({ ...ours, accountId: theirs.accountId }, crypto.randomUUID());
    expect((await ask(ours.visitor, "POST", "/clients/new", asThem)).status).toBe(409);
    expect((await ours.visitor.open("/dashboard")).text).toContain(ours.workspaceName);
  });

  test("are found by no search, and named by no warning about a double", async () => {
    for (const secret of theirs.secrets) {
      for (const list of ["/clients/", "/packages/", "/documents"]) {
        const path = `${list}?${new URLSearchParams({ q: secret, client: theirs.clientId })}`;
        expect(leaksIn(await ask(ours.visitor, "GET", path), secret + theirs.clientId, theirs), path).toEqual([]);
      }
    }
    const [name = "", email = ""] = theirs.secrets;
    const body = plausibleBody(ours, crypto.randomUUID());
    body.set("name", name);
    body.set("email", email);
    expect(await ask(ours.visitor, "POST", "/clients/new", body)).toMatchObject({ status: 303, location: "/clients/" });
  });

  test("open no picture of theirs", async () => {
    const owner = new Visitor(origin);
    await owner.signIn(demoOwner);
    // By name: other tests add clients without a picture.
    await owner.open("/clients/?q=watanabe");
    const source = owner.page.document.querySelector('img[src^="/pictures/"]')?.getAttribute("src") ?? "";
    expect(source).not.toBe("");
    expect((await owner.request(source)).status).toBe(200);
    expect((await ours.visitor.request(source)).status).toBe(404);
    expect((await new Visitor(origin).request(source)).status).toBe(303);
    await owner.close();
  });

  test("have changed nothing of theirs, whatever was asked with them", async () => {
    const known = await noteTheirs();
    expect(Object.keys(known).length).toBeGreaterThan(20);
    expect(await stored.mentioning([theirs.workspaceId])).toEqual(known);
  });
});

describe("somebody who is signed out", () => {
  const cookies: Readonly<Record<string, () => Promise<Visitor>>> = {
    "without a cookie": async () => new Visitor(origin),
    "with a made-up cookie": async () => withCookies([["latchkey", "A".repeat(43)]]),
    "with the cookie of a session that was ended": async () => {
      const before = [...theirs.visitor.cookies];
      await theirs.visitor.open("/dashboard");
      await theirs.visitor.submit({}, { button: "Sign out" });
      expect(theirs.visitor.page.url.pathname).toBe("/signed-out");
      return withCookies(before);
    },
  };

  function withCookies(pairs: readonly (readonly [string, string])[]): Visitor {
    const visitor = new Visitor(origin);
    for (const [name, value] of pairs) visitor.cookies.set(name, value);
    return visitor;
  }

  const kinds = Object.keys(cookies).map((kind, turn) => ({ kind, turn }));

  test.each(kinds)("$kind, is led to the sign-in page from everywhere", async ({ kind, turn }) => {
    const visitor = await (cookies[kind]?.() ?? Promise.reject(new Error(kind)));
    // A workspace's own address leads visitors to its public page.
    const guarded = addresses.filter(({ access, pattern }) => access === "agent" && pattern !== "/:handle");
    expect(guarded.length).toBeGreaterThan(20);
    const before = await stored.mentioning([theirs.workspaceId]);
    const wrong: string[] = [];
    for (const [place, { pattern }] of guarded.entries()) {
      // Without a cookie from every page; which cookies count is read at one place for all of them.
      if (turn > 0 && !meets(place, turn, 4)) continue;
      const page = fillPattern(pattern, addressValues(theirs));
      for (const path of [page, dataPath(page)]) {
        for (const method of ["GET", "HEAD", "POST"]) {
          const body = method === "POST" ? plausibleBody(theirs, crypto.randomUUID()) : undefined;
          const answer = await ask(visitor, method, path, body);
          const target = isData(path) ? answer.text : answer.location;
          // The router sends its own scripts elsewhere by 202 and a body of one instruction.
          const isLed = isData(path) ? answer.status === 202 : answer.status === 303;
          if (!isLed || (method !== "HEAD" && !target.includes("/login/")))
            wrong.push(`${answer.status} ${method} ${path} ${target}`);
          wrong.push(...leaksIn(answer, `${page} ${body}`, theirs).map((secret) => `${secret} in ${method} ${path}`));
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(await stored.mentioning([theirs.workspaceId])).toEqual(before);
    await visitor.open(`/clients/${theirs.clientId}`);
    expect(visitor.page.text).toContain("Login to your account");
    await visitor.close();
  });
});
