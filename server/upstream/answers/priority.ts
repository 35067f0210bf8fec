import { sql } from "drizzle-orm";
import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { found } from "../engine/answer.ts";
import type { PortalUser } from "../engine/current-user.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { nextVersion } from "../engine/writing.ts";
import { opportunity } from "../opportunities/opportunity.ts";
import { requireOwnOpportunity } from "../opportunities/own-opportunity.ts";
import { opportunities, portalPriorities } from "../tables.ts";
import { writerOf } from "../visibility.ts";
import { forgetRefusal } from "./portal-answer.ts";

export const priorities = ["High", "Medium", "Low"] as const;

const priorityType = recordType("portal_priority", z.object({ priority: z.enum(priorities) }));

/** A person's priority for a property, one for each of a household. */
export const priorityRoute: Route = action({
  method: "POST",
  path: "/portal/properties/:id/priority",
  summary: "Say how much one wants a property; the agent sees it beside the agent's own rank",
  access: "client",
  input: {
    type: "portal_priority",
    attributes: z.object({ priority: z.enum(priorities, "Say High, Medium or Low.") }),
  },
  answers: { status: 200, of: priorityType },
  async run({ database, currentUser, attributes: { priority }, id }) {
    await choosePriority(database, currentUser, id(), priority);
    return found(priorityType, { id: id(), attributes: { priority } });
  },
});

async function choosePriority(
  database: Queries,
  user: PortalUser,
  packageId: string,
  priority: (typeof priorities)[number],
): Promise<void> {
  const ownOpportunity = await requireOwnOpportunity(database, user, packageId);
  const isPerson = sql`${portalPriorities.opportunityId} = ${ownOpportunity.id} and ${portalPriorities.email} = ${user.email}`;
  const [known] = await database.select({ priority: portalPriorities.priority }).from(portalPriorities).where(isPerson);
  await forgetRefusal(database, user, ownOpportunity.id);
  if (known?.priority === priority) return;
  const { workspaceId, email, name } = user;
  const chosen = { priority, name, chosenAt: sql`clock_timestamp()` };
  await database
    .insert(portalPriorities)
    .values({ opportunityId: ownOpportunity.id, workspaceId, email, ...chosen })
    .onConflictDoUpdate({ target: [portalPriorities.opportunityId, portalPriorities.email], set: chosen });
  await database
    .update(opportunities)
    .set({ ...nextVersion(opportunities), clientRank: priority })
    .where(sql`${opportunities.id} = ${ownOpportunity.id}`);
  const changes = [{ field: "client_rank", before: known?.priority ?? null, after: priority }];
  await recordEvent({ database, currentUser: writerOf(user) }, opportunity, "updated", ownOpportunity.id, changes);
}

/** Removes a person's priority; others of the household keep theirs. */
export async function dropPriority(database: Queries, user: PortalUser, opportunityId: string): Promise<void> {
  const isOf = sql`${portalPriorities.opportunityId} = ${opportunityId}`;
  const dropped = await database
    .delete(portalPriorities)
    .where(sql`${isOf} and ${portalPriorities.email} = ${user.email}`)
    .returning({ before: portalPriorities.priority });
  const [before] = dropped.map((row) => row.before);
  if (before === undefined) return;
  const latest = sql`(select ${portalPriorities.priority} from ${portalPriorities} where ${isOf}
    order by ${portalPriorities.chosenAt} desc limit 1)`;
  await database
    .update(opportunities)
    .set({ ...nextVersion(opportunities), clientRank: latest })
    .where(sql`${opportunities.id} = ${opportunityId}`);
  const changes = [{ field: "client_rank", before, after: null }];
  await recordEvent({ database, currentUser: writerOf(user) }, opportunity, "updated", opportunityId, changes);
}
