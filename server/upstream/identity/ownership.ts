import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { renderEmail } from "../../mail/email-template.ts";
import { action, type Route } from "../engine/action.ts";
import { created, listed, nothing } from "../engine/answer.ts";
import type { Member, Role } from "../engine/current-user.ts";
import { recordEvent, type WriteContext } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { conflict, forbidden, invalidAttribute, notFound } from "../engine/refusal.ts";
import { insertOne, nextVersion } from "../engine/writing.ts";
import { may, type WorkspaceAction } from "../permissions.ts";
import {
  accounts,
  memberships,
  portalSettings,
  publicPageChoices,
  workspaceConfirmations as table,
  workspaces,
} from "../tables.ts";
import { type Account, findAccount } from "./accounts.ts";
import { ownProof, secret } from "./inputs.ts";
import { checkOwn } from "./own-proof.ts";
import { type IdentityParts, tryWithin } from "./parts.ts";
import { fullName } from "./person-name.ts";
import { hashToken, mintToken } from "./tokens.ts";
import { lockWorkspace, type Workspace, workspaceHistory } from "./workspaces.ts";

/** What a workspace's owner alone may do: hand it over, delete it, restore it. */

const restorableDays = 30;
const day = 86_400_000;

interface Request extends WriteContext {
  readonly currentUser: { readonly accountId: string; readonly workspaceId: string };
  readonly now: Date;
}

/** Locks the owner's workspace. @throws Refusal 404 without it, 403 for all but its owner, 400 for another name */
async function holdOwn(request: Request, typedName: string): Promise<{ workspace: Workspace; owner: Account }> {
  const { database, currentUser } = request;
  const seen = await lockWorkspace(database, currentUser.workspaceId, currentUser.accountId);
  const owner = await findAccount(database, currentUser.accountId);
  if (!seen || !owner) throw notFound();
  if ((await roleIn(database, seen.workspace.id, owner.id)) !== "owner") throw forbidden();
  if (typedName.trim() !== seen.workspace.name)
    throw invalidAttribute("workspace_name", `Type the name of the workspace as it is: ${seen.workspace.name}`);
  return { workspace: seen.workspace, owner };
}

async function roleIn(queries: Queries, workspaceId: string, accountId: string): Promise<Role | null> {
  const isTheirs = and(eq(memberships.workspaceId, workspaceId), eq(memberships.accountId, accountId));
  const [row] = await queries.select({ role: memberships.role }).from(memberships).where(isTheirs);
  return row?.role ?? null;
}

interface TransferRequest {
  readonly accountId: string;
  readonly workspaceName: string;
  readonly publicPage?: (typeof publicPageChoices)[number] | null | undefined;
}

/** Mails a member the link by which they become the owner. @throws Refusal 400 for all but other members, 409 */
async function offerOwnership(
  request: Request,
  { mailer, publicOrigin }: IdentityParts,
  { accountId, workspaceName, publicPage = null }: TransferRequest,
): Promise<string> {
  const { database, now } = request;
  const { workspace, owner } = await holdOwn(request, workspaceName);
  const isMember = (await roleIn(database, workspace.id, accountId)) !== null;
  const heir = isMember && accountId !== owner.id ? await findAccount(database, accountId) : null;
  if (heir === null) throw invalidAttribute("account_id", "Choose another member of this workspace.");
  const given = {
    workspaceId: workspace.id,
    kind: "transfer",
    requestedBy: owner.id,
    confirmedBy: heir.id,
    publicPage,
  } as const;
  const { id, token, expiresAt } = await insertConfirmation(database, given, now);
  const changes = [{ field: "owner", before: fullName(owner), after: fullName(heir) }];
  await recordEvent(request, workspaceHistory, "transfer_requested", workspace.id, changes);
  const letter = ownershipOfferLetter(heir, workspace, owner, `${publicOrigin}/workspace/confirmations/${token}`);
  const about = { workspaceId: workspace.id };
  await mailer.send({ ...letter, to: heir.email, usefulUntil: expiresAt, about }, { within: database });
  return id;
}

async function requestDeletion(
  request: Request,
  { mailer, publicOrigin }: IdentityParts,
  workspaceName: string,
): Promise<string> {
  const { database, now } = request;
  const { workspace, owner } = await holdOwn(request, workspaceName);
  const given = { workspaceId: workspace.id, kind: "deletion", requestedBy: owner.id, confirmedBy: owner.id } as const;
  const { id, token, expiresAt } = await insertConfirmation(database, given, now);
  await recordEvent(request, workspaceHistory, "deletion_requested", workspace.id);
  const letter = deletionConfirmationLetter(owner, workspace, `${publicOrigin}/workspace/confirmations/${token}`);
  const about = { workspaceId: workspace.id };
  await mailer.send({ ...letter, to: owner.email, usefulUntil: expiresAt, about }, { within: database });
  return id;
}

