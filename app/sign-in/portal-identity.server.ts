import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { required } from "../json-api/api-error.ts";
import { path } from "../json-api/path.ts";
import { resource } from "../json-api/resource.ts";
import { areas } from "../session/area.ts";
import { beginSession, type UpstreamSession } from "../session/identity.server.ts";
import { readNextPath } from "../session/next-path.ts";

const signInLink = resource("portal_sign_in_link", {});
const linkCheck = resource("portal_link_check", {
  isLive: z.boolean(),
  workspaceName: z.nullable(z.string()),
  clientId: z._default(z.nullable(z.string()), null),
  clientName: z._default(z.nullable(z.string()), null),
  isShared: z._default(z.boolean(), false),
});

/** Accepts the invitation to a client's portal, for whoever is signed in with its address. @throws ApiError "missing" */
export async function acceptHousehold(api: Api, clientId: string): Promise<void> {
  const failure = "Failed to accept the invitation";
  await api.act(
    path`/portal/households/${clientId}/acceptance`,
    z.unknown(),
    {},
    { type: "portal_household", failure },
  );
}

export type PortalLinkPurpose = "sign_in" | "invitation";

export interface PortalLinkState {
  readonly isLive: boolean;
  /** Who invites; null for a link that signs in. */
  readonly workspaceName: string | null;
  /** Of an invitation, used or not: whose portal it is for; null where that is not known. */
  readonly clientId: string | null;
  /** Of an invitation that works. */
  readonly clientName: string | null;
  /** Of an invitation: whether whoever accepts it will see what others of the house have said. */
  readonly isShared: boolean;
}

/** Looks at a link without using it up. @throws ApiError "missing" by a service that knows no portal */
export async function checkPortalLink(api: Api, purpose: PortalLinkPurpose, token: string): Promise<PortalLinkState> {
  const failure = "Failed to look at the link";
  return required(await api.act("/portal/link_checks", linkCheck, { purpose, token }, { failure }), failure);
}

const failure = "Failed to send the link";

export interface PortalLinkWish {
  readonly email: string;
  readonly language: "en" | "es";
  /** From `knownDevice`. */
  readonly knownSessionId: string | null;
  /** As typed into the URL: the page that the link goes on to, where it is one of the portal's; null for none. */
  readonly next: string | null;
  /** The name in web addresses of the workspace whose page asks; null where none is known. */
  readonly handle: string | null;
}

/** Mails a link and a code, if the address was invited; the answer is the same if not. @returns what the code is entered with */
export async function requestPortalLink(api: Api, { next, ...wish }: PortalLinkWish): Promise<string> {
  const input = { ...wish, ...mailedNext(next) };
  return required(await api.act("/portal/sign_in_links", signInLink, input, { failure }), failure).id;
}

/** The page that a mailed link goes on to: its path alone, so that a mail takes nobody anywhere else. */
function mailedNext(next: string | null): { next?: string } {
  const path = readNextPath(next, areas.portal);
  const isPage =
    /^\/client-portal\/dashboard(?:\/[\w-]+)*(?:\?household=[\da-f-]{36})?$/.test(path) && path.length <= 200;
  return isPage && path !== areas.portal.home ? { next: path } : {};
}

/** Mails a fresh link to wherever an earlier one went. @returns as `requestPortalLink` does */
export async function renewPortalLink(
  api: Api,
  token: string,
  { language, next, handle }: Pick<PortalLinkWish, "language" | "next" | "handle">,
): Promise<string> {
  const input = { token, language, handle, ...mailedNext(next) };
  return required(await api.act("/portal/sign_in_link_renewals", signInLink, input, { failure }), failure).id;
}

export type PortalCredentials =
  | { readonly linkToken: string }
  | { readonly invitationToken: string }
  | { readonly linkId: string; readonly code: string };

/** @param device the browser in a few words @throws ApiError "unauthenticated" */
export function signInToPortal(api: Api, credentials: PortalCredentials, device: string): Promise<UpstreamSession> {
  return beginSession(api, "/portal/sessions", { ...credentials, device }, "Failed to sign in");
}
