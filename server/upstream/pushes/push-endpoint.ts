/** The addresses at push services that browsers give. They are asked for by this server, so not every address is taken. */
import { ECDH } from "node:crypto";
import { isIP } from "node:net";
import { z } from "zod";
import { isPublicAddress } from "../../public-addresses.ts";

/** Host names of push services in the operator's own network, which may be at any address and port. */
export type LocalPushHosts = readonly string[];

/** Whether something may be sent to an address: https, the usual port, no credentials, no literal address of a private network. */
export function isPushEndpoint(endpoint: string, localHosts: LocalPushHosts): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  if (protocol !== "https:" || username !== "" || password !== "") return false;
  if (localHosts.includes(hostname)) return true;
  const literal = hostname.replace(/^\[|\]$/g, "");
  return port === "" && (isIP(literal) === 0 || isPublicAddress(literal));
}

/** Base64url of an uncompressed point of P-256, for which pushes are encrypted. */
export const browserKey = z
  .string()
  .regex(/^B[\w-]{86}$/)
  .refine(isPoint);

/** Base64url of 16 bytes. */
export const authSecret = z.string().regex(/^[\w-]{22}$/);

function isPoint(key: string): boolean {
  try {
    ECDH.convertKey(key, "prime256v1", "base64url", "base64url", "compressed");
    return true;
  } catch {
    return false;
  }
}