/** @throws Refusal 404 */
async function withdrawConfirmation({ database, currentUser }: Omit<Request, "now">, id: string): Promise<void> {
  const { workspaceId } = currentUser;
  const isTheirs = and(eq(table.id, id), eq(table.workspaceId, workspaceId));
  const { rowCount } = await database.delete(table).where(isTheirs);
  if (rowCount === 0) throw notFound();
  await recordEvent({ database, currentUser }, workspaceHistory, "confirmation_withdrawn", workspaceId);
}

/**
 * Does what a link confirms; of many at once one does. @throws Refusal 404 for a link that is unknown, used, ended, withdrawn or
 * another account's
 */
async function confirmByLink(
  transaction: Queries,
  parts: IdentityParts,
  { token, accountId }: { readonly token: string; readonly accountId: string },
  now: Date,
) {
  const found = await findConfirmation(transaction, token, accountId, now);
  const seen = found && (await lockWorkspace(transaction, found.workspaceId, accountId));
  if (!found || !seen) throw notFound();
  if (!(await removeConfirmation(transaction, found.id))) throw notFound();
  if ((await roleIn(transaction, found.workspaceId, found.requestedBy)) !== "owner") throw notFound();
  const currentUser = { accountId, workspaceId: found.workspaceId };
  const work = { database: transaction, currentUser, now };
  if (found.kind === "transfer") await moveOwnership(work, parts, seen.workspace, found);
  else await closeWorkspace(work, parts, seen.workspace);
  return found;
}

async function moveOwnership(
  { database, currentUser, now }: Request,
  { mailer, publicOrigin }: IdentityParts,
  workspace: Workspace,
  { requestedBy: formerId, publicPage }: Pick<typeof table.$inferSelect, "requestedBy" | "publicPage">,
): Promise<void> {
  const [former, owner] = [await findAccount(database, formerId), await findAccount(database, currentUser.accountId)];
  if (!former || !owner) throw notFound();
  // In this order, since the index allows one owner a workspace.
  for (const [accountId, role] of [
    [former.id, "admin"],
    [owner.id, "owner"],
  ] as const) {
    const { rowCount } = await database
      .update(memberships)
      .set({ ...nextVersion(memberships), role, updatedAt: now })
      .where(and(eq(memberships.workspaceId, workspace.id), eq(memberships.accountId, accountId)));
    if (rowCount !== 1) throw notFound();
  }
  if (publicPage !== null) await changePublicPage(database, workspace.id, publicPage, former.id);
  await database.delete(table).where(eq(table.workspaceId, workspace.id));
  const changes = [{ field: "owner", before: fullName(former), after: fullName(owner) }];
  await recordEvent({ database, currentUser }, workspaceHistory, "transferred", workspace.id, changes);
  for (const reader of [former, owner]) {
    const letter = ownershipMovedLetter(reader, workspace, { former, owner, publicOrigin });
    await mailer.send({ ...letter, to: reader.email, about: { workspaceId: workspace.id } }, { within: database });
  }
}

/** Nobody's face is there by itself but the owner's. */
async function changePublicPage(
  database: Queries,
  workspaceId: string,
  choice: (typeof publicPageChoices)[number],
  formerId: string,
): Promise<void> {
  const { id, shownAccountId, introduction, introductionEs } = portalSettings;
  const shown = choice === "kept" ? sql`coalesce(${shownAccountId}, ${formerId}::uuid)` : null;
  const words = choice === "anew" ? { introduction: null, introductionEs: null } : { introduction, introductionEs };
  await database
    .update(portalSettings)
    .set({
      ...nextVersion(portalSettings),
      shownAccountId: shown,
      introduction: sql`${words.introduction}`,
      introductionEs: sql`${words.introductionEs}`,
    })
    .where(eq(id, workspaceId));
}

