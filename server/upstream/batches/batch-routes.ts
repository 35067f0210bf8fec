import { sql } from "drizzle-orm";
import { z } from "zod";
import { requireSuccessor } from "../assignments/handover.ts";
import { nameOf } from "../engine/account-name.ts";
import { action, type Route } from "../engine/action.ts";
import { found } from "../engine/answer.ts";
import type { Member } from "../engine/current-user.ts";
import { givenMoment } from "../engine/days.ts";
import { lookUp } from "../engine/filters.ts";
import { lineOf } from "../engine/inputs.ts";
import type { Queries } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { forbidden, invalidAttribute, invalidQuery } from "../engine/refusal.ts";
import { selectIds } from "../engine/selection.ts";
import {
  changeRoute,
  createRoute,
  findRoute,
  listRoute,
  type RecordWrite,
  type Write,
} from "../engine/table-routes.ts";
import { insertOne } from "../engine/writing.ts";
import { type BatchKind, batchActions, batches, batchKinds, batchRecords, decisions } from "../tables.ts";
import { spell } from "../used-words/spelling.ts";
import { batch, batchList } from "./batch.ts";
import { actionsFor, batchedKinds } from "./batched-kinds.ts";
import { type BatchRun, batchQueue, finishBatch, stepBatch } from "./running.ts";

const mostRecords = 10_000;

const mostNames = 50;

interface Choice {
  readonly kind: BatchKind;
  /** As in "search=smith&archived=true" or "ids=…,…". */
  readonly filters: string;
}

/** With the list's defaults. @throws Refusal 400 `invalid_filter` */
function filtersOf({ kind, filters }: Choice): ReadonlyMap<string, string> {
  const { rules } = batchedKinds[kind];
  const given = [...new URLSearchParams(filters)];
  for (const [name] of given)
    if (!Object.hasOwn(rules.filters, name))
      throw invalidQuery("invalid_filter", "filters", "There is no such filter.");
  return new Map([...Object.entries(rules.defaultFilters ?? {}), ...given]);
}

/** SQL of chosen ids that are the user's own. @throws Refusal 400 */
async function chosenIds(database: Queries, choice: Choice, currentUser: Member) {
  const { resource, rules: given } = batchedKinds[choice.kind];
  const filters = filtersOf(choice);
  // Shared records cannot be changed.
  const owner = { ...currentUser, seesShared: false };
  const { rules } = await lookUp(database, given, filters, owner);
  return selectIds(resource, rules, filters, owner);
}

/** Named ids that do not exist. */
function missingOf(choice: Choice, total: number): number {
  const ids = filtersOf(choice).get("ids");
  return ids === undefined ? 0 : Math.max(0, new Set(ids.split(",")).size - total);
}

/** @throws Refusal 400 */
async function readChoice(database: Queries, currentUser: Member, choice: Choice) {
  const { nameOf } = batchedKinds[choice.kind];
  const ids = await chosenIds(database, choice, currentUser);
  const { rows } = await database.execute<{ total: number; names: readonly string[] }>(sql`
    with chosen as materialized (select id from (${ids}) as found limit ${mostRecords + 1}),
      named as (select ${nameOf(sql`chosen.id`)} as name from chosen limit ${mostNames})
    select (select count(*)::integer from chosen) as total, (select coalesce(json_agg(name order by name), '[]') from named) as names`);
  const { total = 0, names = [] } = rows[0] ?? {};
  return { total, names, missing: missingOf(choice, total) };
}

/** Larger batches are jobs. */
const mostAtOnce = 1_000;

/** Empty: the whole list. */
const filters = z.string().max(60_000, "That is too long.").default("");
const seenMoment = givenMoment("Say a moment in ISO 8601.");

const creation = z.object({
  kind: z.enum(batchKinds),
  action: z.enum(batchActions),
  /** The agent's id, the tag, or the decision. */
  value: z.string().nullish(),
  filters,
  /** Records that changed later are left alone. */
  seenAt: seenMoment.nullish(),
  /** Earlier moments, by record. */
  seenEarlier: z.record(z.uuid(), seenMoment).nullish(),
});
type Creation = z.output<typeof creation>;

const choiceType = recordType(
  "batch_choice",
  z.object({
    total: z.int().describe(`How many are chosen; more than ${mostRecords} are too many`),
    names: z.array(z.string()).describe("Of the first of them"),
    missing: z.int().describe("Chosen by id, and not there"),
    actions: z.array(z.enum(batchActions)).describe("What may be done to any of them"),
    most: z.int().describe("How many can be changed at once"),
  }),
);

/** As stored and as shown. @throws Refusal 400 */
async function readValue({ database, currentUser }: Write, { action, value = null }: Creation) {
  if (action === "assign") {
    const id = z.uuid().safeParse(value);
    if (!id.success) throw invalidAttribute("value", "Choose a member of the workspace.");
    await requireSuccessor(database, currentUser, id.data, "value");
    const { rows } = await database.execute<{ name: string }>(sql`select ${nameOf(id.data)} as name`);
    return { value: id.data, valueName: rows[0]?.name ?? null };
  }
  if (action === "decide") return readDecision(value);
  if (action !== "add_tag" && action !== "remove_tag") return { value: null, valueName: null };
  const typed = lineOf("Tag", 100).safeParse(value ?? "");
  if (!typed.success) throw invalidAttribute("value", typed.error.issues[0]?.message ?? "Type a tag.");
  const { workspaceId } = currentUser;
  const [tag = typed.data] = await spell(database, { workspaceId, kind: "tag", own: null }, [typed.data]);
  return { value: tag, valueName: tag };
}

