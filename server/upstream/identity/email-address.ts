import { domainToASCII, domainToUnicode } from "node:url";

/** Octets that SMTP carries in a path and before its "@" (RFC 5321, 4.5.3.1). */
const longestAddress = 254;
const longestLocalPart = 64;

/** No quoted local parts: they are not in use, and every character that could end a header or an address stays out. */
const localPart = /^[^\s\p{C}"(),:;<>@[\\\]]+$/u;
/** Before it is made ASCII by a parser of URLs, which would drop tabs and cut at a slash. */
const typedDomain = /^[\p{L}\p{M}\p{N}.-]+$/u;
const asciiDomain = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

/**
 * The one spelling under which an address is kept and looked up: trimmed, NFC, lower case, international domains in
 * their canonical Unicode form, so that both ways of writing them meet. Null when it cannot be an address.
 */
export function normaliseEmail(typed: string): string | null {
  const address = typed.trim().normalize("NFC").toLowerCase();
  const at = address.lastIndexOf("@");
  const local = address.slice(0, at);
  if (at < 1 || !local.isWellFormed() || !localPart.test(local) || /^\.|\.\.|\.$/.test(local)) return null;
  const domain = address.slice(at + 1);
  if (!typedDomain.test(domain)) return null;
  const ascii = domainToASCII(domain);
  if (!asciiDomain.test(ascii) || Buffer.byteLength(local) > longestLocalPart) return null;
  if (Buffer.byteLength(local) + 1 + ascii.length > longestAddress) return null;
  return `${local}@${domainToUnicode(ascii)}`;
}