async function closeWorkspace(
  { database, currentUser, now }: Request,
  { mailer, publicOrigin }: IdentityParts,
  workspace: Workspace,
): Promise<void> {
  const purgeAt = new Date(now.getTime() + restorableDays * day);
  await database
    .update(workspaces)
    .set({ ...nextVersion(workspaces), purgeAt, updatedAt: now })
    .where(eq(workspaces.id, workspace.id));
  await database.delete(table).where(eq(table.workspaceId, workspace.id));
  await recordEvent({ database, currentUser }, workspaceHistory, "closed", workspace.id);
  const owner = await findAccount(database, currentUser.accountId);
  if (!owner) throw notFound();
  const letter = workspaceClosedLetter(owner, workspace, purgeAt, `${publicOrigin}/workspace/deleted`);
  await mailer.send({ ...letter, to: owner.email, about: { workspaceId: workspace.id } }, { within: database });
}

async function listClosedWorkspaces(queries: Queries, accountId: string, now: Date) {
  const isTheirs = and(eq(memberships.workspaceId, workspaces.id), eq(memberships.accountId, accountId));
  return queries
    .select({ workspace: workspaces, role: memberships.role })
    .from(workspaces)
    .innerJoin(memberships, and(isTheirs, gt(workspaces.purgeAt, now)))
    .orderBy(workspaces.name, workspaces.id);
}

/** @throws Refusal 404 for workspaces of others and after the 30 days, 403 for all but the owner */
async function restoreWorkspace(transaction: Queries, id: string, accountId: string, now: Date): Promise<void> {
  const role = await roleIn(transaction, id, accountId);
  if (role === null) throw notFound();
  if (role !== "owner") throw forbidden();
  const { rowCount } = await transaction
    .update(workspaces)
    .set({ ...nextVersion(workspaces), purgeAt: null })
    .where(and(eq(workspaces.id, id), gt(workspaces.purgeAt, now)));
  if (rowCount === 0) throw notFound();
  const write = { database: transaction, currentUser: { accountId, workspaceId: id } };
  await recordEvent(write, workspaceHistory, "restored", id);
}

function deletionConfirmationLetter({ firstName: name }: Account, { name: workspaceName }: Workspace, url: string) {
  return renderEmail({
    subject: `Delete the workspace ${workspaceName}?`,
    name,
    opening: [
      `You asked to delete the workspace ${workspaceName} with all its clients, properties, messages and files.`,
      "Open the link to confirm this. It works for 24 hours.",
    ],
    link: { label: "Look at the deletion", url },
    closing: [
      "If this wasn't you, ignore this email and change your password. Nothing is deleted until you confirm it.",
    ],
  });
}

function workspaceClosedLetter({ firstName: name }: Account, workspace: Workspace, purgeAt: Date, url: string) {
  const { name: workspaceName, timeZone } = workspace;
  const until = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone }).format(purgeAt);
  return renderEmail({
    subject: `${workspaceName} was deleted`,
    name,
    opening: [
      `The workspace ${workspaceName} is closed for everybody: its members, its clients, and everyone who has a link.`,
      `You can restore it until ${until}. After that, everything in it is removed for good.`,
    ],
    link: { label: "Restore the workspace", url },
  });
}

function ownershipOfferLetter(heir: Account, { name: workspaceName }: Workspace, owner: Account, url: string) {
  return renderEmail({
    subject: `Become the owner of ${workspaceName}?`,
    name: heir.firstName,
    opening: [
      `${fullName(owner)} wants to hand over the workspace ${workspaceName} to you.`,
      "The owner pays for the plan and can delete the workspace. Open the link to read more and to accept. It works for 7 days.",
    ],
    link: { label: "Look at the transfer", url },
    closing: ["If you don't want this, ignore this email. Nothing changes until you accept."],
  });
}

function ownershipMovedLetter(
  { firstName: name }: Account,
  { name: workspaceName }: Workspace,
  { former, owner, publicOrigin }: { readonly former: Account; readonly owner: Account; readonly publicOrigin: string },
) {
  return renderEmail({
    subject: `${workspaceName} has a new owner`,
    name,
    opening: [
      `${fullName(owner)} is the owner of the workspace ${workspaceName} now. ${fullName(former)} stays in it as an admin.`,
    ],
    link: { label: "Open Latchkey", url: `${publicOrigin}/settings/general` },
  });
}

const kind = z.enum(["transfer", "deletion"]);

const confirmationType = recordType(
  "workspace_confirmation",
  z.object({
    kind,
    confirmed_by_name: z.string(),
    inserted_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
  }),
);
const requestType = recordType("workspace_confirmation_request", z.object({ kind }));

const checkType = recordType(
  "workspace_confirmation_check",
  z.object({ kind, workspace_id: z.uuid(), workspace_name: z.string(), requested_by_name: z.string() }),
);