/** Null: undecided. @throws Refusal 400 */
function readDecision(value: string | null) {
  if (value === null) return { value, valueName: null };
  const decision = z.enum(decisions).safeParse(value);
  if (!decision.success) throw invalidAttribute("value", "Choose a decision from the list.");
  return { value: decision.data, valueName: null };
}

/** Small batches end at once. @returns the id */
async function make(write: Write<Creation>): Promise<string> {
  const { database, currentUser, attributes, afterCommit } = write;
  const { workspaceId, accountId } = currentUser;
  const { kind, action, seenAt = null, seenEarlier } = attributes;
  if (!actionsFor(currentUser, kind).includes(action)) throw forbidden();
  const value = await readValue(write, attributes);
  await forgetOld(database, accountId);
  const id = await insertOne(database, batches, {
    workspaceId,
    accountId,
    kind,
    action,
    ...value,
    seenAt,
    state: "running",
    total: 0,
  });
  const ids = await chosenIds(database, attributes, currentUser);
  const { rowCount } = await database.execute(sql`
    insert into ${batchRecords} (batch_id, workspace_id, record_id, place, seen_at)
    select ${id}::uuid, ${workspaceId}::uuid, chosen.id, row_number() over (),
      (${JSON.stringify(seenEarlier ?? {})}::jsonb ->> chosen.id::text)::timestamptz
    from (${ids} limit ${mostRecords + 1}) as chosen`);
  const total = rowCount ?? 0;
  if (total === 0)
    throw invalidAttribute("filters", "Nothing is chosen any more. Go back to the list and choose again.");
  if (total > mostRecords) {
    const most = mostRecords.toLocaleString("en-US");
    throw invalidAttribute("filters", `At most ${most} can be changed at once. Search or filter the list first.`);
  }
  const counts = { total, missing: missingOf(attributes, total) };
  await database.update(batches).set(counts).where(sql`${batches.id} = ${id}`);
  if (total > mostAtOnce) await afterCommit(batchQueue, id);
  else await workOff(database, write, id);
  return id;
}

async function workOff(database: Queries, run: BatchRun, id: string): Promise<void> {
  while (await stepBatch(database, run, id));
}

/** @throws Refusal 403 where nothing may be changed back; it can be tried again */
async function undo(write: RecordWrite): Promise<void> {
  const { database, record, afterCommit } = write;
  await database
    .update(batches)
    .set({ state: "undoing", version: sql`${batches.version} + 1` })
    .where(sql`${batches.id} = ${record.id}`);
  if (Number(record.attributes.changed) > mostAtOnce) await afterCommit(batchQueue, record.id);
  else {
    await workOff(database, write, record.id);
    const [worked] = await database
      .select({ state: batches.state })
      .from(batches)
      .where(sql`${batches.id} = ${record.id}`);
    if (worked?.state !== "undone") throw forbidden();
  }
}

/** A job's next step finds nothing to do. */
async function stop(write: RecordWrite): Promise<void> {
  const [stored] = await write.database.select().from(batches).where(sql`${batches.id} = ${write.record.id}`);
  if (stored === undefined) return;
  const { kind, value } = stored;
  await finishBatch({ ...write, partOf: stored.id, kind, value }, stored);
}

async function forgetOld(database: Queries, accountId: string): Promise<void> {
  await database
    .delete(batches)
    .where(sql`${batches.accountId} = ${accountId} and ${batches.insertedAt} < now() - interval '30 days'`);
}

export const batchRoutes: readonly Route[] = [
  action({
    method: "GET",
    path: "/batch_choice",
    summary: "What a change of several records would be about",
    access: "workspace",
    parameters: z.object({ kind: z.enum(batchKinds), filters }),
    answers: { status: 200, of: choiceType },
    async run({ database, currentUser, parameters }) {
      const choice = await readChoice(database, currentUser, parameters);
      const actions = actionsFor(currentUser, parameters.kind);
      return found(choiceType, { id: parameters.kind, attributes: { ...choice, actions, most: mostRecords } });
    },
  }),
  listRoute(batch, batchList, "One's own changes of several records, newest first"),
  findRoute(batch, "A change of several records, with those that were left as they are"),
  createRoute(batch, {
    summary: "Change several records the same way; many of them as a job",
    input: creation,
    may: () => true,
    run: make,
  }),
  changeRoute(batch, {
    summary: "Undo a change of several records, as far as nobody changed them since",
    method: "POST",
    below: "/undoing",
    needs: "undo",
    run: undo,
  }),
  changeRoute(batch, {
    summary: "Stop a change of several records: what is done stays done, and can be undone",
    method: "POST",
    below: "/stopping",
    needs: "stop",
    run: stop,
  }),
];
