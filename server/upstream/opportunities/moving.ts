/** Moves opportunities between stages, and takes a move back. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { takeBackContact } from "../clients/client-filters.ts";
import { nameOf } from "../engine/account-name.ts";
import type { OpportunityWriter } from "../engine/current-user.ts";
import { recordEvent, type WriteContext } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import type { WireRecord } from "../engine/record.ts";
import { conflict, forbidden, invalidAttribute, Refusal } from "../engine/refusal.ts";
import { toSnake } from "../engine/spelling.ts";
import { isRecord } from "../engine/table.ts";
import type { RecordWrite } from "../engine/table-routes.ts";
import { insertOne, nextVersion, refuseDuplicate } from "../engine/writing.ts";
import { type AttributeChange, activities, type Effect, opportunities, opportunityMoves } from "../tables.ts";
import { addStageTasks, followDates } from "../tasks/date-tasks.ts";
import { checkDateRules, datesOfOpportunity } from "./date-rules.ts";
import type { Movement } from "./inputs.ts";
import { applyEffects, revertEffects } from "./move-effects.ts";
import { opportunity } from "./opportunity.ts";
import { takeArranged } from "./shared-parts.ts";
import { showing } from "./showing.ts";
import { findMove, type Move, type MoveField, readStage, type Stage } from "./stages.ts";

const fields: Readonly<Record<MoveField, keyof Movement>> = {
  showing_at: "showingAt",
  held_at: "heldAt",
  price: "price",
  expires_at: "expiresAt",
  accepted_on: "acceptedOn",
  deadline_on: "deadlineOn",
  closed_on: "closedOn",
  terms: "terms",
  terms_es: "termsEs",
};

const missing: Readonly<Record<MoveField, string>> = {
  showing_at: "Enter the showing date and time.",
  held_at: "Enter when it took place.",
  price: "Enter the price.",
  expires_at: "Enter when the offer expires.",
  accepted_on: "Enter when the offer was accepted.",
  deadline_on: "Enter the inspection deadline.",
  closed_on: "Enter the closing date.",
  terms: "Enter the terms.",
  terms_es: "Enter the terms in Spanish.",
};

/** Makes a move, with all that it asks for. @throws Refusal */
export async function makeMove(write: RecordWrite<Movement>): Promise<void> {
  await recordEvent(write, opportunity, "moved", write.record.id, await applyMove(write));
}

interface Moving extends WriteContext {
  readonly currentUser: OpportunityWriter;
  readonly record: Pick<WireRecord, "id" | "attributes" | "can">;
  readonly attributes: Movement;
}

/** Back to open after the client called off the last showing. */
export async function reopenForClient(write: Omit<Moving, "attributes">): Promise<void> {
  const attributes = { from: "showing_scheduled", to: "open", reason: "client_changed_mind" } as const;
  await recordEvent(write, opportunity, "moved", write.record.id, await applyMove({ ...write, attributes }));
}

/** Without the event. @returns the changes for the history */
async function applyMove(write: Moving): Promise<AttributeChange[]> {
  const { database, currentUser, record, attributes } = write;
  const from = stageOf(record.attributes.stage);
  if (attributes.from !== from) throw movedMeanwhile();
  const move = findMove(from, attributes.to);
  if (move === null) throw invalidAttribute("to", "This deal can't move there directly.");
  if (!record.can?.includes(move.permission)) throw forbidden();
  const movement = await takeArranged(database, record.id, attributes);
  checkRequired(move, movement);
  const given = valuesOfMove(move, movement);
  const heldAt = move.takes.includes("held_at") ? (movement.heldAt ?? null) : null;
  await checkDateRules(
    database,
    { id: record.id, packageId: String(record.attributes.package_id) },
    { ...given, heldAt },
  );
  const { workspaceId, accountId } = currentUser;
  const datesBefore = await datesOfOpportunity(database, record.id);
  await setStage(database, record.id, movement.to);
  const effects = [
    ...(await applyEffects({ database, opportunityId: record.id, workspaceId, accountId, movement })),
    ...(await addStageTasks(write, record.id, movement.to)).map((id): Effect => ({ on: "task", id, before: null })),
  ];
  effects.push(...(await followDates(write, record.id, datesBefore, await datesOfOpportunity(database, record.id))));
  const id = await insertMove(write, { ...given, fromStage: from, toStage: movement.to, effects });
  await database
    .update(opportunities)
    .set({ latestMoveId: id, stageBefore: from, sinceBefore: String(record.attributes.stage_since) })
    .where(isRecord(opportunity, record.id));
  return [{ field: "stage", before: from, after: movement.to }, ...listed(move, movement)];
}

/** Confirms a showing by a move: one event, one step to undo. @returns false where the stage does not lead there */
export async function moveToShowing(write: RecordWrite, showingId: string): Promise<boolean> {
  const from = stageOf(write.record.attributes.stage);
  const to = "showing_scheduled";
  if (findMove(from, to) === null) return false;
  const moved = await applyMove({ ...write, attributes: { from, to, showingId } });
  const confirmed = { field: "state", before: "requested", after: "confirmed" };
  await recordEvent(write, showing, "confirmed", showingId, [confirmed, ...moved]);
  return true;
}