const deletedType = recordType(
  "deleted_workspace",
  z.object({ name: z.string(), purge_at: z.iso.datetime(), time_zone: z.string(), can_restore: z.boolean() }),
);

const typedName = z.string().max(1000);

function demand(currentUser: Member, wanted: WorkspaceAction): void {
  if (!may(currentUser, wanted)) throw forbidden();
}

/** The routes of transfers and deletions of a workspace. */
export function ownershipRoutes(parts: IdentityParts): Route[] {
  const list = action({
    method: "GET",
    path: "/workspace_confirmations",
    summary: "What the owner asked for and has yet to be confirmed: a transfer, a deletion",
    access: "workspace",
    answers: { status: 200, of: confirmationType, many: true },
    async run({ database, currentUser, now }) {
      demand(currentUser, "workspace.transfer");
      const waiting = await listConfirmations(database, currentUser.workspaceId, now);
      return listed(
        confirmationType,
        waiting.map(({ id, kind: of, confirmedByName, insertedAt, expiresAt }) => ({
          id,
          attributes: {
            kind: of,
            confirmed_by_name: confirmedByName,
            inserted_at: insertedAt.toISOString(),
            expires_at: expiresAt.toISOString(),
          },
        })),
      );
    },
  });

  const transfer = action({
    method: "POST",
    path: "/ownership_transfers",
    summary:
      "Ask a member to become the owner; they are mailed a link. Needs the workspace's name and the owner's password, or a mailed code where they have none",
    access: "workspace",
    input: {
      type: "ownership_transfer",
      attributes: z.object({
        accountId: z.uuid(),
        workspaceName: typedName,
        publicPage: z.enum(publicPageChoices).nullish(),
        ...ownProof,
      }),
    },
    answers: { status: 201, of: requestType },
    transaction: "own",
    async run({ database, currentUser, attributes, request, now }) {
      demand(currentUser, "workspace.transfer");
      const { accountId } = currentUser;
      const proof = await tryWithin(parts.limitTries, request, { kind: "password_change", account: accountId }, () =>
        checkOwn(database, parts.hasher, accountId, attributes, now),
      );
      const id = await database.transaction(async (transaction) => {
        const offered = await offerOwnership({ database: transaction, currentUser, now }, parts, attributes);
        await proof.redeem(transaction, now);
        return offered;
      });
      return created(requestType, { id, attributes: { kind: "transfer" } });
    },
  });

  const remove = action({
    method: "POST",
    path: "/workspace_deletions",
    summary: "Mail the owner the link that deletes the workspace. Needs the workspace's name",
    access: "workspace",
    input: { type: "workspace_deletion", attributes: z.object({ workspaceName: typedName }) },
    answers: { status: 201, of: requestType },
    async run({ database, currentUser, attributes, now }) {
      demand(currentUser, "workspace.delete");
      const id = await requestDeletion({ database, currentUser, now }, parts, attributes.workspaceName);
      return created(requestType, { id, attributes: { kind: "deletion" } });
    },
  });

  const withdraw = action({
    method: "DELETE",
    path: "/workspace_confirmations/:id",
    summary: "Withdraw a transfer or a deletion that has not been confirmed",
    access: "workspace",
    answers: { status: 204, of: null },
    async run({ database, currentUser, id }) {
      demand(currentUser, "workspace.transfer");
      await withdrawConfirmation({ database, currentUser }, id());
      return nothing;
    },
  });

  const check = action({
    method: "POST",
    path: "/workspace_confirmation_checks",
    summary: "What a mailed link confirms, to the account that it was mailed to; looking does not use it up",
    access: "account",
    input: { type: "workspace_confirmation_check", attributes: z.object({ token: secret }) },
    answers: { status: 201, of: checkType },
    transaction: "own",
    async run({ database, currentUser, attributes: { token }, now }) {
      const waiting = await findConfirmation(database, token, currentUser.accountId, now);
      if (!waiting) throw notFound();
      return created(checkType, { id: crypto.randomUUID(), attributes: attributesOf(waiting) });
    },
  });

  const confirm = action({
    method: "POST",
    path: "/workspace_confirmation_acceptances",
    summary: "Do what a mailed link confirms: become the owner, or delete the workspace for 30 days and then for good",
    access: "account",
    input: { type: "workspace_confirmation_acceptance", attributes: z.object({ token: secret }) },
    answers: { status: 201, of: checkType },
    async run({ database, currentUser: { accountId }, attributes: { token }, now }) {
      const done = await confirmByLink(database, parts, { token, accountId }, now);
      return created(checkType, { id: crypto.randomUUID(), attributes: attributesOf(done) });
    },
  });

  const deleted = action({
    method: "GET",
    path: "/deleted_workspaces",
    summary: "The current user's deleted workspaces, until they are purged",
    access: "account",
    answers: { status: 200, of: deletedType, many: true },
    async run({ database, currentUser: { accountId }, now }) {
      const closed = await listClosedWorkspaces(database, accountId, now);
      return listed(
        deletedType,
        closed.map(({ workspace: { id, name, timeZone, purgeAt }, role }) => ({
          id,
          attributes: {
            name,
            time_zone: timeZone,
            purge_at: (purgeAt ?? new Date(0)).toISOString(),
            can_restore: role === "owner",
          },
        })),
      );
    },
  });

  const restore = action({
    method: "POST",
    path: "/deleted_workspaces/:id/restoration",
    summary: "Open a deleted workspace again; its owner may",
    access: "account",
    answers: { status: 204, of: null },
    async run({ database, currentUser: { accountId }, id, now }) {
      await restoreWorkspace(database, id(), accountId, now);
      return nothing;
    },
  });

  return [list, transfer, remove, withdraw, check, confirm, deleted, restore];
}

