import { z } from "zod";
import { type ActivityKind, recordActivity } from "../activities/activity-log.ts";
import type { AttributeChange } from "../activities/tables.ts";
import type { Member } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { readOne } from "../engine/reading.ts";
import type { WireRecord } from "../engine/record.ts";
import { forbidden } from "../engine/refusal.ts";
import { isRecord } from "../engine/table-routes.ts";
import { markUpdated } from "./move-effects.ts";
import { opportunity } from "./opportunity.ts";

const pair = z.object({ client_id: z.string(), package_id: z.string() });

/**
 * The opportunity that something is added to, kept from other writes until the transaction ends.
 * @param needs the word of its `meta.can` without which this is refused
 * @throws Refusal 404 when it does not exist for the current user, 403
 */
export async function lockOpportunity(
  database: Queries,
  currentUser: Member,
  id: string,
  needs: string,
): Promise<WireRecord> {
  const { record } = await readOne(database, opportunity, currentUser, isRecord(opportunity, id), { isLocked: true });
  if (!record.can?.includes(needs)) throw forbidden();
  return record;
}

export interface Happening {
  readonly database: Queries;
  readonly currentUser: Member;
  readonly opportunityId: string;
  readonly kind: ActivityKind;
  readonly subject: { readonly type: string; readonly id: string };
  readonly changes: readonly AttributeChange[];
}

/** Writes what happened into the histories of the opportunity's client and package, and makes the opportunity newer. */
export async function noteHappening({ database, currentUser, opportunityId, ...event }: Happening): Promise<void> {
  const { record } = await readOne(database, opportunity, currentUser, isRecord(opportunity, opportunityId));
  const { client_id: clientId, package_id: packageId } = pair.parse(record.attributes);
  await recordActivity(database, { ...event, currentUser, clientId, packageId, opportunityId });
  await markUpdated(database, opportunityId);
}
