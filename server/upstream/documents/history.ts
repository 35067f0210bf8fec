import { z } from "zod";
import { type ActivityKind, recordActivity } from "../activities/activity-log.ts";
import type { AttributeChange } from "../activities/tables.ts";
import type { Member } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import type { WireRecord } from "../engine/record.ts";

export interface PlacedSubject {
  readonly type: string;
  readonly id: string;
  readonly packageId: string | null;
  readonly clientId: string | null;
}

const place = z.object({ package_id: z.string().nullable(), client_id: z.string().nullable() });

/** Gives a record as a subject of the history: of its package's, its client's or the workspace's. */
export function subjectOf({ type, id, attributes }: WireRecord): PlacedSubject {
  const { package_id: packageId, client_id: clientId } = place.parse(attributes);
  return { type, id, packageId, clientId };
}

/** Adds an event to the history that the subject belongs to. */
export async function noteActivity(
  database: Queries,
  currentUser: Pick<Member, "accountId" | "workspaceId">,
  kind: ActivityKind,
  { type, id, packageId, clientId }: PlacedSubject,
  changes: readonly AttributeChange[],
): Promise<void> {
  await recordActivity(database, { kind, currentUser, clientId, packageId, subject: { type, id }, changes });
}