/** The history keeps the move and adds that it was taken back. */
export async function undoMove(write: RecordWrite<{ readonly moveId: string }>): Promise<void> {
  const { database, record, attributes } = write;
  const undo = z.object({ move_id: z.string(), to: z.string() }).nullable().parse(record.attributes.undo);
  if (undo === null || undo.move_id !== attributes.moveId)
    throw conflict(
      "undo_over",
      "This stage change can no longer be undone: 10 minutes have passed, or something else changed.",
    );
  const from = stageOf(record.attributes.stage);
  const to = stageOf(undo.to);
  const [undone] = await database
    .select({ effects: opportunityMoves.effects, occurredAt: opportunityMoves.occurredAt })
    .from(opportunityMoves)
    .where(sql`${opportunityMoves.id} = ${undo.move_id}`);
  await setStage(database, record.id, to);
  await revertEffects(database, undone?.effects ?? []);
  await insertMove(write, { fromStage: from, toStage: to, undoesId: undo.move_id });
  await database
    .update(opportunities)
    .set({
      latestMoveId: null,
      stageSince: sql`coalesce(since_before, stage_since)`,
      sinceBefore: null,
      stageBefore: null,
    })
    .where(isRecord(opportunity, record.id));
  await takeBackContact(
    database,
    sql`${activities.opportunityId} = ${record.id} and ${activities.kind} in ('opportunity.moved', 'showing.confirmed')
      and ${activities.occurredAt} >= ${undone?.occurredAt ?? null}::timestamptz`,
  );
  await recordEvent(write, opportunity, "move_undone", record.id, [{ field: "stage", before: from, after: to }]);
}

function stageOf(text: unknown): Stage {
  const stage = readStage(String(text));
  if (stage === null) throw new Error(`An opportunity stands at ${String(text)}, which is no stage.`);
  return stage;
}

function movedMeanwhile(): Refusal {
  return conflict("stage_changed", "Someone else moved this opportunity.", { pointer: "/data/attributes/from" });
}

/** @throws Refusal for what the move needs and lacks */
function checkRequired(move: Move, movement: Movement): void {
  const problems = move.needs
    .filter((field) => movement[fields[field]] == null)
    .map((field) => required(field, missing[field]));
  if (move.needsReason && !movement.reason) problems.push(required("reason", "Choose a reason."));
  if (move.needsReason && movement.reason === "other" && !movement.reasonText)
    problems.push(required("reason_text", "Describe the reason."));
  const [first, ...rest] = problems;
  if (first) throw new Refusal([first, ...rest]);
}

function required(attribute: string, detail: string) {
  return { status: 400, code: "required", detail, source: { pointer: `/data/attributes/${attribute}` } } as const;
}

/** Fields that the move does not take are dropped. */
function valuesOfMove(move: Move, { price, reason, reasonText, ...movement }: Movement) {
  const asked = new Set<MoveField>([...move.needs, ...move.takes]);
  const own = <Value>(field: MoveField, value: Value | null | undefined) => (asked.has(field) ? (value ?? null) : null);
  const money = own("price", price);
  return {
    showingAt: own("showing_at", movement.showingAt),
    priceAmount: money?.amount ?? null,
    priceCurrency: money?.currency ?? null,
    expiresAt: own("expires_at", movement.expiresAt),
    acceptedOn: own("accepted_on", movement.acceptedOn),
    deadlineOn: own("deadline_on", movement.deadlineOn),
    closedOn: own("closed_on", movement.closedOn),
    terms: own("terms", movement.terms),
    reason: move.needsReason ? (reason ?? null) : null,
    reasonText: move.needsReason ? (reasonText ?? null) : null,
  };
}

function listed(move: Move, movement: Movement): AttributeChange[] {
  const names = [...[...move.needs, ...move.takes].map((field) => fields[field])];
  const all = move.needsReason ? [...names, "reason" as const, "reasonText" as const] : names;
  return all.flatMap((name) => {
    const after = movement[name] ?? null;
    return after === null ? [] : [{ field: toSnake(name), before: null, after }];
  });
}

/** @throws Refusal 409 when another opportunity of client and package is under way */
async function setStage(database: Queries, id: string, stage: Stage): Promise<void> {
  const moved = { ...nextVersion(opportunities), stage, stageSince: now, updatedAt: now };
  const written = database.update(opportunities).set(moved).where(isRecord(opportunity, id)).execute();
  await refuseDuplicate(written, "opportunities_active_pair", () =>
    conflict("already_open", "This client has another open opportunity for this property."),
  );
}

const now = sql`clock_timestamp()`;

type NewMove = Pick<typeof opportunityMoves.$inferInsert, "fromStage" | "toStage"> &
  Partial<typeof opportunityMoves.$inferInsert> & { readonly effects?: readonly Effect[] };

async function insertMove(
  { database, currentUser, record }: Omit<Moving, "attributes">,
  move: NewMove,
): Promise<string> {
  const { workspaceId, accountId, actorName = "" } = currentUser;
  const actor = { actorAccountId: accountId, actorName: accountId === null ? actorName : nameOf(accountId) };
  return insertOne(database, opportunityMoves, { ...move, ...actor, workspaceId, opportunityId: record.id });
}
