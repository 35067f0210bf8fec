/** SQL of what is sample data, which is counted, mailed and exported nowhere. */
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { clientCount } from "../clients/client-count.ts";
import { visibleClients } from "../clients/client-scope.ts";
import type { Member } from "../engine/current-user.ts";
import { opportunityCount } from "../opportunities/opportunity-count.ts";
import { visibleOpportunities } from "../opportunities/opportunity-scope.ts";
import { clients, opportunities, packages } from "../tables.ts";

/** SQL of whether a client is a sample. @param id of the client, null for none */
export const isSampleClient = (id: SQLWrapper): SQL =>
  sql`exists (select from ${clients} as sample where sample.id = ${id} and sample.is_sample)`;

/** SQL of whether a package is a sample. @param id of the package, null for none */
export const isSamplePackage = (id: SQLWrapper): SQL =>
  sql`exists (select from ${packages} as sample where sample.id = ${id} and sample.is_sample)`;

/** SQL of whether the deals of a query are real ones. The samples of a workspace are few: they are found once for all deals. */
export const isRealDeal = ({ workspaceId }: Pick<Member, "workspaceId">): SQL =>
  sql`${opportunities.clientId} not in (select sample.id from ${clients} as sample
    where sample.workspace_id = ${workspaceId} and sample.is_sample)`;

/** SQL of how many clients exist for the current user who are no samples. */
export const realClientCount = (currentUser: Member): SQL => sql`select (${clientCount(currentUser)}) - (
  select count(*)::integer from ${clients} where ${visibleClients(currentUser)} and ${clients.isSample}
    and not ${clients.isArchived})`;

/** SQL of how many active deals exist for the current user that are no samples. */
export const realDealCount = (currentUser: Member): SQL =>
  sql`select (${opportunityCount(currentUser, { isActive: true })}) - (
    select count(*)::integer from ${opportunities} where ${visibleOpportunities(currentUser)} and ${opportunities.isActive}
      and not (${isRealDeal(currentUser)}))`;
