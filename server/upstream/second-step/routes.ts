import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { created, found, nothing } from "../engine/answer.ts";
import type { Member } from "../engine/current-user.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { checkIfMatch } from "../engine/reading.ts";
import { recordType } from "../engine/record.ts";
import { conflict, forbidden, notFound, unauthenticated } from "../engine/refusal.ts";
import { nextVersion } from "../engine/writing.ts";
import { recordFailedSignIn, recordSignIn } from "../identity/access-events.ts";
import { type Account, findAccount, lockAccount } from "../identity/accounts.ts";
import { ownProof, secret } from "../identity/inputs.ts";
import { type OwnProof, proveOwn } from "../identity/own-proof.ts";
import { type IdentityParts, tryWithin } from "../identity/parts.ts";
import { fullName } from "../identity/person-name.ts";
import { answerBegun, sessionType } from "../identity/session-type.ts";
import { openSession } from "../identity/sessions.ts";
import { allowsTrust, trustBrowser } from "../identity/trusted-browsers.ts";
import { findWaiting, redeemWaiting } from "../identity/waiting-sign-ins.ts";
import { lockWorkspace, type Workspace, workspaceHistory } from "../identity/workspaces.ts";
import { may } from "../permissions.ts";
import { type AttributeChange, memberships, workspaces } from "../tables.ts";
import { checkCode, countRecoveryCodes, setupUri, tryOf } from "./codes.ts";
import {
  activate,
  beginSetup,
  deactivate,
  endSetup,
  findSecondStep,
  findSetup,
  type OwnSession,
  renewCodes,
  resetSecondStep,
  tell,
} from "./second-step.ts";

const twoStepType = recordType(
  "two_step",
  z.object({
    enabled_at: z.iso.datetime().nullable(),
    recovery_codes_left: z.int(),
    has_password: z.boolean(),
    /** This session's secret until the first code. */
    setup: z.object({ secret: z.string(), uri: z.string() }).nullable(),
    /** This session's codes until they are put away. */
    recovery_codes: z.array(z.string()).nullable(),
  }),
);

async function noteFailure(database: Queries, accountId: string, request: Request, now: Date): Promise<void> {
  const account = await findAccount(database, accountId);
  if (account !== null) await recordFailedSignIn(database, account.email, request, now);
}

