import { createHash, randomBytes, randomInt } from "node:crypto";

/** 32 bytes in base64url. */
const shape = /^[A-Za-z0-9_-]{43}$/;

export interface MintedToken {
  /** Given to its holder once, then forgotten. */
  readonly token: string;
  /** What the database keeps. A plain SHA-256 suffices: nobody guesses 256 random bits. */
  readonly hash: Buffer;
}

/** A new secret of 256 random bits, for a session or for a mailed link. */
export function mintToken(): MintedToken {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: createHash("sha256").update(token).digest() };
}

/** The digest under which a presented token is kept; null when nothing that we minted looks like it. */
export function hashToken(presented: string): Buffer | null {
  return shape.test(presented) ? createHash("sha256").update(presented).digest() : null;
}

/** Six random digits for people whose mail opens in another browser. */
export function mintCode(): string {
  return randomInt(1_000_000).toString().padStart(6, "0");
}
