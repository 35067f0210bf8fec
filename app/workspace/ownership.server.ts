import { href, type RouterContextProvider } from "react-router";
import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { required } from "../json-api/api-error.ts";
import { path } from "../json-api/path.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { settle } from "../json-api/settle.ts";
import { agentOf, identityApiOf, load, logFaults, requirePermission } from "../session/session.server.ts";
import { fetchTwoStep, proofOf } from "../sign-in/second-step/second-step.server.ts";
import type { ConfirmationKind, transferForm } from "./workspace.ts";

type Context = Readonly<RouterContextProvider>;

const kind = z.enum(["transfer", "deletion"]);
const confirmation = z.object({ kind, confirmedByName: z.string(), expiresAt: z.string() });
const confirmations = z.array(z.object({ id: z.string(), attributes: confirmation }));
export type WaitingConfirmation = z.output<typeof confirmation> & { readonly id: string };

const check = resource("workspace_confirmation_check", {
  kind,
  workspaceId: z.string(),
  workspaceName: z.string(),
  requestedByName: z.string(),
});
export type ConfirmationCheck = RecordOf<typeof check>;

const deleted = z.object({ name: z.string(), purgeAt: z.string(), timeZone: z.string(), canRestore: z.boolean() });
const deletedOnes = z.array(z.object({ id: z.string(), attributes: deleted }));
export type DeletedWorkspace = z.output<typeof deleted> & { readonly id: string };
const accepted = z.optional(z.looseObject({}));

const permissions: Readonly<Record<ConfirmationKind, string>> = {
  transfer: "workspace.transfer",
  deletion: "workspace.delete",
};
const general = { label: "Workspace settings", href: href("/settings/general") };

/** What the current user may do as the owner. */
export function ownerLinksOf(context: Context) {
  const { can } = agentOf(context);
  return { mayTransfer: can("workspace.transfer"), mayDelete: can("workspace.delete") };
}

/** Stops everybody but the owner. @throws 403 */
export function requireOwner(context: Context, of: ConfirmationKind): void {
  requirePermission(
    context,
    permissions[of],
    of === "transfer" ? "transfer this workspace" : "delete this workspace",
    general,
  );
}

/** Whether the owner proves who they are by a password; so it is where the service does not say. */
export async function hasPassword(context: Context): Promise<boolean> {
  const found = await settle(identityApiOf(context), fetchTwoStep, logFaults(context));
  return !found.ok || found.data.hasPassword;
}

/** How to read the owner's form: in a workspace that is another's there is no such page to show it on again. */
export function ownersForm(context: Context, of: ConfirmationKind) {
  return { ofRecord: !agentOf(context).can(permissions[of]) };
}

/** What waits to be confirmed; null where nothing does. @throws 501 by a service that knows nothing of it */
export async function findWaiting(context: Context, of: ConfirmationKind): Promise<WaitingConfirmation | null> {
  const waiting = await load(listConfirmations(identityApiOf(context)));
  return waiting.find((one) => one.kind === of) ?? null;
}

/** Everything that waits to be confirmed. */
export async function listConfirmations(api: Api): Promise<readonly WaitingConfirmation[]> {
  const options = { method: "GET", failure: "Failed to fetch what waits to be confirmed" } as const;
  const found = await api.act("/workspace_confirmations", confirmations, {}, options);
  return found.map(({ id, attributes }) => ({ id, ...attributes }));
}

/** Mails a member the link that makes them the owner. @throws ApiError "invalid" with fields, "conflict" while one waits */
export async function requestTransfer(
  api: Api,
  { accountId, workspaceName, publicPage, ...proof }: z.output<typeof transferForm>,
  key: string,
): Promise<void> {
  const failure = "Failed to send the email";
  await api.act(
    "/ownership_transfers",
    accepted,
    { accountId, workspaceName, publicPage, ...proofOf(proof) },
    { type: "ownership_transfer", key, failure },
  );
}

/** Mails the owner the link that deletes the workspace. @throws ApiError "invalid" with fields, "conflict" while one waits */
export async function requestDeletion(api: Api, workspaceName: string, key: string): Promise<void> {
  await api.act(
    "/workspace_deletions",
    accepted,
    { workspaceName },
    { type: "workspace_deletion", key, failure: "Failed to send the email" },
  );
}

/** @throws ApiError "missing" when it is not there any more */
export async function withdrawConfirmation(api: Api, id: string, key: string): Promise<void> {
  const failure = "Failed to withdraw it";
  await api.remove(path`/workspace_confirmations/${id}`, { key, etag: null, failure });
}

/** What a mailed link confirms; it is not used up. @throws ApiError "missing" when it doesn't work for the current user */
export async function checkConfirmation(api: Api, token: string): Promise<ConfirmationCheck> {
  const failure = "Failed to look at the link";
  return required(await api.act("/workspace_confirmation_checks", check, { token }, { failure }), failure);
}

/** Does what a mailed link confirms, once. @throws ApiError "missing" when it doesn't work for the current user */
export async function confirm(api: Api, token: string, key: string): Promise<ConfirmationCheck> {
  const failure = "Failed to confirm it";
  return required(
    await api.act(
      "/workspace_confirmation_acceptances",
      check,
      { token },
      { type: "workspace_confirmation_acceptance", key, failure },
    ),
    failure,
  );
}

/** The current user's deleted workspaces that can still be restored. */
export async function listDeletedWorkspaces(api: Api): Promise<readonly DeletedWorkspace[]> {
  const options = { method: "GET", failure: "Failed to fetch deleted workspaces" } as const;
  const found = await api.act("/deleted_workspaces", deletedOnes, {}, options);
  return found.map(({ id, attributes }) => ({ id, ...attributes }));
}

/** Opens a deleted workspace again. @throws ApiError "missing" when it is too late, "forbidden" for all but its owner */
export async function restoreWorkspace(api: Api, id: string, key: string): Promise<void> {
  const failure = "Failed to restore the workspace";
  await api.act(path`/deleted_workspaces/${id}/restoration`, accepted, {}, { type: "deleted_workspace", key, failure });
}
