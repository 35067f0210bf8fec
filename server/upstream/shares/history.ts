import { type ActivityKind, recordActivity } from "../activities/activity-log.ts";
import type { AttributeChange } from "../activities/tables.ts";
import type { Queries } from "../engine/queries.ts";
import { shareLink } from "./share-link.ts";

/** A link as a subject of the history. */
export interface SharedSubject {
  readonly id: string;
  readonly packageId: string;
  readonly clientId: string | null;
}

/** Adds an event to the package's history, and to the client's whose link it is. */
export async function noteShare(
  database: Queries,
  currentUser: { readonly accountId: string | null; readonly workspaceId: string },
  kind: Extract<ActivityKind, `share_link.${string}`>,
  { id, packageId, clientId }: SharedSubject,
  changes: readonly AttributeChange[],
): Promise<void> {
  await recordActivity(database, {
    kind,
    currentUser,
    clientId,
    packageId,
    subject: { type: shareLink.type, id },
    changes,
  });
}
