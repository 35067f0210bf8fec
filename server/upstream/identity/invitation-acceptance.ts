import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { created } from "../engine/answer.ts";
import { recordEvent, type WriteContext } from "../engine/history.ts";
import { lineOf } from "../engine/inputs.ts";
import type { Queries } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { invalidAttribute, notFound } from "../engine/refusal.ts";
import { nextVersion } from "../engine/writing.ts";
import { notify } from "../notifications/notify.ts";
import { accounts, colleagueInvitations, memberships } from "../tables.ts";
import { recordSignIn } from "./access-events.ts";
import { findAccountByEmail, insertAccount, lockAccount } from "./accounts.ts";
import { colleagueInvitation } from "./colleague-invitation.ts";
import { judgeHandle, obstacleSentences, releaseHandlesOf } from "./handles.ts";
import { handle, secret } from "./inputs.ts";
import { redeemLink } from "./mailed-links.ts";
import { findMemberInvitation, isNoneConnected, type MemberInvitation } from "./member-invitations.ts";
import { insertMembership } from "./memberships.ts";
import type { IdentityParts } from "./parts.ts";
import { refusePassword } from "./password-policy.ts";
import { replacePassword } from "./passwords.ts";
import { fullName, splitName } from "./person-name.ts";
import { answerBegun, sessionType } from "./session-type.ts";
import { type BegunSignIn, beginSignIn } from "./waiting-sign-ins.ts";
import { foundWorkspace } from "./workspaces.ts";

interface Acceptance {
  readonly token: string;
  readonly name?: string | undefined;
  readonly password?: string | undefined;
  readonly workspaceName?: string | undefined;
  readonly workspaceHandle?: string | undefined;
}

/**
 * Accepts an invitation: the person has an account, joins the workspace or owns a new one, and is signed in. An invited
 * colleague who has an account joins with it. By a link of the operator's the account gets this name and password, and its
 * other sessions end. @throws Refusal 404 for a link that is unknown, used or expired; 400; 403 while nobody new is let in
 */
export async function acceptMemberInvitation(
  database: Queries,
  parts: IdentityParts,
  acceptance: Acceptance,
  now: Date,
): Promise<Accepted> {
  const invitation = await findMemberInvitation(database, parts, acceptance.token, now);
  if (!invitation) throw notFound();
  const wanted = invitation.workspace === null ? workspaceIn(acceptance) : null;
  const person = invitation.joinsAtOnce ? null : await personIn(parts, invitation, acceptance, wanted);
  return database.transaction(async (transaction) => {
    // Always the account before the link, or two who use one link would deadlock.
    const accountId =
      person === null
        ? await presentAccount(transaction, invitation)
        : await keepAccount(transaction, parts, { email: invitation.email, ...person }, now);
    await lockColleagueInvitation(transaction, invitation);
    if (!(await redeemLink(transaction, "invitation", invitation.id, now))) throw notFound();
    if (wanted !== null) await foundForInvited(transaction, parts, { invitation, ...wanted, ownerId: accountId }, now);
    else await join(transaction, invitation, accountId, now);
    return { ...(await beginSignIn(transaction, accountId, now)), workspaceId: invitation.workspace?.id ?? null };
  });
}

interface Accepted extends BegunSignIn {
  readonly workspaceId: string | null;
}

interface NewPerson {
  readonly name: string;
  readonly passwordHash: string;
}

async function personIn(
  parts: IdentityParts,
  { email }: MemberInvitation,
  { name = "", password = "" }: Acceptance,
  wanted: WantedWorkspace | null,
): Promise<NewPerson> {
  if (name === "") throw invalidAttribute("name", "Name must be at least 1 character.");
  const flaw = await refusePassword(password, { email, names: [name, wanted?.name ?? "", wanted?.handle ?? ""] });
  if (flaw !== null) throw invalidAttribute("password", flaw);
  return { name, passwordHash: await parts.hasher.hash(password) };
}

/** @returns the id of the address's account, locked @throws Refusal 404 */
async function presentAccount(transaction: Queries, { email }: MemberInvitation): Promise<string> {
  const found = await findAccountByEmail(transaction, email);
  const account = found && (await lockAccount(transaction, found.id, "share"));
  if (!account) throw notFound();
  return account.id;
}

interface WantedWorkspace {
  readonly name: string;
  readonly handle: string;
}

function workspaceIn({ workspaceName = "", workspaceHandle = "" }: Acceptance): WantedWorkspace {
  if (workspaceName === "") throw invalidAttribute("workspace_name", "Workspace name must be at least 1 character.");
  if (workspaceHandle === "") throw invalidAttribute("workspace_handle", "Workspace url must be at least 1 character.");
  const flaw = judgeHandle(workspaceHandle);
  if (flaw) throw invalidAttribute("workspace_handle", obstacleSentences[flaw]);
  return { name: workspaceName, handle: workspaceHandle };
}

/** Creates the address's account, or changes its name and password. @returns its id */
async function keepAccount(
  transaction: Queries,
  parts: IdentityParts,
  { email, name, passwordHash }: { readonly email: string; readonly name: string; readonly passwordHash: string },
  now: Date,
): Promise<string> {
  const personName = splitName(name);
  const created = await insertAccount(transaction, { email, ...personName, passwordHash }, now);
  if (created !== null) return created;
  const found = await findAccountByEmail(transaction, email);
  const account = found && (await lockAccount(transaction, found.id, "update"));
  if (!account) throw notFound();
  await replacePassword(transaction, parts, account, passwordHash, now, null);
  const change = { ...nextVersion(accounts), ...personName, updatedAt: now };
  await transaction.update(accounts).set(change).where(eq(accounts.id, account.id));
  return account.id;
}

