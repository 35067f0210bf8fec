import { domainToUnicode } from "node:url";
import { emailParts } from "../../../spelling/email-address.ts";

/**
 * Normalizes an address, as addresses are kept and looked up: trimmed, NFC, lower case, with the domain in Unicode.
 * Null when it cannot be an address.
 */
export function normaliseEmail(typed: string): string | null {
  const parts = emailParts(typed);
  return parts === null ? null : `${parts.local.toLowerCase()}@${domainToUnicode(parts.asciiDomain)}`;
}

/** An address as its owner spells it: trimmed, with the domain in Unicode. Null when it cannot be an address. */
export function writtenEmail(typed: string): string | null {
  const parts = emailParts(typed);
  if (parts === null) return null;
  const canonical = domainToUnicode(parts.asciiDomain);
  return `${parts.local}@${parts.domain.toLowerCase() === canonical ? parts.domain : canonical}`;
}
