import { sql } from "drizzle-orm";
import { z } from "zod";
import { renderEmail } from "../../mail/email-template.ts";
import { nameOf } from "../engine/account-name.ts";
import { action, type Route } from "../engine/action.ts";
import { found, nothing } from "../engine/answer.ts";
import type { Member, Role } from "../engine/current-user.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { conflict, forbidden, invalidAttribute, notFound } from "../engine/refusal.ts";
import type { PassOn } from "../identity/members.ts";
import { lockMembership } from "../identity/memberships.ts";
import type { IdentityParts } from "../identity/parts.ts";
import { workspaceHistory } from "../identity/workspaces.ts";
import { notify } from "../notifications/notify.ts";
import { may } from "../permissions.ts";
import {
  accounts,
  clients,
  mailedLinks,
  memberInvitations,
  memberships,
  messageDrafts,
  messageReads,
  notifications,
  opportunities,
  packages,
  portalViews,
  recordShares,
  tasks,
  workspaces,
} from "../tables.ts";
import { isOpenWorkspace } from "../visibility.ts";
import { announceAgent } from "./assignment-routes.ts";
import { type Handover, handOver, handOverTasks, requireSuccessor } from "./handover.ts";
import { handOverKept } from "./kept-records.ts";

const removalType = recordType(
  "member_removal",
  z.object({
    name: z.string(),
    is_owner: z.boolean(),
    clients: z.int(),
    packages: z.int(),
    opportunities: z.int(),
    tasks: z.int().describe("Open ones"),
  }),
);

const removal = z.object({
  successorId: z.uuid("Choose a member of the workspace.").nullish(),
});

/** Ends a member's access. Anybody but the owner may leave. */
export function memberRemovalRoutes({ mailer, publicOrigin }: Pick<IdentityParts, "mailer" | "publicOrigin">): Route[] {
  return [
    action({
      method: "GET",
      path: "/accounts/members/:id/removal",
      summary: "What somebody else has to take over when a member is removed",
      access: "workspace",
      answers: { status: 200, of: removalType },
      async run({ database, currentUser, id }) {
        const { name, role } = await requireRemovable(database, currentUser, id());
        const attributes = { name, is_owner: role === "owner", ...(await countHoldings(database, currentUser, id())) };
        return found(removalType, {
          id: id(),
          attributes,
          path: `/accounts/members/${id()}/removal`,
          can: role === "owner" ? [] : ["remove"],
        });
      },
    }),
    action({
      method: "POST",
      path: "/accounts/members/:id/removal",
      summary:
        "End a member's access to the workspace and give their records to another member; also to leave it oneself",
      access: "workspace",
      input: { type: removalType.type, attributes: removal },
      answers: { status: 204, of: null },
      async run({ database, currentUser, id, attributes }) {
        await requireRemovable(database, currentUser, id());
        const { email, firstName, workspaceName, hasOthers } = await removeMember(
          database,
          currentUser,
          id(),
          attributes.successorId ?? null,
        );
        if (id() !== currentUser.accountId) {
          const letter = memberRemovedLetter(firstName, { workspaceName, hasOthers, publicOrigin });
          const about = { workspaceId: currentUser.workspaceId };
          await mailer.send({ ...letter, to: email, about }, { within: database });
        }
        return nothing;
      },
    }),
  ];
}

/** @throws Refusal 404, 403 */
async function requireRemovable(database: Queries, currentUser: Member, accountId: string) {
  const { workspaceId } = currentUser;
  const { rows } = await database.execute<{ role: Role; name: string }>(sql`
    select ${memberships.role}, ${nameOf(accountId)} as name from ${memberships}
    where ${memberships.workspaceId} = ${workspaceId} and ${memberships.accountId} = ${accountId}`);
  const [member] = rows;
  if (member === undefined) throw notFound();
  if (accountId !== currentUser.accountId && !may(currentUser, "members.manage")) throw forbidden();
  return member;
}

