import { createHash, randomBytes, randomInt } from "node:crypto";

/** 32 bytes in base64url. */
const shape = /^[A-Za-z0-9_-]{43}$/;

interface MintedToken {
  readonly token: string;
  /** SHA-256 suffices for 256 random bits. */
  readonly hash: Buffer;
}

/** A new secret of 256 random bits, for a session or for a mailed link. */
export function mintToken(): MintedToken {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: createHash("sha256").update(token).digest() };
}

/** Null for what cannot be a token. */
export function hashToken(presented: string): Buffer | null {
  return shape.test(presented) ? createHash("sha256").update(presented).digest() : null;
}

/** A code of six random digits. */
export function mintCode(): string {
  return randomInt(1_000_000).toString().padStart(6, "0");
}
