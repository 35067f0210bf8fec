import { type SQL, sql } from "drizzle-orm";
import { ofVisibleDocuments } from "../documents/document-scope.ts";
import type { Member } from "../engine/current-user.ts";
import { inWorkspace } from "../engine/tenancy.ts";
import { accessScopeOf } from "../permissions.ts";
import { documentVersions, files } from "../tables.ts";

/** SQL of the files that exist for the current user: those of documents that do, and what they uploaded themselves. */
export function visibleFiles(currentUser: Member): SQL {
  if (accessScopeOf(currentUser, "records.view") === "all") return inWorkspace(files, currentUser);
  return sql`${inWorkspace(files, currentUser)} and (${files.accountId} = ${currentUser.accountId} or exists
    (select from ${documentVersions} where ${documentVersions.fileId} = ${files.id}
      and ${ofVisibleDocuments(documentVersions, currentUser)}))`;
}