function attributesOf(waiting: NonNullable<Awaited<ReturnType<typeof findConfirmation>>>) {
  const { kind: of, workspaceId, workspaceName, requestedByName } = waiting;
  return { kind: of, workspace_id: workspaceId, workspace_name: workspaceName, requested_by_name: requestedByName };
}

type WorkspaceConfirmation = typeof table.$inferSelect;
type ConfirmationKind = WorkspaceConfirmation["kind"];

const hour = 3_600_000;
const lifetimes: Readonly<Record<ConfirmationKind, number>> = { transfer: 7 * 24 * hour, deletion: 24 * hour };

type NewConfirmation = Pick<WorkspaceConfirmation, "workspaceId" | "kind" | "requestedBy" | "confirmedBy">;

/** Adds a confirmation; the transaction holds the workspace. @throws Refusal 409 while one of its kind waits */
async function insertConfirmation(
  transaction: Queries,
  wanted: NewConfirmation,
  now: Date,
): Promise<{ readonly id: string; readonly token: string; readonly expiresAt: Date }> {
  const { workspaceId, kind } = wanted;
  const same = and(eq(table.workspaceId, workspaceId), eq(table.kind, kind));
  if ((await transaction.$count(table, and(same, gt(table.expiresAt, now)))) > 0)
    throw conflict("already_requested", "This was asked for already and waits to be confirmed. Withdraw it first.");
  await transaction.delete(table).where(same);
  const { token, hash } = mintToken();
  const expiresAt = new Date(now.getTime() + lifetimes[kind]);
  const id = await insertOne(transaction, table, { ...wanted, tokenHash: hash, insertedAt: now, expiresAt });
  return { id, token, expiresAt };
}

async function listConfirmations(queries: Queries, workspaceId: string, now: Date) {
  const rows = await queries
    .select({ confirmation: table, account: accounts })
    .from(table)
    .innerJoin(accounts, eq(accounts.id, table.confirmedBy))
    .where(and(eq(table.workspaceId, workspaceId), gt(table.expiresAt, now)))
    .orderBy(table.kind);
  return rows.map(({ confirmation, account }) => ({ ...confirmation, confirmedByName: fullName(account) }));
}

/** For the account that the link was mailed to; null for all others and after its end. */
async function findConfirmation(queries: Queries, token: string, accountId: string, now: Date) {
  const hash = hashToken(token);
  if (hash === null) return null;
  const [row] = await queries
    .select({ confirmation: table, workspaceName: workspaces.name, account: accounts })
    .from(table)
    .innerJoin(workspaces, and(eq(workspaces.id, table.workspaceId), isNull(workspaces.purgeAt)))
    .innerJoin(accounts, eq(accounts.id, table.requestedBy))
    .where(and(eq(table.tokenHash, hash), eq(table.confirmedBy, accountId), gt(table.expiresAt, now)));
  if (!row) return null;
  return { ...row.confirmation, workspaceName: row.workspaceName, requestedByName: fullName(row.account) };
}

/** Of many at once exactly one gets true. */
async function removeConfirmation(transaction: Queries, id: string): Promise<boolean> {
  return (await transaction.delete(table).where(eq(table.id, id))).rowCount === 1;
}
