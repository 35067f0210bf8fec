import { z } from "zod";
import { client } from "../clients/client.ts";
import type { Member } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { invalidAttribute } from "../engine/refusal.ts";
import { requireRecord } from "../engine/writing.ts";
import { packageResource } from "../packages/package.ts";
import { folder } from "./folder.ts";

/** A folder, package or client; all null: the workspace. */
export interface Placement {
  readonly folderId: string | null;
  readonly packageId: string | null;
  readonly clientId: string | null;
}

interface WritablePlacement extends Placement {
  /** Folders from the top down to this one. */
  readonly path: readonly string[];
  /** Whether clients see what is added, by default. */
  readonly isClientVisible: boolean;
}

interface RequestedPlacement {
  readonly folderId?: string | null | undefined;
  readonly packageId?: string | null | undefined;
  readonly clientId?: string | null | undefined;
}

/**
 * Finds a place where the current user may add. @param attribute of the folder @param isLocked keeps the folder out of the trash
 * @throws Refusal 404, 403, or 400 where folder and owner do not belong together
 */
export async function findWritablePlacement(
  database: Queries,
  currentUser: Member,
  { folderId = null, packageId = null, clientId = null }: RequestedPlacement,
  { attribute, isLocked }: { attribute: "folder_id" | "parent_id"; isLocked: boolean },
): Promise<WritablePlacement> {
  const write = { database, currentUser };
  if (folderId === null) {
    if (packageId !== null && clientId !== null) throw invalidAttribute("client_id", "Name a package or a client.");
    if (packageId !== null) await requireRecord(write, packageResource, packageId, "update");
    if (clientId !== null) await requireRecord(write, client, clientId, "update");
    return { folderId, packageId, clientId, path: [], isClientVisible: false };
  }
  const record = await requireRecord(write, folder, folderId, "add", { isLocked });
  const { package_id, client_id, ancestors, is_client_visible: isClientVisible } = holder.parse(record.attributes);
  if ((packageId !== null && packageId !== package_id) || (clientId !== null && clientId !== client_id)) {
    throw invalidAttribute(attribute, "This folder belongs to another record.");
  }
  const path = [...ancestors.map(({ id }) => id), record.id];
  return { folderId: record.id, packageId: package_id, clientId: client_id, path, isClientVisible };
}

const holder = z.object({
  package_id: z.string().nullable(),
  client_id: z.string().nullable(),
  ancestors: z.array(z.object({ id: z.string() })),
  is_client_visible: z.boolean(),
});
