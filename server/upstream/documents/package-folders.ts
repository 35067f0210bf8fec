import type { Queries } from "../engine/queries.ts";
import { folders } from "../tables.ts";
import { nameKeyOf } from "./names.ts";

/** The folders that every package has. */
const standardFolders = [
  { kind: "inspection_reports", name: "Inspection reports" },
  { kind: "buyers_guide", name: "Buyers guide" },
] as const;

/** The kinds of these folders. */
export const folderKinds = standardFolders.map(({ kind }) => kind);

export interface NewPackage {
  readonly workspaceId: string;
  readonly packageId: string;
  /** The account that creates the package. */
  readonly accountId?: string;
}

/** Creates the standard folders of a package, in the transaction that creates it; a second time changes nothing. */
export async function createPackageFolders(queries: Queries, { workspaceId, packageId, accountId }: NewPackage) {
  const common = { workspaceId, packageId, accountId: accountId ?? null };
  await queries
    .insert(folders)
    .values(standardFolders.map(({ kind, name }) => ({ ...common, kind, name, nameKey: nameKeyOf(name) })))
    .onConflictDoNothing({ target: [folders.packageId, folders.kind] });
}
