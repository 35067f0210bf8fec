import { z } from "zod";
import type { Vault } from "../../vault.ts";

/** Whom an OpenID provider has named. */
export interface OpenIdIdentity {
  readonly issuer: string;
  /** The issuer's own id of the person, which it never gives to anybody else. */
  readonly subject: string;
  /** For people to recognize; proves nothing. */
  readonly email: string | null;
  /** Whether the provider says that the sign-in took a second factor. */
  readonly isVouched: boolean;
}

/** How long a proof is good, in milliseconds: the call that carries it follows at once. */
const life = 60_000;

const place = "openid proof";

const proof = z.object({
  issuer: z.string(),
  subject: z.string().min(1).max(255),
  email: z.string().nullable(),
  isVouched: z.boolean(),
  expiresAt: z.number(),
});

/**
 * Tells the service whom a provider has named. Only who has SESSION_SECRETS can make one, which no browser does: the web server, which
 * has checked the provider's answer.
 */
export function sealProof(vault: Vault, identity: OpenIdIdentity, now: Date): string {
  const { issuer, subject, email, isVouched } = identity;
  const text = JSON.stringify({ issuer, subject, email, isVouched, expiresAt: now.getTime() + life });
  return vault.seal(text, place).toString("base64url");
}

/** Null for what nobody with SESSION_SECRETS sealed, or not within the last minute. */
export function openProof(vault: Vault, sealed: string, now: Date): OpenIdIdentity | null {
  const text = vault.open(Buffer.from(sealed, "base64url"), place);
  const { data } = proof.safeParse(text === null ? null : JSON.parse(text));
  return data !== undefined && data.expiresAt > now.getTime() ? data : null;
}
