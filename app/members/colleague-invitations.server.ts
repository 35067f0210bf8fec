import type { RouterContextProvider } from "react-router";
import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { type FoundPage, findPage, type RequestedPage } from "../json-api/pagination.ts";
import { path } from "../json-api/path.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { membersPath } from "../record-paths.ts";
import { settingsContext } from "../session/context.ts";
import { identityApiOf, load, permitted, recordId, refuse, requirePermission } from "../session/session.server.ts";
import { type Inviting, invitationAttributes, invitationsPath } from "./colleague-invitation.ts";

type Context = Readonly<RouterContextProvider>;

const toMembers = { label: "Back to members", href: membersPath };

/** Only those who manage members invite colleagues. @throws 403 */
export function requireInviting(context: Context): void {
  requirePermission(context, "members.manage", "invite colleagues", toMembers);
}

/** Whether somebody new can be let in at all. */
export function isLettingIn(context: Context): boolean {
  return context.get(settingsContext).registration !== "closed";
}

/** @throws 403 while nobody new is let in */
export function requireLettingIn(context: Context): void {
  if (isLettingIn(context)) return;
  const who = `Questions? Ask ${context.get(settingsContext).supportEmail}.`;
  throw refuse({ refused: "No new accounts are created here.", who, back: toMembers });
}

/** The invitation that the URL names, to send it again or to revoke it. @throws 404; 403 */
export async function loadInvitationFor(
  action: "send" | "revoke",
  context: Context,
  { colleagueInvitationId }: { readonly colleagueInvitationId: string },
): Promise<Invitation> {
  requireInviting(context);
  const id = recordId(colleagueInvitationId);
  const found = await load(findInvitation(identityApiOf(context), id));
  const refused = action === "send" ? "This invitation was accepted already." : "This invitation can't be revoked.";
  return permitted(found, action, { refused, back: { label: "All invitations", href: invitationsPath } });
}

const invitation = resource("colleague_invitation", invitationAttributes);
type Invitation = RecordOf<typeof invitation>;

const fetching = "Failed to fetch the invitations";
const sending = "Failed to send the invitation";

/** A page of all invitations, newest first. @throws ApiError "missing" by a service without any */
export function listInvitations(api: Api, page: RequestedPage): Promise<FoundPage<Invitation>> {
  return findPage(page, (cursor) =>
    api.list("/colleague_invitations", invitation, { query: { sort: "-inserted_at", ...cursor }, failure: fetching }),
  );
}

/** The newest ones that are neither accepted nor revoked, and how many there are. @param most of those given */
export function listOpenInvitations(api: Api, most: number) {
  const query = { sort: "-inserted_at", "filter[open]": "true", "page[limit]": most };
  return api.list("/colleague_invitations", invitation, { query, failure: fetching });
}

/** @throws ApiError "missing" */
function findInvitation(api: Api, id: string): Promise<Invitation> {
  return api.find(path`/colleague_invitations/${id}`, invitation, { failure: "Failed to fetch the invitation" });
}

/** Invites them all, or none. @throws ApiError "invalid" with the field `emails`, "forbidden" */
export async function inviteColleagues(api: Api, inviting: Inviting, key: string): Promise<void> {
  await api.act(
    "/colleague_invitation_batches",
    z.unknown(),
    { ...inviting },
    { type: "colleague_invitation_batch", key, failure: sending },
  );
}

/** @throws ApiError "invalid" past the day's share of emails or the plan's room, "forbidden", "missing" */
export async function sendAgain(api: Api, id: string, key: string): Promise<void> {
  await api.act(path`/colleague_invitations/${id}/sending`, invitation, {}, { key, failure: sending });
}

/** Ends the link. @throws ApiError "forbidden", "missing" */
export async function revokeInvitation(api: Api, id: string, key: string): Promise<void> {
  const failure = "Failed to revoke the invitation";
  await api.act(path`/colleague_invitations/${id}/revocation`, invitation, {}, { key, failure });
}
