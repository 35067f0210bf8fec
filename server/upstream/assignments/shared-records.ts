/**
 * What members see of others' records, because it was shared with them: to read, and never to write, for which these conditions add
 * nothing. The ids are looked up once a query, so that lists are read by their indexes as before.
 */
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Member } from "../engine/current-user.ts";
import { opportunities } from "../tables.ts";

type Reader = Pick<Member, "workspaceId" | "accountId" | "seesShared">;

const sharesOf = ({ workspaceId, accountId }: Reader) => sql`upstream.record_shares share
  where share.account_id = ${accountId} and share.workspace_id = ${workspaceId}`;

const clientIds = (reader: Reader) =>
  sql`select share.client_id from ${sharesOf(reader)} and share.client_id is not null`;

/** SQL to add to what is one's own: or of a client who is shared with the user; nothing for those who see no more. */
export function orOfSharedClient(clientId: SQLWrapper, reader: Reader): SQL {
  return reader.seesShared === true ? sql` or ${clientId} = any(array(${clientIds(reader)}))` : sql``;
}

/** The same for properties: those that are shared, and those of shared clients' deals. */
export function orOfSharedPackage(packageId: SQLWrapper, reader: Reader): SQL {
  if (reader.seesShared !== true) return sql``;
  return sql` or ${packageId} = any(array(
    select share.package_id from ${sharesOf(reader)} and share.package_id is not null
    union select deal.package_id from ${opportunities} deal where deal.client_id in (${clientIds(reader)})))`;
}
