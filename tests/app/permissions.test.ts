import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { personField } from "#app/session/hidden-fields.ts";
import type { Role } from "#server/upstream/engine/current-user.ts";
import { type Agency, startAgency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import { describeCalls } from "#tests/support/described-calls.ts";
import { multipartOf } from "#tests/support/form-entries.ts";
import type { AgentForm, SeededAgent } from "#tests/support/form-types.ts";
import { agentForms } from "#tests/support/forms.ts";
import { fillForm, firstButton } from "#tests/support/posted-form.ts";
import { addressValues, fillPattern, isForPrograms, routeAddresses } from "#tests/support/route-map.ts";
import { hiddenIds, seed } from "#tests/support/seeded-agent.ts";
import { seedClient } from "#tests/support/seeded-client.ts";
import { meets } from "#tests/support/turns.ts";
import type { Visitor } from "#tests/support/visitor.ts";

const test = newAgencyTest();

// Roles × what every page of the map shows and every form of it does, on the Standard plan: found out by doing it, past every
// hidden button, and held against the table that people read. What admins and managers may is told by the permissions of their roles
// (tests/server/upstream/permissions.test.ts): here they try what sets them apart from the owner, what is new, and one in twelve others.

const roles = ["owner", "admin", "manager", "member", "instructor"] as const satisfies readonly Role[];
/** Somebody of a role; the member also with records of their own. */
type Column = (typeof roles)[number] | "member's own";
const columns: readonly Column[] = [...roles, "member's own"];

/** The table as it is written down: the cells of a row by its part of the table and its name. */
const writtenRows = new Map<string, readonly string[]>();
const tableFile = join(import.meta.dirname, "../../docs/permissions.md");
for (const part of readFileSync(tableFile, "utf8").split(/^## /m))
  for (const [, name = "", cells = ""] of part.matchAll(/^\| (`.+?) \| (.+) \|$/gm))
    writtenRows.set(`${part.slice(0, part.indexOf("\n"))} ${name}`, cells.split(" | "));

const parts = { pages: "Pages", forms: "Forms", done: "Once it is done" } as const;

function writtenCell(part: keyof typeof parts, name: string, role: (typeof roles)[number]): string {
  return writtenRows.get(`${parts[part]} ${name}`)?.[roles.indexOf(role)] ?? "";
}

function areAlike(part: keyof typeof parts, name: string): boolean {
  const [owner, admin, manager] = (["owner", "admin", "manager"] as const).map((role) => writtenCell(part, name, role));
  return owner === admin && admin === manager;
}

/** Who tries a page or form. @param place of it among its like */
function triedBy(name: string, place: number): readonly Column[] {
  const named = (["pages", "forms", "done"] as const).filter((part) => writtenCell(part, name, "owner") !== "");
  return named.length > 0 && named.every((part) => areAlike(part, name)) && !meets(place, 0, 12)
    ? columns.filter((column) => column !== "admin" && column !== "manager")
    : columns;
}

/** About oneself, whatever one's role is; what happens with them is told where they are tested. */
const ownAffairs: ReadonlySet<string> = new Set([
  "/:handle",
  "/account/password",
  "/account/unsent",
  "/settings/account",
  "/settings/account/calendar",
  "/settings/account/calendar/removal",
  "/settings/account/email",
  "/settings/account/email/sending",
  "/settings/account/email/withdrawal",
  "/settings/account/openid",
  "/settings/account/openid/removal",
  "/settings/account/sessions",
  "/settings/account/sessions/ending",
  "/settings/account/sessions/:sessionId/ending",
  "/workspace/join",
  "/workspace/switch",
  "/workspace/confirmations/:token",
  "/workspace/deleted",
  "/workspace/deleted/:workspaceId/restoration",
  "/scripts",
  "/settings/account/two-step",
  "/settings/account/two-step/setup",
  "/settings/account/two-step/setup/confirmation",
  "/settings/account/two-step/recovery-codes",
  "/settings/account/two-step/recovery-codes/download",
  "/settings/account/two-step/recovery-codes/new",
  "/settings/account/two-step/removal",
  "/settings/account/two-step/mailed-code",
]);
const walkedElsewhere = new Set([
  // What takes a colleague with two-step sign-in: tests/app/sign-in/second-step/set-up.test.ts.
  "/settings/members/:memberId/two-step-removal",
  // What takes a job over more than 1,000 records: tests/app/batches/stopping.test.ts.
  "/batches/:batchId/stopping",
]);

let agency: Agency;
let flaws: ReadonlySet<string>;
const people = new Map<Column, { readonly visitor: Visitor; readonly accountId: string }>();
const seeded = new Map<"owner" | "member", SeededAgent>();

test.beforeAll(async ({ app }) => {
  app.pretend({ demo: true });
  flaws = await describeCalls(app);
  agency = await startAgency(app, "standard");
  const about = { name: "Ada Marsh", email: "", password: "", workspaceName: "Harbour Homes", handle: "" };
  for (const role of roles) {
    const { visitor } = role === "owner" ? agency.owner : await agency.join(role);
    await visitor.open("/account/password");
    people.set(role, { visitor, accountId: hiddenIds(visitor).accountId });
    if (role === "member") people.set("member's own", personOf(role));
    if (role === "owner" || role === "member")
      seeded.set(role, await seed({ ...about, visitor }, agency.owner.visitor));
  }
}, 120_000);

function personOf(column: Column) {
  const person = people.get(column);
  if (person === undefined) throw new Error(column);
  return person;
}

/** Whose records somebody meets. */
function recordsFor(column: Column): SeededAgent {
  const agent = seeded.get(column === "member's own" ? "member" : "owner");
  if (agent === undefined) throw new Error(column);
  return agent;
}

/** The member whose page somebody opens: another one, or oneself. */
function colleagueOf(column: Column): Column {
  if (column === "member's own") return "member";
  return column === "instructor" ? "manager" : "instructor";
}

/** What a status says about a permission; itself where it says nothing. */
function verdictOf(status: number): string {
  if (status < 400) return "all";
  return status === 403 || status === 404 ? "no" : String(status);
}

/** A row of the table: the member's two columns are one, and those of whoever did not try it are as they were written. */
function rowOf(part: keyof typeof parts, what: string, verdicts: ReadonlyMap<Column, string>): string {
  const of = (role: (typeof roles)[number]) => {
    const verdict = verdicts.get(role) ?? writtenCell(part, what, role);
    const own = verdicts.get("member's own") ?? "";
    if (role !== "member" || verdict === "all" || own === "no") return verdict;
    return own === "all" ? "own" : own;
  };
  return `| ${what} | ${roles.map(of).join(" | ")} |`;
}

async function pagesOf(): Promise<string[]> {
  const addresses = (await routeAddresses()).filter(
    ({ access, pattern }) => access === "agent" && !isForPrograms(pattern) && !ownAffairs.has(pattern),
  );
  const rows: string[] = [];
  for (const [place, pattern] of [...new Set(addresses.map((address) => address.pattern))].entries()) {
    const name = `\`${pattern}\``;
    const verdicts = new Map<Column, string>();
    const look = async (column: Column) => {
      const { handle, ...records } = recordsFor(column);
      const memberId = personOf(colleagueOf(column)).accountId;
      const path = fillPattern(pattern, { ...addressValues({ ...records, handle: "harbour" }), memberId });
      const { status, body } = await personOf(column).visitor.request(path);
      await body?.cancel();
      // Nothing to bring back, to take back or to remove for good: the page leads on to the record.
      verdicts.set(column, status >= 300 && status < 400 ? "—" : verdictOf(status));
    };
    await Promise.all(triedBy(name, place).map(look));
    rows.push(rowOf("pages", name, verdicts));
  }
  return rows;
}

/** The portal's pages, for a client whose records they show and for staff who are signed in beside. */
async function portalPagesOf(app: Application): Promise<string[]> {
  const { client, values } = await seedClient(app, agency);
  const routes = (await routeAddresses()).filter(({ access }) => access === "client");
  const verdictFor = async (visitor: Visitor, path: string) => {
    const { status, headers, body } = await visitor.request(path);
    await body?.cancel();
    const leadsTo = headers.get("location") ?? "";
    if (leadsTo.startsWith("/client-portal/login")) return "no";
    return status >= 300 && status < 400 ? "—" : verdictOf(status);
  };
  const rows: string[] = [];
  for (const { pattern } of routes) {
    const path = fillPattern(pattern, values);
    const [own, staff] = [await verdictFor(client.visitor, path), await verdictFor(personOf("owner").visitor, path)];
    rows.push(`| \`${pattern}\` | ${own === "all" ? "own" : own} | ${staff} |`);
  }
  return rows;
}

interface Filled {
  readonly path: string;
  readonly fields: URLSearchParams;
}

/** The form as somebody has it before them; null where they are not even shown it. */
async function fillIn(form: AgentForm, owner: SeededAgent): Promise<Filled | null> {
  // What a form is about may itself be out of their reach.
  const page = await form.open(owner.visitor, owner).catch(() => null);
  if (page === null) return null;
  const isShown = page.document.querySelectorAll("main form").some((shown) => firstButton(shown) === form.button);
  return isShown ? fillForm(page, form.button, form.typed(owner)) : null;
}

/** Sends it as somebody else, who needs no button for that. */
async function sendAs(column: Column, { path, fields }: Filled, form: AgentForm): Promise<number> {
  const { visitor, accountId } = personOf(column);
  const theirs = new URLSearchParams(fields);
  theirs.set(personField, accountId);
  const isText = form.does !== "stores";
  const headers = {
    "sec-fetch-site": "same-origin",
    ...(isText && { "content-type": "application/x-www-form-urlencoded" }),
  };
  const body = isText ? theirs.toString() : multipartOf(theirs);
  const response = await visitor.request(path, { method: "POST", headers, body });
  await response.body?.cancel();
  // Without a file there is nothing to store, which is only said to those who may.
  return form.does === "stores" && response.status === 400 ? 200 : response.status;
}

interface Verdicts {
  readonly first: ReadonlyMap<Column, string>;
  /** Once its owner has sent it, so that there is nothing left to do; null for forms that are not asked for that. */
  readonly onceDone: ReadonlyMap<Column, string> | null;
}

async function verdictsOn(form: AgentForm, tryers: readonly Column[]): Promise<Verdicts> {
  const first = new Map<Column, string>();
  const onceDone = isConfirmed(form) ? new Map<Column, string>() : null;
  // Those first who may not: what they send leaves the form as it was. Its owner comes last.
  for (const owner of ["owner", "member"] as const) {
    const theirs = tryers.toReversed().filter((column) => recordsFor(column) === seeded.get(owner));
    let filled: Filled | null = null;
    let sent: Filled | null = null;
    for (const column of theirs) {
      filled ??= await fillIn(form, recordsFor(column));
      const verdict = filled === null ? "no" : verdictOf(await sendAs(column, filled, form));
      first.set(column, verdict);
      sent = verdict === "all" ? filled : null;
      if (sent !== null) filled = null;
    }
    if (onceDone !== null) await addVerdictsOnceDone(onceDone, form, theirs, sent);
  }
  return { first, onceDone };
}

/** Whether nothing is typed in it: the page asks, and a button confirms. */
const isConfirmed = ({ does, typed }: AgentForm): boolean =>
  does === "changes" && Object.keys(typed(recordsFor("owner"))).length === 0;

const walkedForms = agentForms.filter(({ pattern }) => !ownAffairs.has(pattern));

const patternOf = ({ pattern }: Pick<AgentForm, "pattern">): string => pattern;

/** What opening the page and sending its form again say; both, where they do not say the same. */
async function settledVerdict(column: Column, filled: Filled, form: AgentForm): Promise<string> {
  const { status, body } = await personOf(column).visitor.request(filled.path);
  await body?.cancel();
  const said = [status, await sendAs(column, filled, form)].map((one) =>
    one === 403 ? "no" : one === 404 ? "gone" : one < 500 ? "all" : String(one),
  );
  // Whoever confirmed it is led where that led: the same form was sent twice.
  return said[0] === said[1] || said[0] === "gone" ? `${said[0]}` : said.join("/");
}

/** @param done what the last of these people, its owner, has sent; null where they were refused */
async function addVerdictsOnceDone(
  verdicts: Map<Column, string>,
  form: AgentForm,
  theirs: readonly Column[],
  done: Filled | null,
): Promise<void> {
  for (const column of theirs.toReversed())
    verdicts.set(column, done === null ? "no" : await settledVerdict(column, done, form));
  // What is there for its owner is out of reach for somebody else.
  const isGone = verdicts.get(theirs.at(-1) ?? "owner") === "gone";
  for (const column of theirs) if (verdicts.get(column) === "gone" && !isGone) verdicts.set(column, "no");
}

test("every page that only confirms something is among those that are walked once it is done", async () => {
  const asking = (await routeAddresses()).filter(
    ({ file, access, pattern }) =>
      access === "agent" &&
      !ownAffairs.has(pattern) &&
      !walkedElsewhere.has(pattern) &&
      /Confirmation|confirmationForm|ShowingQuestion/.test(readFileSync(join("app", file), "utf8")),
  );
  expect(asking.length).toBeGreaterThan(25);
  // What makes something anew each time it is confirmed is never done.
  const walked = new Set(walkedForms.filter((form) => isConfirmed(form) || form.does === "makes").map(patternOf));
  expect(asking.map(patternOf).filter((pattern) => !walked.has(pattern))).toEqual([]);
});

test("who may do what is the table that is written down", { timeout: 600_000 }, async ({ app }) => {
  // Mailed links are found in the demo's outbox.
  app.pretend({ demo: true });
  const head = `| ${roles.join(" | ")} |`;
  const rule = "| --- |".concat(" --- |".repeat(roles.length));
  const pages = await pagesOf();
  const forms: string[] = [];
  const confirmed: string[] = [];
  for (const [place, form] of walkedForms.entries()) {
    const name = `\`${form.pattern}\`: ${form.button}`;
    const { first, onceDone } = await verdictsOn(form, triedBy(name, place));
    forms.push(rowOf("forms", name, first));
    if (onceDone !== null) confirmed.push(rowOf("done", name, onceDone));
  }
  const portal = await portalPagesOf(app);
  const table = [
    "# Who may do what",
    "",
    "On the Standard plan; on the Free plan everyone is an administrator. Own: records assigned to oneself. A comment is changed and",
    "removed by its author alone, whatever the role (here the owner wrote it). Colleagues who see the record can be named in it, and are told. A test opens every page and sends every form in every",
    "role, and fails when the outcome is not this table: change it together with the rule. A dash: the page leads on, as there was",
    "nothing to restore, to undo or to remove.",
    "",
    "Those who see everybody's records and may create some, may have the dashboard count their own alone (permission `records.own_alone`,",
    "header `x-records: own`).",
    "",
    "## Pages",
    "",
    `| Page ${head}`,
    rule,
    ...pages,
    "",
    "## Forms",
    "",
    `| Form ${head}`,
    rule,
    ...forms,
    "",
    "## Once it is done",
    "",
    "What only asks and is confirmed, when it was confirmed already: its page opened and its form sent again. All: nothing is refused,",
    "and the page says what is the case or leads on. Gone: there is nothing left to refuse. Two words: opened, sent.",
    "",
    `| Form ${head}`,
    rule,
    ...confirmed,
    "",
    "## Client portal",
    "",
    "Own: what belongs to the client who is signed in. Staff see the same pages by “See as the client”, for reading alone, at an address of their",
    "own; a client who is signed in opens no page of staff. A dash: it only takes what is sent. 400: it wants to be told which properties.",
    "",
    "| Page | client | staff |",
    "| --- | --- | --- |",
    ...portal,
    "",
  ].join("\n");
  await expect(table).toMatchFileSnapshot("../../docs/permissions.md");
});

test("every call that was made, and every answer, is as the service describes them", () => {
  expect([...flaws].sort()).toEqual([]);
});