/** Open tasks. */
interface Holdings extends Record<string, unknown> {
  readonly clients: number;
  readonly packages: number;
  readonly opportunities: number;
  readonly tasks: number;
}

async function countHoldings(
  database: Queries,
  { workspaceId }: Pick<Member, "workspaceId">,
  accountId: string,
): Promise<Holdings> {
  const { rows } = await database.execute<Holdings>(sql`select
    (select count(*)::integer from ${clients}
      where ${clients.workspaceId} = ${workspaceId} and ${clients.assignedAccountId} = ${accountId}) as clients,
    (select count(*)::integer from ${packages}
      where ${packages.workspaceId} = ${workspaceId} and ${packages.assignedAccountId} = ${accountId}) as packages,
    (select count(*)::integer from ${opportunities}
      where ${opportunities.workspaceId} = ${workspaceId} and ${opportunities.assignedAccountId} = ${accountId}) as opportunities,
    (select count(*)::integer from ${tasks} where ${tasks.workspaceId} = ${workspaceId}
      and ${tasks.assigneeAccountId} = ${accountId} and not ${tasks.isDone}) as tasks`);
  const [counted] = rows;
  if (counted === undefined) throw new Error("Nothing was counted.");
  return counted;
}

interface RemovedMember {
  readonly email: string;
  readonly firstName: string;
  readonly workspaceName: string;
  /** Whether they belong to other workspaces. */
  readonly hasOthers: boolean;
}

/**
 * Removes a member after their writes under way. @param successorId null when there is nothing to take over
 * @throws Refusal 404, 409 for the owner, 400 without a successor
 */
async function removeMember(
  database: Queries,
  currentUser: Member,
  accountId: string,
  successorId: string | null,
): Promise<RemovedMember> {
  const { workspaceId } = currentUser;
  const role = await lockMembership(database, { workspaceId, accountId });
  if (role === null) throw notFound();
  if (role === "owner") throw conflict("owner", "The owner can't leave the workspace. Transfer its ownership first.");
  await passOn({ database, currentUser }, accountId, successorId);
  const { rows } = await database.execute<{
    email: string;
    first_name: string;
    name: string;
    workspace_name: string;
    has_others: boolean;
  }>(sql`
    select ${accounts.email}, ${accounts.firstName}, ${nameOf(accountId)} as name, (select ${workspaces.name} from ${workspaces}
      where ${workspaces.id} = ${workspaceId}) as workspace_name,
      exists (select from ${memberships} join ${workspaces} on ${workspaces.id} = ${memberships.workspaceId} and ${isOpenWorkspace}
        where ${memberships.accountId} = ${accountId} and ${memberships.workspaceId} <> ${workspaceId}) as has_others from ${accounts} where ${accounts.id} = ${accountId}`);
  const [person] = rows;
  if (person === undefined) throw notFound();
  await recordEvent(
    { database, currentUser },
    workspaceHistory,
    accountId === currentUser.accountId ? "member_left" : "member_removed",
    workspaceId,
    [{ field: "member", before: person.name, after: null }],
  );
  await forget(database, workspaceId, accountId, person.email);
  const { email, first_name: firstName, workspace_name: workspaceName, has_others: hasOthers } = person;
  return { email, firstName, workspaceName, hasOthers };
}

/** Gives all that somebody works with to another member, and tells whom it concerns. @throws Refusal 400 without a successor */
export const passOn: PassOn = async ({ database, currentUser }, accountId, successorId) => {
  const holdings = await countHoldings(database, currentUser, accountId);
  const clientIds = await handOverAll(database, currentUser, accountId, successorId, holdings);
  // What is in the trash asks for no successor: it is whose act this is.
  const heir = successorId ?? (accountId === currentUser.accountId ? null : currentUser.accountId);
  if (heir !== null) await handOverKept(database, currentUser, { from: accountId, to: heir });
  if (successorId === null) return;
  await announceAgent({ database, currentUser }, clientIds, successorId);
  if (successorId !== currentUser.accountId && hasAny(holdings))
    await tellSuccessor(database, currentUser, successorId, { accountId, holdings });
};

