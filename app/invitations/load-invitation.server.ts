import type { RouterContextProvider } from "react-router";
import { comparedEmail } from "../../spelling/email-address.ts";
import type { Client } from "../clients/client.ts";
import { clientPath } from "../clients/client-links.ts";
import { loadClient } from "../clients/load-client.server.ts";
import type { Api } from "../json-api/api.ts";
import { apiOf, load, loadOffered, notFound, permitted, recordId } from "../session/session.server.ts";
import { noPortal } from "./invitation.ts";
import { findInvitation, type Invitation, listInvitations } from "./invitations.server.ts";

type Context = Readonly<RouterContextProvider>;

interface Addressed {
  readonly id: string;
  readonly invitationId: string;
}

/** An invitation, and whom it is for. */
interface AddressedInvitation {
  readonly client: Pick<Client, "id" | "name">;
  readonly person: { readonly name: string; readonly email: string };
  readonly invitation: Invitation;
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
  };
}

/** Before something is asked for in vain: says so where the service has no portal. @throws 501 */
export async function requireInvitations(context: Context, clientId: string): Promise<void> {
  await loadOffered(listInvitations(apiOf(context), clientId), noPortal);
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
