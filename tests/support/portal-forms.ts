/** The forms of invitations to the client portal, and those with which clients sign in. */
import { randomUUID } from "node:crypto";
import { type FindMailedLink, findMailedLink } from "./agent.ts";
import type { AgentForm, PublicForm } from "./form-types.ts";
import { createClient } from "./seeded-agent.ts";
import { type Visit, Visitor } from "./visitor.ts";

const nothing = () => ({});
const noToken = "A".repeat(43);
const login = "/client-portal/login";
const someAddress = (): string => `somebody.${randomUUID().slice(0, 8)}@nowhere.example`;

/** Somebody new: an invitation goes out ten times a day. */
function newClient(visitor: Visitor): Promise<string> {
  return createClient(visitor, { name: "Ivo Invited", email: someAddress() });
}

/** @param action the last segment of the form's address */
async function openInvitation(visitor: Visitor, action: "sending" | "revocation"): Promise<Visit> {
  const { document } = await visitor.open(`/clients/${await newClient(visitor)}`);
  const link = document.querySelector(`a[href*="/portal/invitations/"][href$="/${action}"]`);
  return visitor.open(link?.getAttribute("href") ?? "");
}

/** What a new client has sent by the portal, as the agent is to settle it. */
async function openSent(
  visitor: Visitor,
  findLink: FindMailedLink,
  send: (client: Visitor) => Promise<unknown>,
): Promise<Visit> {
  const email = someAddress();
  const clientId = await createClient(visitor, { name: "Ida Asking", email });
  const client = new Visitor(visitor.origin);
  await client.open(await findLink(visitor, email, "/client-portal/invitations/"));
  await client.submitOnly({}, { button: "Open my home search" });
  await send(client);
  await client.close();
  const { document } = await visitor.open(`/clients/${clientId}`);
  return visitor.open(document.querySelector('a[href*="/portal/requests/"]')?.getAttribute("href") ?? "");
}

/** A client who asked to be deleted. */
export function openDeletionRequest(visitor: Visitor, findLink: FindMailedLink = findMailedLink): Promise<Visit> {
  return openSent(visitor, findLink, async (client) => {
    await client.open("/client-portal/dashboard/me/deletion");
    await client.submitOnly({}, { button: "Ask to be deleted" });
  });
}

/** A suggestion that is about to be dismissed. */
export async function openPortalRequest(visitor: Visitor, findLink: FindMailedLink = findMailedLink): Promise<Visit> {
  await openSuggestedProfile(visitor, findLink);
  return visitor.follow("Dismiss the suggestion");
}

/** A client who suggests another buyer profile. */
export function openSuggestedProfile(visitor: Visitor, findLink: FindMailedLink = findMailedLink): Promise<Visit> {
  return openSent(visitor, findLink, async (client) => {
    await client.open("/client-portal/dashboard/me/wishes");
    await client.submitOnly({ minBeds: "4", remark: "With a garden." }, { form: "main form", button: "Send" });
  });
}

export const portalForms: readonly AgentForm[] = [
  {
    pattern: "/clients/:id/portal/requests/:requestId",
    button: "Dismiss",
    does: "changes",
    typed: nothing,
    open: (visitor, _agent, findLink) => openPortalRequest(visitor, findLink),
  },
  {
    pattern: "/clients/:id/portal/requests/:requestId/deletion",
    button: "Delete for good",
    does: "makes",
    typed: () => ({ keep: "documents", reason: "Tax law", until: "2039-12-31", confirmed: "on" }),
    refused: { until: "" },
    other: () => ({ reason: "A contract" }),
    leadsOn: true,
    open: (visitor, _agent, findLink) => openDeletionRequest(visitor, findLink),
  },
  {
    pattern: "/clients/:id/portal/requests/:requestId/acceptance",
    button: "Accept selected",
    does: "makes",
    // The profile and the suggestion, in one transaction.
    typed: nothing,
    open: (visitor, _agent, findLink) => openSuggestedProfile(visitor, findLink),
  },
  {
    pattern: "/clients/:id/portal/invitations/new",
    button: "Send invitation",
    does: "makes",
    typed: nothing,
    open: async (visitor) => visitor.open(`/clients/${await newClient(visitor)}/portal/invitations/new`),
  },
  {
    pattern: "/clients/:id/portal/invitations/:invitationId/sending",
    button: "Send invitation",
    does: "makes",
    typed: nothing,
    open: (visitor) => openInvitation(visitor, "sending"),
  },
  {
    pattern: "/clients/:id/portal/invitations/:invitationId/revocation",
    button: "Revoke access",
    does: "changes",
    typed: nothing,
    open: (visitor) => openInvitation(visitor, "revocation"),
  },
  {
    pattern: "/clients/:id/portal/view",
    button: "Open the portal",
    does: "makes",
    typed: nothing,
    open: (visitor, { clientId }) => visitor.open(`/clients/${clientId}/portal/view`),
  },
];

export const portalSignInForms: readonly PublicForm[] = [
  {
    pattern: login,
    button: "Send me a link",
    typed: () => ({ email: someAddress() }),
    open: (visitor) => visitor.open(login),
  },
  {
    pattern: "/client-portal/login/code",
    button: "Sign in",
    typed: () => ({ code: "000000" }),
    open: async (visitor) => {
      await visitor.open(login);
      return visitor.submit({ email: someAddress() }, { button: "Send me a link" });
    },
  },
  {
    pattern: "/client-portal/sign-in/:token/renewal",
    button: "Send me a fresh link",
    typed: nothing,
    open: (visitor) => visitor.open(`/client-portal/sign-in/${noToken}`),
  },
  {
    pattern: "/client-portal/invitations/:token/renewal",
    button: "Send me a fresh link",
    typed: nothing,
    open: (visitor) => visitor.open(`/client-portal/invitations/${noToken}`),
  },
];
