import type { Queries } from "../engine/queries.ts";
import { folders } from "../tables.ts";
import { nameKeyOf } from "./names.ts";

const standardFolders = [
  { kind: "inspection_reports", name: "Inspection reports" },
  { kind: "buyers_guide", name: "Buyers guide" },
] as const;

export const folderKinds = standardFolders.map(({ kind }) => kind);

export interface NewPackage {
  readonly workspaceId: string;
  readonly packageId: string;
  readonly accountId?: string;
}

/** Creates a package's standard folders; idempotent. */
export async function createPackageFolders(queries: Queries, { workspaceId, packageId, accountId }: NewPackage) {
  const common = { workspaceId, packageId, accountId: accountId ?? null };
  await queries
    .insert(folders)
    .values(standardFolders.map(({ kind, name }) => ({ ...common, kind, name, nameKey: nameKeyOf(name) })))
    .onConflictDoNothing({ target: [folders.packageId, folders.kind] });
}
