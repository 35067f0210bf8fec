import type { Sealed } from "./database.ts";

/** What waits is encrypted for its person: who signs in on the device after them cannot read it. */

const wrapping = { name: "RSA-OAEP", hash: "SHA-256" };
const encryption = "AES-GCM";

/** @param text a JSON Web Key @returns a key that no script can read */
export function importKey(text: string, use: "wrapKey" | "unwrapKey"): Promise<CryptoKey> {
  return crypto.subtle.importKey("jwk", JSON.parse(text), wrapping, false, [use]);
}

export async function seal(publicKey: CryptoKey, bytes: BufferSource): Promise<Sealed> {
  const { subtle } = crypto;
  const own = await subtle.generateKey({ name: encryption, length: 256 }, true, ["encrypt"]);
  const nonce = crypto.getRandomValues(new Uint8Array(12));
  const [key, sealed] = await Promise.all([
    subtle.wrapKey("raw", own, publicKey, wrapping),
    subtle.encrypt({ name: encryption, iv: nonce }, own, bytes),
  ]);
  return { key, nonce, bytes: sealed };
}

/** @throws what the browser throws for what another key sealed */
export async function unseal(privateKey: CryptoKey, { key, nonce, bytes }: Sealed): Promise<ArrayBuffer> {
  const { subtle } = crypto;
  const own = await subtle.unwrapKey("raw", key, privateKey, wrapping, encryption, false, ["decrypt"]);
  return subtle.decrypt({ name: encryption, iv: nonce }, own, bytes);
}
