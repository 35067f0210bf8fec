import { sql } from "drizzle-orm";
import { z } from "zod";
import { type ActivityKind, changesOf } from "../activities/activity-log.ts";
import type { Route } from "../engine/action.ts";
import {
  changeRoute,
  createRoute,
  findRoute,
  isRecord,
  listRoute,
  noInput,
  type RecordWrite,
  type Write,
} from "../engine/table-routes.ts";
import { accessScopeOf } from "../permissions.ts";
import { checkInFuture } from "./date-rules.ts";
import { durationMinutes, note, startsAt } from "./inputs.ts";
import { lockOpportunity, noteHappening } from "./parent.ts";
import { showing, showingList } from "./showing.ts";
import { showings } from "./tables.ts";

const creation = z.object({
  opportunityId: z.uuid(),
  startsAt,
  durationMinutes: durationMinutes.optional(),
  note: note.optional(),
});
const change = z.object({
  startsAt: startsAt.optional(),
  durationMinutes: durationMinutes.optional(),
  note: note.optional(),
});

async function request({ database, currentUser, attributes }: Write<z.output<typeof creation>>): Promise<string> {
  const { opportunityId } = attributes;
  checkInFuture(attributes.startsAt);
  await lockOpportunity(database, currentUser, opportunityId, "update");
  const values = { ...attributes, state: "requested", workspaceId: currentUser.workspaceId };
  const [row] = await database.insert(showings).values(values).returning({ id: showings.id });
  if (!row) throw new Error("The showing was not stored.");
  const changes = [{ field: "starts_at", before: null, after: attributes.startsAt }];
  const subject = { type: showing.type, id: row.id };
  await noteHappening({ database, currentUser, opportunityId, kind: "showing.requested", subject, changes });
  return row.id;
}

/** Every change makes the event in people's calendars a newer one. */
async function set(
  { database, currentUser, record }: RecordWrite<unknown>,
  values: z.output<typeof change> & { readonly state?: string },
  kind: ActivityKind,
  changes: ReturnType<typeof changesOf>,
): Promise<void> {
  await database
    .update(showings)
    .set({
      ...values,
      sequence: sql`${showings.sequence} + 1`,
      updatedAt: sql`now()`,
      version: sql`${showings.version} + 1`,
    })
    .where(isRecord(showing, record.id));
  const opportunityId = String(record.attributes.opportunity_id);
  await noteHappening({ database, currentUser, opportunityId, kind, subject: record, changes });
}

async function update(write: RecordWrite<z.output<typeof change>>): Promise<void> {
  const { attributes, record } = write;
  const changes = changesOf(record, attributes);
  // One that has taken place keeps its time when only its note is changed.
  if (attributes.startsAt !== undefined && changes.some(({ field }) => field === "starts_at"))
    checkInFuture(attributes.startsAt);
  if (changes.length > 0) await set(write, attributes, "showing.moved", changes);
}

function settle(state: "confirmed" | "cancelled", kind: ActivityKind) {
  return async (write: RecordWrite): Promise<void> => {
    await set(write, { state }, kind, [{ field: "state", before: write.record.attributes.state, after: state }]);
  };
}

export const showingRoutes: readonly Route[] = [
  listRoute(showing, showingList, "Showings, latest first"),
  findRoute(showing, "A showing"),
  createRoute(showing, {
    summary: "Request a showing of an opportunity's property",
    input: creation,
    may: (currentUser) => accessScopeOf(currentUser, "records.edit") !== "no",
    run: request,
  }),
  changeRoute(showing, {
    summary: "Move a showing, or change its note",
    method: "PATCH",
    below: "",
    input: change,
    needs: "update",
    run: update,
  }),
  changeRoute(showing, {
    summary: "Confirm a showing",
    method: "POST",
    below: "/confirmation",
    input: noInput,
    needs: "confirm",
    run: settle("confirmed", "showing.confirmed"),
  }),
  changeRoute(showing, {
    summary: "Cancel a showing",
    method: "POST",
    below: "/cancellation",
    input: noInput,
    needs: "cancel",
    run: settle("cancelled", "showing.cancelled"),
  }),
];
