import { largePages } from "../json-api/all-pages.ts";
import type { Api } from "../json-api/api.ts";
import { required } from "../json-api/api-error.ts";
import { path } from "../json-api/path.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { invitationAttributes } from "./invitation.ts";

/** The calls about who may enter a client's portal: the only file that names their JSON:API types. */

const invitation = resource("portal_invitation", invitationAttributes);
const view = resource("portal_view", {});

export type Invitation = RecordOf<typeof invitation>;

/** Everyone whom a client's household has ever invited. @throws ApiError "missing" by a service that knows no portal */
export async function listInvitations(api: Api, clientId: string): Promise<readonly Invitation[]> {
  const query = { ...largePages, sort: "inserted_at", "page[count]": false, "filter[client_id]": clientId };
  return (await api.list("/portal_invitations", invitation, { query, failure: "Failed to fetch the invitations" }))
    .items;
}

/** @throws ApiError "missing" */
export function findInvitation(api: Api, id: string): Promise<Invitation> {
  return api.find(path`/portal_invitations/${id}`, invitation, { failure: "Failed to fetch the invitation" });
}

/** Someone of a client's household. */
export interface Invited {
  readonly clientId: string;
  /** Null: the client's own address. */
  readonly email: string | null;
}

/** Invites them, or renews the invitation that is there. @throws ApiError "invalid" past the day's share of mails, "forbidden" */
export async function invite(api: Api, { clientId, email }: Invited, key: string): Promise<void> {
  const failure = "Failed to send the invitation";
  await api.create("/portal_invitations", invitation, { clientId, ...(email !== null && { email }) }, { key, failure });
}

/** @throws ApiError "invalid" past the day's share of mails, "forbidden", "missing" */
export async function sendAgain(api: Api, id: string, key: string): Promise<void> {
  const failure = "Failed to send the invitation";
  await api.act(path`/portal_invitations/${id}/sending`, invitation, {}, { key, failure });
}

/** Closes the portal to that person. @throws ApiError "forbidden", "missing" */
export async function revokeInvitation(api: Api, id: string, key: string): Promise<void> {
  const failure = "Failed to revoke the access";
  await api.act(path`/portal_invitations/${id}/revocation`, invitation, {}, { key, failure });
}

/** Begins a look at a client's portal, which the client's history notes. @returns its id */
export async function beginView(api: Api, clientId: string, key: string): Promise<string> {
  const failure = "Failed to open the portal";
  return required(await api.act("/portal_views", view, { clientId }, { key, failure }), failure).id;
}
