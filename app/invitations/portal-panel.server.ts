import { href, type RouterContextProvider } from "react-router";
import * as z from "zod/mini";
import { comparedEmail } from "../../spelling/email-address.ts";
import type { Client } from "../clients/client.ts";
import type { Api } from "../json-api/api.ts";
import { path } from "../json-api/path.ts";
import { allows } from "../json-api/resource.ts";
import { type Settled, settle } from "../json-api/settle.ts";
import { upstreamContext } from "../session/context.ts";
import { agentOf, apiOf, logFaults } from "../session/session.server.ts";
import { isAbsent } from "../ui/not-loaded.tsx";
import type { PortalRow } from "./invitation.ts";
import { type Invitation, listInvitations } from "./invitations.server.ts";
import type { OpenedByPerson } from "./portal-person.tsx";

const openings = z.array(
  z.object({
    attributes: z.object({
      email: z.string(),
      name: z.string(),
      kind: z.enum(["property", "document"]),
      recordId: z.string(),
      label: z.string(),
      lastOpenedAt: z.nullable(z.string()),
      isOutdated: z.boolean(),
    }),
  }),
);

/** What each person of a client's portal has opened there, and what they never did. The promise never rejects. */
export function fetchOpenings(
  context: Readonly<RouterContextProvider>,
  clientId: string,
): Promise<Settled<readonly OpenedByPerson[]>> {
  return settle(apiOf(context), (api) => listOpenings(api, clientId), logFaults(context));
}

async function listOpenings(api: Api, clientId: string): Promise<readonly OpenedByPerson[]> {
  const options = { method: "GET", failure: "Failed to fetch what was opened" } as const;
  const found = await api.act(path`/clients/${clientId}/portal_openings`, openings, {}, options);
  const rows = found.map(({ attributes }) => attributes);
  return [...Map.groupBy(rows, ({ email }) => email)].map(([email, records]) => ({
    email,
    name: records[0]?.name ?? email,
    records: records.map(({ kind, recordId, label, lastOpenedAt, isOutdated }) => ({
      kind,
      id: recordId,
      label,
      lastOpenedAt,
      isOutdated,
    })),
  }));
}

type Context = Readonly<RouterContextProvider>;

type Household = Pick<Client, "id" | "name" | "email" | "can" | "people">;

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
  client: Household,
  invitations: Settled<readonly Invitation[]>,
): Settled<readonly PortalRow[]> | null {
  const { identity, records } = context.get(upstreamContext);
  if (identity !== records || isAbsent(invitations)) return null;
  if (!invitations.ok) return invitations;
  // The client may be several, one of whom has the client's own address.
  const { id, name, email, people } = client;
  const own = { name, email, edit: href("/clients/:id/edit", { id }) };
  const others = (people ?? []).map((person) => {
    const edit = href("/clients/:id/people/:personId/edit", { id, personId: person.id });
    return { name: person.name, email: person.email, edit };
  });
  const byAddress = new Map(
    [own, ...others].map((person) => [person.email === null ? person : comparedEmail(person.email), person]),
  );
  const isNew = mayInvite(context);
  const rows = [...byAddress.values()].map(({ name, email, edit }): PortalRow => {
    const uninvited = { name, invitationId: null, lastSeenAt: null, canRevoke: false };
    if (email === null)
      return { ...uninvited, email, edit: allows(client, "update") ? edit : null, state: "no_email", canSend: false };
    const found = invitations.data.find((invitation) => comparedEmail(invitation.email) === comparedEmail(email));
    if (found === undefined) return { ...uninvited, email, edit: null, state: "not_invited", canSend: isNew };
    const { id: invitationId, state, lastSeenAt } = found;
    const can = { canSend: allows(found, "send"), canRevoke: state !== "revoked" && allows(found, "revoke") };
    return { name, email, edit: null, state, invitationId, lastSeenAt, ...can };
  });
  return { ok: true, data: rows };
}