const hasAny = (holdings: Holdings) => Object.values(holdings).some((count) => count !== 0);

/** @returns the ids of clients with another agent */
async function handOverAll(
  database: Queries,
  currentUser: Member,
  accountId: string,
  successorId: string | null,
  holdings: Holdings,
): Promise<string[]> {
  if (successorId === null) {
    if (hasAny(holdings)) throw invalidAttribute("successor_id", "Choose who takes over.");
    return [];
  }
  if (successorId === accountId) throw invalidAttribute("successor_id", "Choose somebody else.");
  await requireSuccessor(database, currentUser, successorId, "successor_id");
  const handover: Handover = { write: { database, currentUser }, from: accountId, to: successorId };
  const ids = await handOver(handover, "client", sql`true`);
  await handOver(handover, "package", sql`true`);
  await handOver(handover, "opportunity", sql`true`);
  await handOverTasks(handover, sql`true`);
  return ids;
}

async function tellSuccessor(
  database: Queries,
  { workspaceId, accountId }: Member,
  successorId: string,
  from: { readonly accountId: string; readonly holdings: Holdings },
): Promise<void> {
  const { rows } = await database.execute<{ actor: string; name: string }>(
    sql`select ${nameOf(accountId)} as actor, ${nameOf(from.accountId)} as name`,
  );
  const name = `${rows[0]?.name ?? ""} (${inWords(from.holdings)})`;
  const subject = { type: "account", id: from.accountId, name };
  await notify(database, {
    kind: "records_assigned",
    workspaceId,
    accounts: [successorId],
    subject,
    actorName: rows[0]?.actor ?? null,
  });
}

function inWords({ clients, packages, opportunities, tasks }: Holdings): string {
  const parts: readonly [number, string, string][] = [
    [clients, "client", "clients"],
    [packages, "property", "properties"],
    [opportunities, "opportunity", "opportunities"],
    [tasks, "open task", "open tasks"],
  ];
  return parts
    .flatMap(([count, one, many]) => (count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]))
    .join(", ");
}

/** Deletes what was theirs alone, and last the membership. Names in histories stay. */
async function forget(database: Queries, workspaceId: string, accountId: string, email: string): Promise<void> {
  for (const table of [notifications, messageDrafts, messageReads, portalViews, recordShares])
    await database
      .delete(table)
      .where(sql`${table.workspaceId} = ${workspaceId} and ${table.accountId} = ${accountId}`);
  await database.execute(sql`update ${mailedLinks} set expires_at = now() where ${mailedLinks.email} = ${email}
    and ${mailedLinks.usedAt} is null and ${mailedLinks.expiresAt} > now() and ${mailedLinks.id} in
      (select ${memberInvitations.id} from ${memberInvitations} where ${memberInvitations.workspaceId} = ${workspaceId})`);
  await database
    .delete(memberships)
    .where(sql`${memberships.workspaceId} = ${workspaceId} and ${memberships.accountId} = ${accountId}`);
}

interface RemovedLetter extends Pick<RemovedMember, "workspaceName" | "hasOthers"> {
  readonly publicOrigin: string;
}

function memberRemovedLetter(name: string, { workspaceName, hasOthers, publicOrigin }: RemovedLetter) {
  const left = hasOthers ? " Your other workspaces stay open to you." : "";
  return renderEmail({
    subject: `You no longer have access to ${workspaceName}`,
    name,
    opening: [`An administrator ended your access to ${workspaceName} on Latchkey.${left}`],
    ...(hasOthers && { link: { label: "Open Latchkey", url: `${publicOrigin}/dashboard` } }),
  });
}
