import type { RouterContextProvider } from "react-router";
import { comparedEmail } from "../../spelling/email-address.ts";
import type { Client } from "../clients/client.ts";
import { loadClient } from "../clients/load-client.server.ts";
import type { Api } from "../json-api/api.ts";
import { required } from "../json-api/api-error.ts";
import { largePages } from "../json-api/page.ts";
import { path } from "../json-api/path.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { settle } from "../json-api/settle.ts";
import { clientPath } from "../record-paths.ts";
import { apiOf, load, logFaults, notFound, permitted, recordId } from "../session/session.server.ts";
import { invitationAttributes, type OtherPortals } from "./invitation.ts";

type Context = Readonly<RouterContextProvider>;

const invitation = resource("portal_invitation", invitationAttributes);
const view = resource("portal_view", {});

export type Invitation = RecordOf<typeof invitation>;

/** Everyone whom a client's household has ever invited. @throws ApiError "missing" by a service that knows no portal */
export async function listInvitations(api: Api, clientId: string): Promise<readonly Invitation[]> {
  const query = { ...largePages, sort: "inserted_at", "page[count]": false, "filter[client_id]": clientId };
  return (await api.list("/portal_invitations", invitation, { query, failure: "Failed to fetch the invitations" }))
    .items;
}

/**
 * What else an address opens of what the current user may see; of a service that does not answer, nothing. One address may be in the
 * households of several clients, who are told apart in the portal.
 */
export async function findOtherPortals(context: Context, clientId: string, address: string): Promise<OtherPortals> {
  const found = await settle(apiOf(context), (api) => listOfAddress(api, address), logFaults(context));
  const others = found.ok
    ? found.data.filter((one) => one.clientId !== clientId && comparedEmail(one.email) === comparedEmail(address))
    : [];
  const named = (states: readonly Invitation["state"][]) =>
    others.filter(({ state }) => states.includes(state)).map(({ clientName }) => clientName);
  return { seen: named(["accepted"]), invited: named(["sent", "expired"]) };
}

async function listOfAddress(api: Api, address: string): Promise<readonly Invitation[]> {
  const query = { ...largePages, sort: "inserted_at", "page[count]": false, "filter[email]": address };
  return (await api.list("/portal_invitations", invitation, { query, failure: "Failed to fetch the invitations" }))
    .items;
}

/** @throws ApiError "missing" */
function findInvitation(api: Api, id: string): Promise<Invitation> {
  return api.find(path`/portal_invitations/${id}`, invitation, { failure: "Failed to fetch the invitation" });
}

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

interface Addressed {
  readonly id: string;
  readonly invitationId: string;
}

interface AddressedInvitation {
  readonly client: Pick<Client, "id" | "name">;
  readonly person: { readonly name: string; readonly email: string };
  readonly invitation: Invitation;
  readonly others: OtherPortals;
}

/** An invitation of the client that the URL names, to send it again or to revoke it. @throws 404; 403 */
export async function loadInvitationFor(
  action: "send" | "revoke",
  context: Context,
  params: Addressed,
): Promise<AddressedInvitation> {
  // Both checked before either call: one that fails while nobody waits for it would end the process.
  const [id, invitationId] = [recordId(params.id), recordId(params.invitationId)];
  const [client, invitation] = await Promise.all([
    loadClient(context, id),
    load(findInvitation(apiOf(context), invitationId)),
  ]);
  const found = invitationOf(client.id, invitation);
  const refused = action === "send" ? "This invitation can't be sent now." : "This access can't be revoked.";
  const refusal = { refused, back: { label: "Back to the client", href: clientPath(client.id) } };
  return {
    client: { id: client.id, name: client.name },
    person: { name: nameOf(client, found.email), email: found.email },
    invitation: permitted(found, action, refusal),
    others: await findOtherPortals(context, client.id, found.email),
  };
}

/** Before something is asked for in vain: says so where the service has no portal. @throws 501 */
export async function requireInvitations(context: Context, clientId: string): Promise<void> {
  await load(listInvitations(apiOf(context), clientId));
}

/** The invitation that a URL names. @throws ApiError; 404 when it belongs to another client */
export async function findInvitationOf(api: Api, { id, invitationId }: Addressed): Promise<Invitation> {
  return invitationOf(recordId(id), await findInvitation(api, recordId(invitationId)));
}

/** An invitation of this client, since the service finds it under any client. @throws 404 */
function invitationOf(clientId: string, invitation: Invitation): Invitation {
  if (invitation.clientId !== clientId) throw notFound();
  return invitation;
}

/** What someone of the household is called; the address itself once it is nobody's there. */
function nameOf(client: Client, address: string): string {
  return personAt(client, address)?.name ?? address;
}

/** Who of the household has an address; null when nobody has. */
export function personAt({ name, email, people }: Client, address: string) {
  const wanted = comparedEmail(address);
  const everybody = [...(people ?? []), { name, email }];
  return everybody.find((person) => person.email !== null && comparedEmail(person.email) === wanted) ?? null;
}
