/** One pass over all forms: each is opened once for its owner's records, and then sent in every way in which it can be. */
import { Response as Answer } from "undici";
import { isRecordId } from "#app/json-api/record.ts";
import { keyField, personField } from "#app/session/hidden-fields.ts";
import { isSecret } from "#app/ui/secret-fields.ts";
import { setPasswordHash } from "#server/upstream/identity/accounts.ts";
import { createPasswordHasher } from "#server/upstream/identity/password-hasher.ts";
import { insertWorkspace } from "#server/upstream/identity/workspaces.ts";
import type { MeetCall } from "#tests/support/application.ts";
import { anyForm, giveForeignIds } from "#tests/support/foreign-ids.ts";
import { multipartOf } from "#tests/support/form-entries.ts";
import type { AgentForm, SeededAgent } from "#tests/support/form-types.ts";
import { agentForms } from "#tests/support/forms.ts";
import { hashTags } from "#tests/support/hashed-tags.ts";
import { fieldsOf, fillForm, firstButton, type PostedForm, valuesOf } from "#tests/support/posted-form.ts";
import { meets } from "#tests/support/turns.ts";
import { Visit, type Visitor } from "#tests/support/visitor.ts";
import type { Asked, Census, Column } from "./census.ts";
import type { Seen } from "./judges.ts";
import { answerWith, conflict, needAnswer, type Refusal, refusals, settledByConflict, theirWords } from "./refusals.ts";
import { ownAffairs, rowOf, triedBy, verdictOf } from "./table.ts";

/** What is typed there names nobody, once ids are other ones. */
const refusedForeign = new Set(["/clients/:id/merge", "/settings/account/devices/:deviceId/removal"]);
/** Forms whose page is another one once they are written. */
const leadsOn = new Set(["/opportunities/:opportunityId/stage", "/opportunities/:opportunityId/client-question"]);
/** The agency is too large for another plan: these have tests of their own. */
const isOfPlans = ({ pattern }: AgentForm) => pattern.startsWith("/settings/billing/");

const ownerAlone: readonly Column[] = ["owner"];

const uuids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

export interface FormsRecord {
  /** Rows of the table. */
  readonly forms: string[];
  readonly done: string[];
  readonly flaws: Record<"refused" | "elsewhere" | "again" | "foreign" | "versions", string[]>;
  readonly seen: Seen[];
  /** By its pattern, what the first form's page is, with all rounds of its calls. */
  readonly opened: Map<string, Seen>;
}

/** A form as the owner of its records has it before them. */
interface FilledForm extends PostedForm {
  readonly form: AgentForm;
  /** Of all forms. */
  readonly place: number;
  readonly agent: SeededAgent;
  readonly typed: Readonly<Record<string, string>>;
}

/** Whether nothing is typed in it: the page asks, and a button confirms. */
export const isConfirmation = ({ does, typed }: AgentForm, agent: SeededAgent): boolean =>
  does === "changes" && Object.keys(typed(agent)).length === 0;

const firstOf = ({ typed }: Pick<FilledForm, "typed">): string | undefined => Object.keys(typed)[0];

const isRedirect = ({ status }: Seen): boolean => status >= 300 && status < 400;

const visitOf = ({ path, status, headers, body }: Seen): Visit =>
  new Visit(new URL(path, "http://here"), new Answer(null, { status, headers: [...headers] }), body);

const writesMeet =
  (meet: () => Response): MeetCall =>
  async (request, forward) =>
    request.method === "GET" ? forward() : meet();

/** Which texts that were typed the form on this page does not hold; null where there is no such form. */
function lostOn(page: Visit, { form, fields, typed }: FilledForm, isKept = (_name: string) => true): string[] | null {
  const shown = page.document.querySelectorAll("main form[method=post]");
  if (!shown.some((candidate) => candidate.text.includes(form.button))) return null;
  const kept = fillForm(page, form.button, {}).fields;
  const names = Object.keys(typed).filter((name) => !isSecret(name) && isKept(name));
  return names.filter((name) => kept.get(name) !== fields.get(name));
}

