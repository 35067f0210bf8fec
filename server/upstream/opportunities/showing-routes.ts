import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Route } from "../engine/action.ts";
import { changesOf } from "../engine/history.ts";
import {
  changeRoute,
  createRoute,
  findRoute,
  listRoute,
  type RecordWrite,
  type Write,
} from "../engine/table-routes.ts";
import { changeRecord, createRecord, requireRecord } from "../engine/writing.ts";
import { mayAny } from "../permissions.ts";
import { showings } from "../tables.ts";
import { checkInFuture, opportunityOver } from "./date-rules.ts";
import { durationMinutes, note, startsAt } from "./inputs.ts";
import { dropOtherTimes, markUpdated } from "./move-effects.ts";
import { moveToShowing } from "./moving.ts";
import { opportunity } from "./opportunity.ts";
import { showing, showingList } from "./showing.ts";

const creation = z.object({
  opportunityId: z.uuid(),
  startsAt,
  durationMinutes: durationMinutes.optional(),
  note: note.optional(),
});
const changes = z.object({
  startsAt: startsAt.optional(),
  durationMinutes: durationMinutes.optional(),
  note: note.optional(),
});

async function request(write: Write<z.output<typeof creation>>): Promise<string> {
  const { database, currentUser, attributes } = write;
  checkInFuture(attributes.startsAt);
  const found = await requireRecord(write, opportunity, attributes.opportunityId, "update", { isLocked: true });
  if (found.attributes.is_active !== true) throw opportunityOver();
  const values = { ...attributes, state: "requested", workspaceId: currentUser.workspaceId };
  const id = await createRecord(write, showing, "requested", values);
  await markUpdated(database, attributes.opportunityId);
  return id;
}

/** The sequence grows with each change, so that calendars take the newer event. */
async function change(
  write: RecordWrite,
  event: "moved" | "confirmed" | "cancelled",
  values: z.output<typeof changes> & { readonly state?: string },
  changed: ReturnType<typeof changesOf>,
): Promise<void> {
  const sequence = sql`${showings.sequence} + 1`;
  await changeRecord(write, showing, event, { ...values, sequence }, changed);
  await markUpdated(write.database, String(write.record.attributes.opportunity_id));
}

async function update(write: RecordWrite<z.output<typeof changes>>): Promise<void> {
  const { attributes, record } = write;
  const changed = changesOf(record, attributes);
  // A past showing keeps its time when its note is changed.
  if (attributes.startsAt !== undefined && changed.some(({ field }) => field === "starts_at"))
    checkInFuture(attributes.startsAt);
  if (changed.length > 0) await change(write, "moved", attributes, changed);
}

/** Settles a showing, and its request. */
const settle = (state: "confirmed" | "cancelled") => async (write: RecordWrite) => {
  const before = write.record.attributes.state;
  await change(write, state, { state }, [{ field: "state", before, after: state }]);
  if (before === "requested") await dropOtherTimes(write.database, write.record.id);
};

async function confirm(write: RecordWrite): Promise<void> {
  const opportunityId = String(write.record.attributes.opportunity_id);
  const record = await requireRecord(write, opportunity, opportunityId, "update", { isLocked: true });
  if (await moveToShowing({ ...write, record }, write.record.id)) return;
  await settle("confirmed")(write);
}

export const showingRoutes: readonly Route[] = [
  listRoute(showing, showingList, "Showings, latest first"),
  findRoute(showing, "A showing"),
  createRoute(showing, {
    summary: "Request a showing of an opportunity's property",
    input: creation,
    may: (currentUser) => mayAny(currentUser, "records.edit"),
    run: request,
  }),
  changeRoute(showing, {
    summary: "Move a showing, or change its note",
    input: changes,
    run: update,
  }),
  changeRoute(showing, {
    summary: "Confirm a showing, of a request one of its times; a deal that waits for one moves to its stage",
    method: "POST",
    below: "/confirmation",
    needs: "confirm",
    run: confirm,
  }),
  changeRoute(showing, {
    summary: "Cancel a showing, or a request with all of its times",
    method: "POST",
    below: "/cancellation",
    needs: "cancel",
    run: settle("cancelled"),
  }),
];
