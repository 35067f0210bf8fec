import { and, eq, gt } from "drizzle-orm";
import type { Role } from "../engine/current-user.ts";
import { recordEvent, type WriteContext } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { forbidden, invalidAttribute, notFound } from "../engine/refusal.ts";
import { nextVersion } from "../engine/writing.ts";
import { memberships, workspaceConfirmations, workspaces } from "../tables.ts";
import { type Account, findAccount } from "./accounts.ts";
import { deletionConfirmationMail, workspaceClosedMail } from "./mails/workspace-deletion.ts";
import { ownershipMovedMail, ownershipOfferMail } from "./mails/workspace-transfer.ts";
import type { IdentityParts } from "./parts.ts";
import { fullName } from "./person-name.ts";
import { findConfirmation, insertConfirmation, removeConfirmation } from "./workspace-confirmations.ts";
import { lockWorkspace, type Workspace, workspaceHistory } from "./workspaces.ts";

/** What the owner of a workspace alone may do: hand it over, delete it, restore it. */

/** For how long the owner can restore a workspace that was deleted. */
const restorableDays = 30;
const day = 86_400_000;

/** The owner who asks, and their workspace, held until the transaction ends. */
interface Request extends WriteContext {
  readonly currentUser: { readonly accountId: string; readonly workspaceId: string };
  readonly now: Date;
}

/** @throws Refusal 404 without the workspace, 403 for everybody but its owner, 400 when the name is another */
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

/** The role of a member, read once the workspace is held; null for nobody's. */
async function roleIn(queries: Queries, workspaceId: string, accountId: string): Promise<Role | null> {
  const isTheirs = and(eq(memberships.workspaceId, workspaceId), eq(memberships.accountId, accountId));
  const [row] = await queries.select({ role: memberships.role }).from(memberships).where(isTheirs);
  return row?.role ?? null;
}

/** Asks a member to become the owner: they are mailed a link. @throws Refusal 400 for somebody else than another member, 409 */
export async function offerOwnership(
  request: Request,
  { mailer, publicOrigin }: IdentityParts,
  { accountId, workspaceName }: { readonly accountId: string; readonly workspaceName: string },
): Promise<string> {
  const { database, now } = request;
  const { workspace, owner } = await holdOwn(request, workspaceName);
  const isMember = (await roleIn(database, workspace.id, accountId)) !== null;
  const heir = isMember && accountId !== owner.id ? await findAccount(database, accountId) : null;
  if (heir === null) throw invalidAttribute("account_id", "Choose another member of this workspace.");
  const given = { workspaceId: workspace.id, kind: "transfer", requestedBy: owner.id, confirmedBy: heir.id } as const;
  const { id, token, expiresAt } = await insertConfirmation(database, given, now);
  const changes = [{ field: "owner", before: fullName(owner), after: fullName(heir) }];
  await recordEvent(request, workspaceHistory, "transfer_requested", workspace.id, changes);
  const url = `${publicOrigin}/workspace/confirmations/${token}`;
  const about = { name: heir.firstName, workspaceName: workspace.name, ownerName: fullName(owner), url };
  await mailer.send(ownershipOfferMail({ to: heir.email, ...about, usefulUntil: expiresAt }), { within: database });
  return id;
}

/** Mails the owner the link that deletes the workspace. */
export async function requestDeletion(
  request: Request,
  { mailer, publicOrigin }: IdentityParts,
  workspaceName: string,
): Promise<string> {
  const { database, now } = request;
  const { workspace, owner } = await holdOwn(request, workspaceName);
  const given = { workspaceId: workspace.id, kind: "deletion", requestedBy: owner.id, confirmedBy: owner.id } as const;
  const { id, token, expiresAt } = await insertConfirmation(database, given, now);
  await recordEvent(request, workspaceHistory, "deletion_requested", workspace.id);
  const url = `${publicOrigin}/workspace/confirmations/${token}`;
  const about = { name: owner.firstName, workspaceName: workspace.name, url };
  await mailer.send(deletionConfirmationMail({ to: owner.email, ...about, usefulUntil: expiresAt }), {
    within: database,
  });
  return id;
}

/** Takes a request of the owner's back. @throws Refusal 404 when it is not there any more */
export async function withdrawConfirmation({ database, currentUser }: Omit<Request, "now">, id: string): Promise<void> {
  const { workspaceId } = currentUser;
  const isTheirs = and(eq(workspaceConfirmations.id, id), eq(workspaceConfirmations.workspaceId, workspaceId));
  const { rowCount } = await database.delete(workspaceConfirmations).where(isTheirs);
  if (rowCount === 0) throw notFound();
  await recordEvent({ database, currentUser }, workspaceHistory, "confirmation_withdrawn", workspaceId);
}

/**
 * Does what a link confirms, for whom it was mailed to. Of many at the same moment one does it.
 * @throws Refusal 404 when the link is unknown, used, ended, withdrawn or somebody else's
 */
export async function confirmByLink(
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
  if (found.kind === "transfer") await moveOwnership(work, parts, seen.workspace, found.requestedBy);
  else await closeWorkspace(work, parts, seen.workspace);
  return found;
}

async function moveOwnership(
  { database, currentUser, now }: Request,
  { mailer, publicOrigin }: IdentityParts,
  workspace: Workspace,
  formerId: string,
): Promise<void> {
  const [former, owner] = [await findAccount(database, formerId), await findAccount(database, currentUser.accountId)];
  if (!former || !owner) throw notFound();
  // In this order: the index of owners allows one in each workspace at any moment.
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
  // A deletion that the former owner asked for is theirs to confirm no more.
  await database.delete(workspaceConfirmations).where(eq(workspaceConfirmations.workspaceId, workspace.id));
  const changes = [{ field: "owner", before: fullName(former), after: fullName(owner) }];
  await recordEvent({ database, currentUser }, workspaceHistory, "transferred", workspace.id, changes);
  const about = {
    workspaceName: workspace.name,
    formerName: fullName(former),
    ownerName: fullName(owner),
    publicOrigin,
  };
  for (const { email, firstName } of [former, owner])
    await mailer.send(ownershipMovedMail({ to: email, name: firstName, ...about }), { within: database });
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
  await database.delete(workspaceConfirmations).where(eq(workspaceConfirmations.workspaceId, workspace.id));
  await recordEvent({ database, currentUser }, workspaceHistory, "closed", workspace.id);
  const owner = await findAccount(database, currentUser.accountId);
  if (!owner) throw notFound();
  const about = { name: owner.firstName, workspaceName: workspace.name, purgeAt, timeZone: workspace.timeZone };
  const mail = workspaceClosedMail({ to: owner.email, ...about, url: `${publicOrigin}/workspace/deleted` });
  await mailer.send(mail, { within: database });
}

/** The deleted workspaces of an account that can still be restored. */
export async function listClosedWorkspaces(queries: Queries, accountId: string, now: Date) {
  const isTheirs = and(eq(memberships.workspaceId, workspaces.id), eq(memberships.accountId, accountId));
  return queries
    .select({ workspace: workspaces, role: memberships.role })
    .from(workspaces)
    .innerJoin(memberships, and(isTheirs, gt(workspaces.purgeAt, now)))
    .orderBy(workspaces.name, workspaces.id);
}

/** Opens a deleted workspace again, as it was. @throws Refusal 404 for those of others and those whose time has ended, 403 for all but its owner */
export async function restoreWorkspace(transaction: Queries, id: string, accountId: string, now: Date): Promise<void> {
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