/** Sends all forms. @param only part of the patterns of those to send, while one of them is looked at */
export async function walkForms(census: Census, only: string): Promise<FormsRecord> {
  const record: FormsRecord = {
    forms: [],
    done: [],
    flaws: { refused: [], elsewhere: [], again: [], foreign: [], versions: [] },
    seen: [],
    opened: new Map(),
  };
  const { flaws } = record;
  const { app } = census;
  const { pool, orm } = app.database;
  const password = "a quiet street for a census";
  const owner = census.personOf("owner");
  await setPasswordHash(orm, owner.accountId, await createPasswordHasher().hash(password), new Date());
  const second = {
    name: "Second House",
    handle: `second-${census.handle}`,
    ownerId: owner.accountId,
    plan: "standard" as const,
  };
  const secondId = (await orm.transaction((inside) => insertWorkspace(inside, second, new Date()))) ?? "";
  let elsewhere = await goElsewhere();

  /** The owner in another workspace of theirs. */
  async function goElsewhere(): Promise<Visitor> {
    const visitor = app.visitor();
    const session = {
      kind: "agent",
      personId: owner.accountId,
      workspaceId: secondId,
      clientId: null,
      token: census.agency.owner.token,
      visitorState: {},
    } as const;
    const inAnHour = new Date(Date.now() + 3_600_000);
    visitor.cookies.set(app.sessionCookie, await app.store.sessions.open(session, inAnHour));
    return visitor;
  }

  const agentOf = (column: Column): SeededAgent => {
    const agent = census.recordsFor(column);
    return column === "member's own" ? agent : { ...agent, email: census.email, password };
  };

  /** How many forms the app remembers as sent. */
  async function mark(): Promise<string> {
    const sql = "SELECT coalesce(max(number), 0)::text AS last FROM app.submissions";
    return (await pool.query<{ last: string }>(sql)).rows[0]?.last ?? "0";
  }
  /** As if those since had never been sent. */
  const forget = (since: string) => pool.query("DELETE FROM app.submissions WHERE number > $1", [since]);

  async function send(
    by: Visitor,
    { path, fields }: PostedForm,
    { isFile = false, ...asked }: Asked & { readonly isFile?: boolean },
  ): Promise<Seen> {
    const headers = {
      "sec-fetch-site": "same-origin",
      ...(!isFile && { "content-type": "application/x-www-form-urlencoded" }),
    };
    const init = { method: "POST", headers, body: isFile ? multipartOf(fields) : fields.toString(), ...asked.init };
    const one = await census.ask(by, path, { as: "owner", ...asked, init });
    record.seen.push(one);
    return one;
  }

  /** Sends it as somebody else, who needs no button for that; what they did is taken back unless they may keep it. */
  async function sendAs(column: Column, { form, path, fields }: FilledForm, isKept: boolean): Promise<number> {
    const { visitor, accountId } = census.personOf(column);
    const theirs = new URLSearchParams(fields);
    theirs.set(personField, accountId);
    const isFile = form.does === "stores";
    const before = isKept ? null : await mark();
    const asked = { as: column, what: "POST", dry: !isKept, isFile, isDescribed: column === "owner" };
    const { status } = await send(visitor, { path, fields: theirs }, asked);
    if (before !== null && status < 400) await forget(before);
    // Without a file there is nothing to store, which is only said to those who may.
    return isFile && status === 400 ? 200 : status;
  }

  async function refusalFlaw(filled: FilledForm, { status, says, meet }: Refusal): Promise<string | null> {
    const { visitor } = filled.agent;
    let one = await send(visitor, filled, { meet: writesMeet(meet), what: `refused ${status}` });
    const location = one.headers.get("location");
    if (location !== null) one = await census.ask(visitor, location);
    const page = visitOf(one);
    if (one.body.includes(theirWords)) return "in the words of the service";
    const lost = lostOn(page, filled);
    if (lost === null) return "without the form";
    if (lost.length > 0) return `lost ${lost.join(", ")}`;
    if (one.status !== status) return `${one.status} in place of ${status}`;
    return says.test(page.text) ? null : `without its sentence: ${page.document.querySelector(".note")?.text}`;
  }

  /** The service refuses it, answers nothing at all any more, and takes it without a word. */
  async function refuse(filled: FilledForm): Promise<void> {
    const { form, place, agent, typed, fields } = filled;
    const before = await mark();
    for (const [turn, refusal] of [...refusals, conflict].entries()) {
      if (refusal.byForm !== true && !meets(place, turn, 9)) continue;
      const flaw = await refusalFlaw(filled, refusal);
      if (flaw !== null && !(refusal === conflict && settledByConflict.has(form.pattern)))
        flaws.refused.push(`${form.pattern}, ${refusal.name}: ${flaw}`);
    }
    const texts = Object.keys(typed).filter((name) => !isSecret(name));
    if (texts.length > 0) {
      // One of the two for each form: one page says both.
      const status = meets(place, 0, 2) ? 404 : 503;
      // Who asks is known all the same.
      const meet: MeetCall = async (request, forward) =>
        request.url.endsWith("/sessions/current") ? forward() : answerWith(status)();
      const page = visitOf(await send(agent.visitor, filled, { meet, what: `everything ${status}` }));
      const lost = texts.map((name) => fields.get(name) ?? "").filter((text) => !isShown(page, text));
      if (page.status !== status || lost.length > 0)
        flaws.refused.push(`${form.pattern}, everything ${status}: ${page.status}, lost ${lost.join(", ")}`);
    }
    await forget(before);
    if (settledByConflict.has(form.pattern)) return;
    let empty = await send(agent.visitor, filled, { meet: writesMeet(answerWith(204, null)), what: "204" });
    for (let hops = 0; isRedirect(empty) && hops < 5; hops += 1)
      empty = await census.ask(agent.visitor, empty.headers.get("location") ?? "");
    const alert = visitOf(empty).document.querySelector(".note[role=alert]");
    const isGood = needAnswer.has(form.pattern) ? empty.status === 502 : empty.status === 200 && alert === null;
    if (!isGood) flaws.refused.push(`${form.pattern}, 204: ${empty.status} ${alert?.text}`);
    await forget(before);
  }

  /** Whether a page shows a typed text, in a form or beside one. */
  function isShown({ document }: Visit, text: string): boolean {
    if (document.querySelector("main")?.text.includes(text) === true) return true;
    const fields = document.querySelectorAll("main input, main option[selected]");
    return fields.some((one) => one.getAttribute("value") === text);
  }

  async function sendWrong(filled: FilledForm): Promise<void> {
    const { form, path, fields, agent } = filled;
    const first = firstOf(filled);
    if (form.does !== "makes" || first === undefined) return;
    const wrong = new URLSearchParams({ ...Object.fromEntries(fields), ...(form.refused ?? { [first]: "" }) });
    const { status } = await send(agent.visitor, { path, fields: wrong }, { what: "wrong" });
    if (status !== 400) flaws.elsewhere.push(`${form.pattern}, wrong: ${status}`);
  }

  /** After a switch to another workspace it is refused, and kept. */
  async function sendElsewhere(filled: FilledForm): Promise<void> {
    const { form, path, typed, agent } = filled;
    if (form.inAnyWorkspace === true) return;
    const refused = await send(elsewhere, filled, { what: "elsewhere" });
    // The page of a record does not exist in another workspace.
    const isShownThere = form.does === "makes" && !form.pattern.includes(":") && form.namesRecords !== true;
    const says = isShownThere ? "Nothing was saved." : "Something went wrong!";
    if (refused.status !== 409 || !refused.body.includes(says))
      flaws.elsewhere.push(`${form.pattern}, in another workspace: ${refused.status}`);
    // Back where it belongs, it is on its page again.
    const kept = [...elsewhere.cookies].filter(([name]) => name !== app.sessionCookie);
    for (const [name] of kept) elsewhere.cookies.delete(name);
    if (firstOf(filled) === undefined) return;
    const cookies = new Map([...agent.visitor.cookies, ...kept]);
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const page = isShownThere ? refused : await census.ask(agent.visitor, path, { init: { headers: { cookie } } });
    // A record that was chosen does not exist in another workspace either.
    const lost = lostOn(visitOf(page), filled, (name) => !isShownThere || !isRecordId(typed[name] ?? ""));
    if (lost === null || lost.length > 0)
      flaws.elsewhere.push(`${form.pattern}, in another workspace: lost ${lost?.join(", ")}`);
  }

  async function sendFromAnotherSite({ form, agent, ...filled }: FilledForm): Promise<void> {
    const headers = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "cross-site" };
    const { status } = await send(agent.visitor, filled, { what: "from another site", init: { headers } });
    if (status !== 403) flaws.elsewhere.push(`${form.pattern}, from another site: ${status}`);
  }

  async function readClock(): Promise<string> {
    // Services write down milliseconds.
    const sql = "SELECT date_trunc('milliseconds', clock_timestamp())::text AS clock";
    return (await pool.query<{ clock: string }>(sql)).rows[0]?.clock ?? "";
  }

  /**
   * How much the owner has done since: writes with an event that bears their name, answers noted, and mails to them. Earlier events
   * do not count, also where a merge or the trash moves them; nor do sign-ins, which are no forms that are sent once.
   * @param mailsSince later than that, so that no mail about what others did before is taken for theirs
   */
  async function countDone(
    { accountId, email, workspaceId }: SeededAgent,
    since: string,
    mailsSince: string,
  ): Promise<number> {
    const { rows } = await pool.query<{ done: number }>(
      `SELECT ((SELECT count(DISTINCT xmin::text) FROM upstream.activities
                 WHERE actor_account_id::text = $1 AND occurred_at >= $4::timestamptz AND topic <> 'access')
             + (SELECT count(DISTINCT noted_at) FROM upstream.portal_answers
                 WHERE workspace_id::text = $3 AND noted_at >= $4::timestamptz)
             + (SELECT count(*) FROM mail.outbox WHERE recipient = $2 AND inserted_at >= $5::timestamptz))::int AS done`,
      [accountId, email, workspaceId, since, mailsSince],
    );
    return rows[0]?.done ?? 0;
  }

  /** Three times at once, again, and again with other content: it is done once. */
  async function sendOften(filled: FilledForm, begun: string): Promise<number> {
    const { form, agent } = filled;
    const sentFirst = await readClock();
    const answers = await Promise.all(Array.from({ length: 3 }, () => send(agent.visitor, filled, { what: "good" })));
    const places = new Set(answers.map(({ headers }) => headers.get("location")));
    const said = answers.map(({ status }) => status);
    if (said.some((status) => status !== 303) || places.size !== 1)
      flaws.again.push(`${form.pattern}, at once: ${said.join(" ")} ${places.size}`);
    const again = await send(agent.visitor, filled, { what: "again" });
    if (again.status !== 303 || !places.has(again.headers.get("location")))
      flaws.again.push(`${form.pattern}, again: ${again.status}`);
    // What was made may have led to another workspace.
    if (form.inAnyWorkspace) await comeBack();
    await sendOtherContent(filled);
    const done = await countDone(agent, begun, sentFirst);
    if (done !== (form.writes ?? 1)) flaws.again.push(`${form.pattern}, done ${done} times`);
    return Math.max(...said);
  }

  async function sendOtherContent(filled: FilledForm): Promise<void> {
    const { form, agent, path, typed } = filled;
    const first = firstOf(filled);
    if (form.does !== "makes" || first === undefined) return;
    const another = form.other?.(agent) ?? { [first]: "Somebody else" };
    const fields = new URLSearchParams({ ...Object.fromEntries(filled.fields), ...typed, ...another });
    const other = await send(agent.visitor, { path, fields }, { what: "other content" });
    const said = `${form.pattern}, with other content: ${other.status}`;
    if (form.leadsOn) {
      const place = new URL(other.headers.get("location") ?? "/none", app.origin).pathname;
      if (!isRedirect(other) || !path.startsWith(`${place}/`)) flaws.again.push(`${said} to ${place}`);
      return;
    }
    const lost = lostOn(visitOf(other), { ...filled, fields, typed: another });
    if (other.status !== 409 || !other.body.includes("Already sent.") || lost === null || lost.length > 0)
      flaws.again.push(`${said}, lost ${lost?.join(", ")}`);
  }

  /** The same form of a service whose ids have any form. It is taken back: nothing is used up. */
  async function sendForeign({ form, agent, typed }: FilledForm, { pathname, search }: URL): Promise<void> {
    if (form.does === "stores" || form.inAnyWorkspace || refusedForeign.has(form.pattern) || isOfPlans(form)) return;
    const before = await mark();
    const { idOf, inAddress } = giveForeignIds(app, anyForm, [agent.workspaceId, agent.accountId]);
    const named = Object.entries(typed).map(([name, text]) => [name, text.replaceAll(uuids, idOf)] as const);
    try {
      const page = await agent.visitor.open(inAddress(pathname + search));
      const filled = fillForm(page, form.button, Object.fromEntries(named));
      const sent = await send(agent.visitor, filled, { what: "foreign", dry: true });
      if (sent.status >= 400)
        flaws.foreign.push(
          `${form.pattern}: ${sent.status} ${visitOf(sent).document.querySelector("main")?.text.slice(0, 300)}`,
        );
    } catch (error) {
      flaws.foreign.push(`${form.pattern}: ${error}`);
    }
    app.resetHandlers();
    await forget(before);
  }

  /** Types what the form takes, and what it showed first, in turns; each is there again when it is said to be saved. */
  async function typeBackAndForth({ form: { pattern, button }, place, agent, typed, path }: FilledForm): Promise<void> {
    const { visitor } = agent;
    const names = Object.keys(typed);
    let page = await visitor.open(path);
    const values = [valuesOf(page, button, names), typed] as const;
    const shown: (string | null)[] = [JSON.stringify(values[0]), null];
    const sent: (PostedForm & { readonly holds: 0 | 1 })[] = [];
    let holds: 0 | 1 = 0;
    for (const isEarlier of [false, false, true, meets(place, 0, 2)]) {
      const said = `${pattern} after ${sent.length} changes, ${isEarlier ? "an earlier form again" : "another one"}`;
      const next: 0 | 1 = holds === 1 ? 0 : 1;
      const earlier = isEarlier ? sent.find((one) => one.holds === next) : undefined;
      const fields = earlier?.fields ?? fieldsOf(page, button, values[next]);
      if (fields === null) {
        flaws.versions.push(`${said}: no form`);
        return;
      }
      const { status } = await send(visitor, { path, fields }, { what: "typed again" });
      if (!(earlier === undefined ? [303] : [303, 409]).includes(status)) flaws.versions.push(`${said}: ${status}`);
      if (status === 303) holds = next;
      sent.push({ path, fields, holds: next });
      page = await visitor.open(path);
      const found = JSON.stringify(valuesOf(page, button, names));
      shown[holds] ??= found;
      if (found !== shown[holds]) flaws.versions.push(`${said}: ${found} in place of ${shown[holds]}`);
    }
  }

  async function changeBackAndForth(filled: FilledForm): Promise<void> {
    const { form, place, agent, fields } = filled;
    const isVersioned = fields.get(keyField)?.startsWith("v.") === true;
    if (form.does !== "changes" || isConfirmation(form, agent) || !isVersioned || leadsOn.has(form.pattern)) return;
    await typeBackAndForth(filled);
    // With a service whose tags repeat one code keeps all forms apart: one in three of them says whether that holds.
    if (!meets(place, 0, 3)) return;
    hashTags(app);
    await typeBackAndForth(filled);
    app.resetHandlers();
    app.pretend({ demo: true });
  }

  /** What opening the page and sending its form again say; both, where they do not say the same. */
  async function settledVerdict(column: Column, filled: FilledForm): Promise<string> {
    const asked = { as: column, isDescribed: column === "owner" };
    const { status } = await census.ask(census.personOf(column).visitor, filled.path, asked);
    const sent = await sendAs(column, filled, column === "owner" || column === "member's own");
    const said = [status, sent].map((one) =>
      one === 403 ? "no" : one === 404 ? "gone" : one < 500 ? "all" : String(one),
    );
    // Whoever confirmed it is led where that led: the same form was sent twice.
    return said[0] === said[1] || said[0] === "gone" ? `${said[0]}` : said.join("/");
  }

  /** @param tryers the owner of its records first */
  async function addVerdictsOnceDone(
    verdicts: Map<Column, string>,
    tryers: readonly Column[],
    done: FilledForm | null,
  ): Promise<void> {
    for (const column of tryers) verdicts.set(column, done === null ? "no" : await settledVerdict(column, done));
    // What is there for its owner is out of reach for somebody else.
    const isGone = verdicts.get(tryers[0] ?? "owner") === "gone";
    for (const column of tryers) if (verdicts.get(column) === "gone" && !isGone) verdicts.set(column, "no");
  }

  /** The forms about the person may lead to another workspace of theirs. */
  const comeBack = () =>
    send(
      owner.visitor,
      { path: "/workspace/switch", fields: new URLSearchParams({ workspace: census.agency.workspaceId }) },
      { what: "come back" },
    );

  /** The form as the owner of these records has it; null where they are not even shown it. */
  async function fillIn(form: AgentForm, place: number, agent: SeededAgent) {
    // What a form is about may itself be out of their reach.
    const page = await form.open(agent.visitor, agent).catch(() => null);
    if (page === null || !page.document.querySelectorAll("main form").some((one) => firstButton(one) === form.button))
      return null;
    const typed = form.typed(agent);
    const filled: FilledForm = { ...fillForm(page, form.button, typed), form, place, agent, typed };
    return { filled, url: page.url };
  }

  /** All that the owner does with a form of theirs. @returns what it says when it is sent as it is meant to be */
  async function sendInAllWays(filled: FilledForm, url: URL): Promise<number> {
    const { form, agent, fields } = filled;
    if (!record.opened.has(form.pattern))
      record.opened.set(
        form.pattern,
        await census.askInRounds(agent.visitor, url.pathname + url.search, "owner", form.pattern),
      );
    await sendForeign(filled, url);
    if (isOfPlans(form) || form.does === "stores" || form.does === "settles") return sendAs("owner", filled, true);
    if (!fields.get(keyField)) flaws.again.push(`${form.pattern} has no key`);
    const begun = await readClock();
    await sendWrong(filled);
    await refuse(filled);
    await sendElsewhere(filled);
    await sendFromAnotherSite(filled);
    return sendOften(filled, begun);
  }

  async function walk(form: AgentForm, place: number): Promise<void> {
    const name = `\`${form.pattern}\`: ${form.button}`;
    const isRowed = !ownAffairs.has(form.pattern);
    const isConfirmed = isConfirmation(form, agentOf("owner"));
    const first = new Map<Column, string>();
    const onceDone = new Map<Column, string>();
    for (const column of ["owner", "member's own"] as const) {
      if (column !== "owner" && !isRowed) continue;
      const agent = agentOf(column);
      const tryers = (isRowed ? triedBy(name, place) : ownerAlone).filter(
        (one) => census.recordsFor(one) === census.recordsFor(column),
      );
      const others = tryers.filter((one) => one !== column);
      const found = await fillIn(form, place, agent);
      // Those first who may not; its owner comes last.
      for (const one of others.toReversed())
        first.set(one, found === null ? "no" : verdictOf(await sendAs(one, found.filled, false)));
      let last = "no";
      if (found !== null) {
        const { filled, url } = found;
        last = verdictOf(await (column === "owner" ? sendInAllWays(filled, url) : sendAs(column, filled, true)));
      }
      first.set(column, last);
      const done = last === "all" && found !== null ? found.filled : null;
      if (isConfirmed && isRowed) await addVerdictsOnceDone(onceDone, [column, ...others], done);
      if (column === "owner" && found !== null) await changeBackAndForth(found.filled);
    }
    if (isRowed) {
      record.forms.push(rowOf("forms", name, first));
      if (isConfirmed) record.done.push(rowOf("done", name, onceDone));
      return;
    }
    await comeBack();
    // "End all others" ends it, too.
    elsewhere = await goElsewhere();
  }

  for (const [place, form] of agentForms.entries()) if (form.pattern.includes(only)) await walk(form, place);
  return record;
}
