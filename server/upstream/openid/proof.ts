import { z } from "zod";
import type { Vault } from "../../vault.ts";

export interface OpenIdIdentity {
  readonly issuer: string;
  /** The issuer's id of the person. */
  readonly subject: string;
  /** For people; it proves nothing. */
  readonly email: string | null;
  /** Whether the provider asked for a second factor. */
  readonly isVouched: boolean;
}

/** In ms; the call follows at once. */
const life = 60_000;

const place = "openid proof";

const proof = z.object({
  issuer: z.string(),
  subject: z.string().min(1).max(255),
  email: z.string().nullable(),
  isVouched: z.boolean(),
  expiresAt: z.number(),
});

/** Tells the service who signed in. Only the web server has SESSION_SECRETS. */
export function sealProof(vault: Vault, identity: OpenIdIdentity, now: Date): string {
  const { issuer, subject, email, isVouched } = identity;
  const text = JSON.stringify({ issuer, subject, email, isVouched, expiresAt: now.getTime() + life });
  return vault.seal(text, place).toString("base64url");
}

/** Null unless sealed within the last minute. */
export function openProof(vault: Vault, sealed: string, now: Date): OpenIdIdentity | null {
  const text = vault.open(Buffer.from(sealed, "base64url"), place);
  const { data } = proof.safeParse(text === null ? null : JSON.parse(text));
  return data !== undefined && data.expiresAt > now.getTime() ? data : null;
}
