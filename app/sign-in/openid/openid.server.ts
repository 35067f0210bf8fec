import { href, type RouterContextProvider } from "react-router";
import * as z from "zod/mini";
import type { Api } from "../../json-api/api.ts";
import { ApiError } from "../../json-api/api-error.ts";
import { type RecordOf, resource } from "../../json-api/resource.ts";
import { type Settled, settle } from "../../json-api/settle.ts";
import { beginSession, type UpstreamSession } from "../../session/identity.server.ts";
import { identityApiOf, logFaults, notFound } from "../../session/session.server.ts";
import type { OwnProof } from "../second-step/second-step.ts";
import { type OpenIdProvider, openIdContext } from "./openid.ts";

/** The calls about accounts of an OpenID provider: the only file that names their JSON:API type. */

type Context = Readonly<RouterContextProvider>;

const linkedIdentity = resource("openid_identity", {
  /** The provider's host; null: nothing is linked. */
  provider: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** ISO 8601. */
  linkedAt: z.nullable(z.string()),
  /** Whether linking wants the password or a mailed code. */
  needsProof: z.boolean(),
  hasPassword: z.boolean(),
});
export type LinkedIdentity = RecordOf<typeof linkedIdentity>;

const path = "/accounts/me/openid_identity";

/** The provider. @throws 404 where none is set */
export function providerOf(context: Context): OpenIdProvider {
  const provider = context.get(openIdContext);
  if (provider === null) throw notFound();
  return provider;
}

/** Signs in whom the provider has named; null where no account is linked. @param proof the server's word for it */
export async function signInByProof(
  api: Api,
  proof: string,
  browserTrust: string | null,
): Promise<UpstreamSession | null> {
  try {
    const given = { proof, ...(browserTrust !== null && { browserTrust }) };
    return await beginSession(api, "/openid_sessions", given, "Failed to sign in");
  } catch (error) {
    if (error instanceof ApiError && error.cause.code === "unknown_identity") return null;
    throw error;
  }
}

/** What the current user's account is linked with. */
export function fetchIdentity(api: Api): Promise<LinkedIdentity> {
  return api.find(path, linkedIdentity, { failure: "Failed to fetch the linked account" });
}

/** The same beside other things, with what people call the provider; null where none is set. The promise never rejects. */
export async function loadLinkedAccount(
  context: Context,
): Promise<{ readonly name: string; readonly identity: Settled<LinkedIdentity> } | null> {
  const provider = context.get(openIdContext);
  if (provider === null) return null;
  return { name: provider.name, identity: await settle(identityApiOf(context), fetchIdentity, logFaults(context)) };
}

/** @throws ApiError "conflict" where either side is linked already; "invalid" with the field `password` or `mailedCode` */
export async function linkIdentity(api: Api, proof: string, own: OwnProof): Promise<void> {
  const { password, mailedCode } = own;
  const given = { proof, ...(password && { password }), ...(mailedCode && { mailedCode }) };
  await api.act(path, linkedIdentity, given, { failure: "Failed to link your account" });
}

/** Unlinks the current user's account. A second time changes nothing. */
export async function unlinkIdentity(api: Api): Promise<void> {
  await api.remove(path, { failure: "Failed to unlink your account" });
}

export const linkedAccountPath = href("/settings/account/openid");
