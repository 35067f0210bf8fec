import { createHash, randomBytes } from "node:crypto";

/** A new 256-bit id for a cookie, 43 characters of base64url. */
export function createRandomId(): string {
  return randomBytes(32).toString("base64url");
}

/** What is stored of such an id. A random id needs no salt and no slow hash. */
export function hashId(id: string): Buffer {
  return createHash("sha256").update(id).digest();
}
