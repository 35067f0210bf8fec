import { domainToUnicode } from "node:url";
import { emailParts } from "../../../spelling/email-address.ts";

/**
 * The one spelling under which an address is kept and looked up: trimmed, NFC, lower case, international domains in
 * their canonical Unicode form, so that both ways of writing them meet. Null when it cannot be an address.
 */
export function normaliseEmail(typed: string): string | null {
  const parts = emailParts(typed);
  return parts === null ? null : `${parts.local.toLowerCase()}@${domainToUnicode(parts.asciiDomain)}`;
}

/** An address as its owner writes it: trimmed, with the domain in Unicode. Null when it cannot be an address. */
export function writtenEmail(typed: string): string | null {
  const parts = emailParts(typed);
  if (parts === null) return null;
  const canonical = domainToUnicode(parts.asciiDomain);
  return `${parts.local}@${parts.domain.toLowerCase() === canonical ? parts.domain : canonical}`;
}