/** The routes of the second step. */
export function secondStepRoutes(parts: IdentityParts): Route[] {
  const { vault, hasher, limitTries } = parts;

  async function write(database: Queries, own: OwnSession, now: Date) {
    const [account, step, setup, left] = [
      await findAccount(database, own.accountId),
      await findSecondStep(database, own.accountId),
      await findSetup(database, vault, own, now),
      await countRecoveryCodes(database, own.accountId),
    ];
    if (account === null) throw unauthenticated();
    const { secret: waiting = null, codes = null } = setup ?? {};
    return {
      id: own.accountId,
      path: "/two_step",
      attributes: {
        enabled_at: step?.enabledAt.toISOString() ?? null,
        recovery_codes_left: left,
        has_password: account.passwordHash !== null,
        setup: waiting === null ? null : { secret: waiting, uri: setupUri(waiting, account.email) },
        recovery_codes: codes === null ? null : [...codes],
      },
    };
  }

  const show = action({
    method: "GET",
    path: "/two_step",
    summary: "The current user's two-step sign-in, and what their session has begun of it",
    access: "account",
    answers: { status: 200, of: twoStepType },
    run: async ({ database, currentUser, now }) => found(twoStepType, await write(database, currentUser, now)),
  });

  /** The password or mailed code, within the limit of tries. */
  const prove = (request: Request, database: Queries, { accountId }: OwnSession, given: OwnProof, now: Date) =>
    tryWithin(limitTries, request, { kind: "password_change", account: accountId }, () =>
      proveOwn(database, hasher, accountId, given, now),
    );

  const setUp = action({
    method: "POST",
    path: "/two_step_setups",
    summary: "Begin to set two-step sign-in up; without a password by a mailed code",
    access: "account",
    input: { type: "two_step_setup", attributes: z.object(ownProof) },
    answers: { status: 201, of: twoStepType },
    transaction: "own",
    async run({ request, database, currentUser, attributes, now }) {
      await prove(request, database, currentUser, attributes, now);
      await beginSetup(database, vault, currentUser, now);
      return created(twoStepType, await write(database, currentUser, now));
    },
  });

  const dismiss = action({
    method: "DELETE",
    path: "/two_step_setups/current",
    summary: "Give the setup up, or put the recovery codes away",
    access: "account",
    answers: { status: 204, of: null },
    transaction: "own",
    async run({ database, currentUser }) {
      await endSetup(database, currentUser);
      return nothing;
    },
  });

  const turnOn = action({
    method: "POST",
    path: "/two_step_activations",
    summary: "Turn two-step sign-in on by the first code of the app; ends the other sessions",
    access: "account",
    input: { type: "two_step_activation", attributes: z.object({ code: secret }) },
    answers: { status: 201, of: twoStepType },
    transaction: "own",
    async run({ request, database, currentUser, attributes: { code: typed }, now }) {
      const { accountId, sessionId } = currentUser;
      await tryWithin(limitTries, request, { kind: "second_step", account: accountId }, () =>
        activate(database, parts, { accountId, sessionId, typed }, now),
      );
      return created(twoStepType, await write(database, currentUser, now));
    },
  });

  /** Changes that take a code besides. */
  const changeBy = (path: string, summary: string, change: typeof deactivate) =>
    action({
      method: "POST",
      path,
      summary,
      access: "account",
      input: { type: "two_step_change", attributes: z.object({ ...ownProof, code: secret }) },
      answers: { status: 201, of: twoStepType },
      transaction: "own",
      async run({ request, database, currentUser, attributes: { code: typed, ...given }, now }) {
        const { accountId, sessionId } = currentUser;
        await prove(request, database, currentUser, given, now);
        const code = await tryWithin(limitTries, request, { kind: tryOf(typed), account: accountId }, () =>
          checkCode(database, vault, accountId, typed, now),
        );
        await change(database, parts, { accountId, sessionId, code }, now);
        return created(twoStepType, await write(database, currentUser, now));
      },
    });

  const enter = action({
    method: "POST",
    path: "/second_steps",
    summary: "Complete a sign-in by a code of the app or a recovery code; the token is that of the first step",
    access: "anyone",
    input: {
      type: "second_step",
      attributes: z.object({ token: secret, code: secret, trustBrowser: z.boolean().optional() }),
    },
    answers: { status: 201, of: sessionType },
    transaction: "own",
    async run({ request, database, attributes: { token, code: typed, trustBrowser: wantsTrust = false }, now }) {
      const waiting = await findWaiting(database, token, now);
      if (waiting === null) throw unauthenticated("sign_in_ended", "This sign-in took too long. Sign in again.");
      const { accountId } = waiting;
      const code = await tryWithin(limitTries, request, { kind: tryOf(typed), account: accountId }, () =>
        checkCode(database, vault, accountId, typed, now),
      ).catch(async (error: unknown) => {
        await noteFailure(database, accountId, request, now);
        throw error;
      });
      return database.transaction(async (transaction) => {
        const account = await lockAccount(transaction, accountId, "share");
        if (account === null || !(await redeemWaiting(transaction, waiting.id))) throw unauthenticated();
        await code.redeem(transaction, now);
        if (code.kind === "recovery") {
          const left = await countRecoveryCodes(transaction, accountId);
          await tell(transaction, parts, account, { is: "code_used", left });
        }
        const session = await openSession(transaction, { kind: "account", accountId }, now);
        const mayTrust = wantsTrust && (await allowsTrust(transaction, accountId));
        const browserTrust = mayTrust ? await trustBrowser(transaction, accountId, now) : null;
        await recordSignIn(transaction, request, session, now);
        return answerBegun({ ...session, accountId, secondStep: null }, browserTrust);
      });
    },
  });

  return [
    show,
    setUp,
    dismiss,
    turnOn,
    changeBy("/two_step_removals", "Turn two-step sign-in off", deactivate),
    changeBy("/recovery_codes", "Make new recovery codes; the earlier ones end", renewCodes),
    enter,
    ...memberResetRoutes(parts),
    ...signInRuleRoutes(),
  ];
}

const memberStepType = recordType(
  "member_two_step",
  z.object({
    name: z.string(),
    is_on: z.boolean(),
    can_reset: z.boolean(),
  }),
);

const path = "/accounts/members/:id/two_step";

/** @throws Refusal 404, 403 */
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

