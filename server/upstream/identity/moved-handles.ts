/** Handles of workspaces that became reserved words: a new release has pages of its own at their addresses. */
import { and, eq, gt, inArray, isNotNull, isNull, or } from "drizzle-orm";
import { renderEmail } from "../../mail/email-template.ts";
import type { Mailer } from "../../mail/mailer.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { nextVersion } from "../engine/writing.ts";
import { notify } from "../notifications/notify.ts";
import { accounts, handles, memberships, registrations, workspaces } from "../tables.ts";
import { type Claimant, claimHandle, reservedHandles, retireHandle } from "./handles.ts";
import { type Workspace, workspaceHistory } from "./workspaces.ts";

interface Parts {
  readonly database: Queries;
  readonly mailer: Mailer;
  readonly publicOrigin: string;
  readonly now: Date;
}

/** Nobody else can have a reserved word, so it leads to its workspace for good. */
const forever = new Date("9999-12-31T00:00:00Z");

/**
 * Gives each workspace and each waiting registration whose handle is a reserved word the word with a number behind it. Of servers that
 * start together one does it, and a second time changes nothing. @returns how many
 */
export async function moveReservedHandles(parts: Parts): Promise<number> {
  const isPresent = or(isNull(handles.heldUntil), and(isNotNull(handles.email), gt(handles.heldUntil, parts.now)));
  const held = await parts.database
    .select()
    .from(handles)
    .where(and(inArray(handles.handle, [...reservedHandles]), isPresent));
  for (const { workspaceId: id, email: address, handle: word } of held)
    await parts.database.transaction(async (database) => {
      if (id !== null) await moveWorkspace({ ...parts, database }, id, word);
      if (address !== null) await moveRegistration(database, address, word, parts.now);
    });
  return held.length;
}

async function moveWorkspace({ database, mailer, publicOrigin, now }: Parts, id: string, word: string): Promise<void> {
  const isStill = and(eq(workspaces.id, id), eq(workspaces.handle, word));
  const [workspace] = await database.select().from(workspaces).where(isStill).for("update");
  if (workspace === undefined) return;
  await retireHandle(database, id, now);
  await database.update(handles).set({ heldUntil: forever }).where(eq(handles.handle, word));
  const handle = await claimNumbered(database, word, { workspaceId: id }, now);
  await database
    .update(workspaces)
    .set({ ...nextVersion(workspaces), handle, updatedAt: now })
    .where(eq(workspaces.id, id));
  const changes = [{ field: "handle", before: word, after: handle }];
  const currentUser = { accountId: null, workspaceId: id, actorName: "Latchkey" };
  await recordEvent({ database, currentUser }, workspaceHistory, "updated", id, changes);
  const [owner] = await database
    .select({ id: accounts.id, email: accounts.email, firstName: accounts.firstName })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .where(and(eq(memberships.workspaceId, id), eq(memberships.role, "owner")));
  if (owner === undefined) return;
  const subject = { type: "workspace", id, name: handle };
  await notify(database, { kind: "address_changed", workspaceId: id, accounts: [owner.id], subject, isMailed: true });
  const letter = addressChangedLetter(owner.firstName, workspace, { handle, publicOrigin });
  await mailer.send({ ...letter, to: owner.email, about: { workspaceId: id } }, { within: database });
}

async function moveRegistration(database: Queries, email: string, word: string, now: Date): Promise<void> {
  const isTheirs = and(eq(handles.handle, word), eq(handles.email, email));
  const [held] = await database.select().from(handles).where(isTheirs).for("update");
  if (!held?.heldUntil) return;
  const handle = await claimNumbered(database, word, { email, until: held.heldUntil }, now);
  await database.update(registrations).set({ workspaceHandle: handle }).where(eq(registrations.workspaceHandle, word));
  await database.delete(handles).where(isTheirs);
}

/** The word with the first number behind it that nobody has. */
async function claimNumbered(database: Queries, word: string, claimant: Claimant, now: Date): Promise<string> {
  for (let number = 2; ; number += 1) {
    const handle = `${word}-${number}`;
    if (await claimHandle(database, handle, claimant, now)) return handle;
  }
}

function addressChangedLetter(
  name: string,
  { name: workspaceName, handle: word }: Workspace,
  { handle, publicOrigin }: { readonly handle: string; readonly publicOrigin: string },
) {
  return renderEmail({
    subject: `${workspaceName} has a new address`,
    name,
    opening: [
      `Latchkey now has a page of its own at ${publicOrigin}/${word}, which was the address of ${workspaceName}. Its new address is ${publicOrigin}/${handle}.`,
      "Links to your page for clients that were sent before still work. Where you printed or published the old address, use the new one.",
    ],
    link: { label: "Choose another address", url: `${publicOrigin}/settings/general` },
    closing: [],
  });
}
