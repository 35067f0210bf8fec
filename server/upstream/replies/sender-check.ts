/** Whether an email is from the address that it names: by what the mail server in front of Latchkey has found out. */

import { type Finding, readAuthenticationResults } from "./authentication-results.ts";

/** Properties that name the domain that a method is about (RFC 8601, 2.7). */
const subjects = new Map([
  ["spf", "smtp.mailfrom"],
  ["dkim", "header.d"],
  ["dmarc", "header.from"],
]);

/** A domain, or an address whose local part has no quotes: servers differ in how they write others. */
const plainSubject = /^(?:[^\s\p{C};,:"()<>@[\]\\]*@)?([\p{L}\p{M}\p{N}._-]+)$/u;

/**
 * Tells whether one of the methods has proved the domain of an address.
 * @param results values of all Authentication-Results headers, the topmost first
 * @param authservId under which the trusted server writes; null: none is trusted
 * @param address in its kept spelling
 */
export function isProved(results: readonly string[], authservId: string | null, address: string): boolean {
  if (authservId === null) return false;
  const domain = address.slice(address.lastIndexOf("@") + 1);
  // A header further down may be the sender's own invention: only the first one of our server counts, or none.
  const [deciding] = results
    .map(readAuthenticationResults)
    .filter((header) => header === null || header.server === authservId);
  const findings = deciding?.findings ?? [];
  if (findings.some(({ method, result }) => method === "dmarc" && result === "fail")) return false;
  return findings.some((finding) => {
    const proved = finding.result === "pass" ? domainOf(finding) : null;
    return proved !== null && isAligned(proved, domain);
  });
}

/** The domain that a finding is about; null for other methods, and where its address is not a plain one. */
function domainOf({ method, properties }: Finding): string | null {
  const property = subjects.get(method);
  const [, domain] = plainSubject.exec((property && properties.get(property)) ?? "") ?? [];
  return domain?.toLowerCase() ?? null;
}

/** Whether one of two domains is the other or above it, and not a whole top-level domain. */
function isAligned(one: string, other: string): boolean {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  return shorter.includes(".") && (longer === shorter || longer.endsWith(`.${shorter}`));
}