/** The second step guards all workspaces of a person: whoever resets it is owner or admin of each, and nobody resets an owner's. */
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

function memberResetRoutes(parts: IdentityParts): Route[] {
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
      const currentAccount = await findAccount(database, currentUser.accountId);
      if (currentAccount === null) throw notFound();
      await database.transaction(async (transaction) => {
        await lockAccount(transaction, account.id, "update");
        if ((await findSecondStep(transaction, account.id)) === null)
          throw conflict("already_off", "Two-step sign-in is off already.");
        if (!(await mayReset(transaction, currentUser, account.id))) throw forbidden();
        const by = fullName(currentAccount);
        await resetSecondStep(transaction, account, { name: by, accountId: currentAccount.id }, now);
        await tell(transaction, parts, account, { is: "reset", by });
      });
      const attributes = { name: fullName(account), is_on: false, can_reset: false };
      return created(memberStepType, { id: account.id, attributes });
    },
  });

  return [show, reset];
}

/** A workspace's rules for signing in. */

const rulesType = recordType(
  "sign_in_rules",
  z.object({ requires_second_step: z.boolean(), allows_trusted_browsers: z.boolean() }),
);

function write({ id, version, ...workspace }: Workspace, currentUser: Member) {
  return {
    type: rulesType.type,
    id,
    version,
    path: "/sign_in_rules",
    can: may(currentUser, "workspace.update") ? ["update"] : [],
    attributes: {
      requires_second_step: workspace.requiresSecondStep,
      allows_trusted_browsers: workspace.allowsTrustedBrowsers,
    },
  };
}

async function hold(database: Queries, { workspaceId, accountId }: Member): Promise<Workspace> {
  const seen = await lockWorkspace(database, workspaceId, accountId);
  if (seen === null) throw forbidden();
  return seen.workspace;
}

function signInRuleRoutes(): Route[] {
  const show = action({
    method: "GET",
    path: "/sign_in_rules",
    summary: "What the workspace asks of its members' sign-in",
    access: "workspace",
    answers: { status: 200, of: rulesType },
    async run({ database, currentUser }) {
      const [workspace] = await database.select().from(workspaces).where(eq(workspaces.id, currentUser.workspaceId));
      if (workspace === undefined) throw forbidden();
      return found(rulesType, write(workspace, currentUser));
    },
  });

  const update = action({
    method: "PATCH",
    path: "/sign_in_rules",
    summary: "Require two-step sign-in, or allow trusted browsers; for owners and admins",
    access: "workspace",
    input: {
      type: "sign_in_rules",
      attributes: z.object({
        requiresSecondStep: z.boolean().optional(),
        allowsTrustedBrowsers: z.boolean().optional(),
      }),
    },
    answers: { status: 200, of: rulesType },
    async run({ database, currentUser, attributes, request }) {
      const workspace = await hold(database, currentUser);
      if (!may(currentUser, "workspace.update")) throw forbidden();
      checkIfMatch(request.headers, write(workspace, currentUser));
      const changes = changesTo(workspace, attributes);
      if (changes.length === 0) return found(rulesType, write(workspace, currentUser));
      // Or they would shut themselves out.
      const isNew = attributes.requiresSecondStep === true && !workspace.requiresSecondStep;
      if (isNew && (await findSecondStep(database, currentUser.accountId)) === null) {
        throw conflict("second_step_needed", "Set up two-step sign-in for yourself first.");
      }
      const [changed] = await database
        .update(workspaces)
        .set({ ...nextVersion(workspaces), ...attributes })
        .where(eq(workspaces.id, workspace.id))
        .returning();
      if (changed === undefined) throw new Error("The workspace is not held.");
      await recordEvent({ database, currentUser }, workspaceHistory, "updated", workspace.id, changes);
      return found(rulesType, write(changed, currentUser));
    },
  });

  return [show, update];
}

function changesTo(
  before: Workspace,
  after: { readonly requiresSecondStep?: boolean | undefined; readonly allowsTrustedBrowsers?: boolean | undefined },
): AttributeChange[] {
  const pairs = [
    { field: "requires_second_step", before: before.requiresSecondStep, after: after.requiresSecondStep },
    { field: "allows_trusted_browsers", before: before.allowsTrustedBrowsers, after: after.allowsTrustedBrowsers },
  ];
  return pairs.filter((pair) => pair.after !== undefined && pair.after !== pair.before);
}
