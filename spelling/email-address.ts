/**
 * The one rule for email addresses, for forms and for the service: HTML's, with letters of all languages on both sides of
 * the @, and a dot in the domain.
 */

/** Octets that SMTP carries in a path and before its "@" (RFC 5321, 4.5.3.1). */
const longestAddress = 254;
const longestLocalPart = 64;

/** Blanks, and signs that nobody sees, which come along when an address is copied. */
const edges = /^[\s\p{Cf}\p{DI}]+|(?<![\s\p{Cf}\p{DI}])[\s\p{Cf}\p{DI}]+$/gu;
/** No quoted local parts: they are not in use, and every character that could end a header or an address stays out. */
const localPart = /^(?:[\w.!#$%&'*+/=?^`{|}~-]|[^\p{ASCII}\s\p{C}])+$/u;
/** Before it is made ASCII by a parser of URLs, which would drop tabs and cut at a slash. */
const typedDomain = /^(?:[A-Za-z0-9.-]|[^\p{ASCII}\s\p{C}]|[\u200c\u200d])+$/u;
const asciiDomain = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

/** What most addresses are: a file of thousands of them must not take long. */
const plainAddress =
  /^([\w.+-]{1,64})@((?!xn--|\S{0,250}\.xn--)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63})$/i;

export interface EmailParts {
  /** Before the @, as it was typed. */
  readonly local: string;
  readonly domain: string;
  /** The domain as mail servers know it, which is the same for all its spellings. */
  readonly asciiDomain: string;
}

/** What was typed without the blanks and invisible signs at its ends. */
export function trimEmail(typed: string): string {
  return typed.replace(edges, "");
}

/** Takes an address apart, in NFC. Null for what cannot be an address. */
export function emailParts(typed: string): EmailParts | null {
  const [whole, first, last] = plainAddress.exec(typed) ?? [];
  if (whole !== undefined && first !== undefined && last !== undefined && whole.length <= longestAddress)
    return { local: first, domain: last, asciiDomain: last.toLowerCase() };
  const address = trimEmail(typed).normalize("NFC");
  const at = address.lastIndexOf("@");
  const [local, domain] = [address.slice(0, Math.max(at, 0)), address.slice(at + 1)];
  if (!localPart.test(local) || !typedDomain.test(domain) || !URL.canParse(`http://${domain}`)) return null;
  const ascii = new URL(`http://${domain}`).hostname;
  const octets = new TextEncoder().encode(local.toLowerCase()).length;
  if (!asciiDomain.test(ascii) || octets > longestLocalPart || octets + 1 + ascii.length > longestAddress) return null;
  return { local, domain, asciiDomain: ascii };
}

/** By which two spellings of one address are the same. What is no address is as it stands, in lower case. */
export function comparedEmail(typed: string): string {
  const parts = emailParts(typed);
  return parts === null ? trimEmail(typed).toLowerCase() : `${parts.local.toLowerCase()}@${parts.asciiDomain}`;
}
