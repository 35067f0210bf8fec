import type { RouterContextProvider } from "react-router";
import { allows } from "../json-api/resource.ts";
import { type Settled, settle } from "../json-api/settle.ts";
import { upstreamContext } from "../session/context.ts";
import { agentOf, apiOf, logFaults } from "../session/session.server.ts";
import type { PortalRow } from "./invitation.ts";
import { type Invitation, listInvitations } from "./invitations.server.ts";

type Context = Readonly<RouterContextProvider>;

/** A client and the household, as far as invitations are concerned; no people where the service has no households. */
export interface Household {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly people: readonly { readonly name: string; readonly email: string }[] | null;
}

/** Whether clients can be invited here, and the current user may do so. */
export function mayInvite(context: Context): boolean {
  const { identity, records } = context.get(upstreamContext);
  // Where another service keeps the records, nobody could sign in: the one that knows people does not know the clients.
  return identity === records && agentOf(context).can("portal.invite");
}

/** Begins to fetch who was invited to a client's portal. The promise never rejects. */
export function fetchInvitations(context: Context, clientId: string): Promise<Settled<readonly Invitation[]>> {
  return settle(apiOf(context), (api) => listInvitations(api, clientId), logFaults(context));
}

/** Everyone of the household with the state of their invitation; null where the service knows no portal. */
export function portalRows(
  context: Context,
  { name, email, people }: Household,
  invitations: Settled<readonly Invitation[]>,
): Settled<readonly PortalRow[]> | null {
  const { identity, records } = context.get(upstreamContext);
  if (identity !== records || (!invitations.ok && invitations.code === "missing")) return null;
  if (!invitations.ok) return invitations;
  // The client may be several, one of whom has the client's own address.
  const byAddress = new Map([{ name, email }, ...(people ?? [])].map((person) => [keyOf(person.email), person]));
  const everybody = [...byAddress.values()].filter((person) => person.email !== "");
  const isNew = mayInvite(context);
  const rows = everybody.map((person): PortalRow => {
    const found = invitations.data.find((invitation) => keyOf(invitation.email) === keyOf(person.email));
    const { name: called, email: address } = person;
    if (found === undefined) {
      const none = { state: "not_invited", invitationId: null, lastSeenAt: null } as const;
      return { name: called, email: address, ...none, canSend: isNew, canRevoke: false };
    }
    const { id: invitationId, state, lastSeenAt } = found;
    const can = { canSend: allows(found, "send"), canRevoke: state !== "revoked" && allows(found, "revoke") };
    return { name: called, email: address, state, invitationId, lastSeenAt, ...can };
  });
  return { ok: true, data: rows };
}

/** Invitations name addresses in one spelling, households as they were typed. */
function keyOf(email: string): string {
  return email.trim().normalize("NFC").toLowerCase();
}