/** The operator asked for this workspace, so it has the plan on which the roles of members take effect. */
async function foundForInvited(
  transaction: Queries,
  { apiWorkspaceId: first }: IdentityParts,
  wanted: WantedWorkspace & { readonly invitation: MemberInvitation; readonly ownerId: string },
  now: Date,
): Promise<void> {
  const { name, handle, ownerId, invitation } = wanted;
  const { email } = invitation;
  const apiWorkspaceId = invitation.apiWorkspaceId ?? ((await isNoneConnected(transaction)) ? first : null);
  const workspace = { name, handle, ownerId, plan: "standard", heldFor: email, apiWorkspaceId } as const;
  if ((await foundWorkspace(transaction, workspace, now)) === null)
    throw invalidAttribute("workspace_handle", obstacleSentences.taken);
  await releaseHandlesOf(transaction, email);
}

async function join(
  transaction: Queries,
  { id, workspace, role }: MemberInvitation,
  accountId: string,
  now: Date,
): Promise<void> {
  if (workspace === null) return;
  const [present] = await transaction
    .select({ id: memberships.id })
    .from(memberships)
    .where(and(eq(memberships.workspaceId, workspace.id), eq(memberships.accountId, accountId)));
  if (present === undefined) {
    await insertMembership(transaction, { workspaceId: workspace.id, accountId, role }, now);
    await tellOwner(transaction, workspace.id, accountId);
  }
  await noteAcceptance({ database: transaction, currentUser: { accountId, workspaceId: workspace.id } }, id, now);
}

async function tellOwner(transaction: Queries, workspaceId: string, accountId: string): Promise<void> {
  const [owner] = await transaction
    .select({ accountId: memberships.accountId })
    .from(memberships)
    .where(and(eq(memberships.workspaceId, workspaceId), eq(memberships.role, "owner")));
  const [joined] = await transaction
    .select({ firstName: accounts.firstName, lastName: accounts.lastName })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (owner === undefined || joined === undefined) return;
  await notify(transaction, {
    kind: "member_joined",
    workspaceId,
    accounts: [owner.accountId],
    actorName: fullName(joined),
    subject: { type: "member", id: accountId },
  });
}

/** Locked before its link, as by whoever sends it again or revokes it, or they would deadlock. */
async function lockColleagueInvitation(transaction: Queries, { id }: MemberInvitation): Promise<void> {
  const table = colleagueInvitations;
  await transaction.select({ id: table.id }).from(table).where(eq(table.linkId, id)).for("no key update");
}

/** Marks the invitation of a colleague as accepted. @param linkId of the link that was used */
async function noteAcceptance(write: WriteContext, linkId: string, now: Date): Promise<void> {
  const [row] = await write.database
    .update(colleagueInvitations)
    .set({ ...nextVersion(colleagueInvitations), acceptedAt: now })
    .where(eq(colleagueInvitations.linkId, linkId))
    .returning({ id: colleagueInvitations.id, email: colleagueInvitations.email });
  if (row === undefined) return;
  const changes = [{ field: "email", before: null, after: row.email }];
  await recordEvent(write, colleagueInvitation, "accepted", row.id, changes);
}

const memberInvitationCheck = recordType(
  "member_invitation_check",
  z.object({
    email: z.string(),
    role: z.string(),
    name: z.string().nullable(),
    /** Null: the person makes a workspace, with this handle if there is one. */
    workspace_name: z.string().nullable(),
    workspace_handle: z.string().nullable(),
    /** Whether neither name nor password is asked for, since the person has an account. */
    joins_at_once: z.boolean(),
  }),
);

/** The routes of an invitation's token, which is in no URL. */
export function memberInvitationRoutes(parts: IdentityParts): Route[] {
  const check = action({
    method: "POST",
    path: "/member_invitation_checks",
    summary: "What an invitation's link leads to; looking does not use it up",
    access: "anyone",
    input: { type: "member_invitation_check", attributes: z.object({ token: secret }) },
    answers: { status: 201, of: memberInvitationCheck },
    transaction: "own",
    async run({ database, attributes: { token }, now }) {
      const found = await findMemberInvitation(database, parts, token, now);
      if (!found) throw notFound();
      const { email, role, name, workspace, workspaceHandle, joinsAtOnce } = found;
      const attributes = { email, role, name, workspace_name: workspace?.name ?? null, joins_at_once: joinsAtOnce };
      return created(memberInvitationCheck, {
        id: crypto.randomUUID(),
        attributes: { ...attributes, workspace_handle: workspaceHandle },
      });
    },
  });

  const accept = action({
    method: "POST",
    path: "/member_invitation_acceptances",
    summary:
      "Accept an invitation: join or make the workspace, with a name and a password where it asks for them; signs in",
    access: "anyone",
    input: {
      type: "member_invitation_acceptance",
      attributes: z.object({
        token: secret,
        name: lineOf("Name").optional(),
        password: secret.optional(),
        workspaceName: lineOf("Workspace name").optional(),
        workspaceHandle: handle.optional(),
      }),
    },
    answers: { status: 201, of: sessionType },
    transaction: "own",
    async run({ request, database, attributes, now }) {
      const { workspaceId, ...begun } = await acceptMemberInvitation(database, parts, attributes, now);
      return answerBegun(await recordSignIn(database, request, begun, now), null, workspaceId);
    },
  });

  return [check, accept];
}
