import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { created, found } from "../engine/answer.ts";
import type { Member } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { conflict, forbidden, notFound } from "../engine/refusal.ts";
import { type Account, findAccount, lockAccount } from "../identity/accounts.ts";
import type { IdentityParts } from "../identity/parts.ts";
import { fullName } from "../identity/person-name.ts";
import { may } from "../permissions.ts";
import { memberships, workspaces } from "../tables.ts";
import { findSecondStep, resetSecondStep, tell } from "./second-step.ts";

/** Helping a member who has lost their phone. */

const memberStepType = recordType(
  "member_two_step",
  z.object({
    name: z.string(),
    is_on: z.boolean(),
    /** Whether the current user may turn it off for them. */
    can_reset: z.boolean(),
  }),
);

const path = "/accounts/members/:id/two_step";

/** The member of the current user's workspace, for those who may reset. @throws Refusal 404, 403 */
async function findMember(database: Queries, currentUser: Member, id: string): Promise<Account> {
  const [row] = await database
    .select({ id: memberships.accountId })
    .from(memberships)
    .where(and(eq(memberships.workspaceId, currentUser.workspaceId), eq(memberships.accountId, id)));
  const account = row ? await findAccount(database, row.id) : null;
  if (account === null) throw notFound();
  if (!may(currentUser, "workspace.update")) throw forbidden();
  return account;
}

/**
 * Whether the current user may reset the second step of another account. It guards all workspaces of that person: whoever resets
 * it has to be an owner or admin of each of them, and nobody resets an owner's.
 */
async function mayReset(database: Queries, { accountId }: Member, of: string): Promise<boolean> {
  if (of === accountId) return false;
  const theirs = await database.select().from(memberships).where(eq(memberships.accountId, of));
  if (theirs.some(({ role }) => role === "owner")) return false;
  const own = await database
    .select({ workspaceId: memberships.workspaceId, role: memberships.role, plan: workspaces.plan })
    .from(memberships)
    .innerJoin(workspaces, eq(workspaces.id, memberships.workspaceId))
    .where(eq(memberships.accountId, accountId));
  const mine = own.filter((membership) => may(membership, "workspace.update"));
  return theirs.every(({ workspaceId }) => mine.some((membership) => membership.workspaceId === workspaceId));
}

/** GET and POST about a member's second step, for owners and admins. */
export function memberResetRoutes(parts: IdentityParts): Route[] {
  const show = action({
    method: "GET",
    path,
    summary: "Whether a member has two-step sign-in, and whether the current user may reset it",
    access: "workspace",
    answers: { status: 200, of: memberStepType },
    async run({ database, currentUser, id }) {
      const account = await findMember(database, currentUser, id());
      const isOn = (await findSecondStep(database, account.id)) !== null;
      const attributes = { name: fullName(account), is_on: isOn };
      const canReset = isOn && (await mayReset(database, currentUser, account.id));
      return found(memberStepType, { id: account.id, attributes: { ...attributes, can_reset: canReset } });
    },
  });

  const reset = action({
    method: "POST",
    path: `${path}_removal`,
    summary: "Turn two-step sign-in off for a member who has lost their phone; ends all their sessions",
    access: "workspace",
    answers: { status: 201, of: memberStepType },
    transaction: "own",
    async run({ database, currentUser, id, now }) {
      const account = await findMember(database, currentUser, id());
      const asker = await findAccount(database, currentUser.accountId);
      if (asker === null) throw notFound();
      await database.transaction(async (transaction) => {
        await lockAccount(transaction, account.id, "update");
        if ((await findSecondStep(transaction, account.id)) === null)
          throw conflict("already_off", "Two-step sign-in is off already.");
        if (!(await mayReset(transaction, currentUser, account.id))) throw forbidden();
        const by = fullName(asker);
        await resetSecondStep(transaction, account, { name: by, accountId: asker.id }, now);
        await tell(transaction, parts, account, { is: "reset", by });
      });
      const attributes = { name: fullName(account), is_on: false, can_reset: false };
      return created(memberStepType, { id: account.id, attributes });
    },
  });

  return [show, reset];
}
