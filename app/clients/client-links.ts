import { href } from "react-router";

/** Links of a client: the page, `tel:` and `mailto:`. Apart from `client.ts`, whose schemas a list does not load. */

/** Characters of a phone number, remarks included. */
export const longestPhone = 50;

export function clientPath(id: string): string {
  return href("/clients/:id", { id });
}

/** "(206) 555-0142" for North American numbers; others as typed. */
export function formatPhone(typed: string): string {
  const digits = /^\+?[\d\s().-]+$/.test(typed) ? typed.replace(/\D/g, "") : "";
  const national = /^(?:\+|1)/.test(typed.trim()) ? digits.replace(/^1(?=\d{10}$)/, "") : digits;
  const isForeign = typed.trim().startsWith("+") && national === digits;
  if (isForeign || !/^[2-9]\d{9}$/.test(national)) return typed;
  return `(${national.slice(0, 3)}) ${national.slice(3, 6)}-${national.slice(6)}`;
}

/**
 * The `tel:` link (RFC 3966) of a number as people type it, an extension included; null for what cannot be dialed.
 * Ten digits without a country are North American, since that is where the product's agents work.
 */
export function callLink(typed: string): string | null {
  const whole = typed.trim();
  const ending = /(?<!\s)\s*(?:ext\.?|x|#)\s*(\d{1,7})$/i.exec(whole);
  const number = whole.slice(0, ending?.index);
  const digits = number.replace(/\D/g, "");
  if (typed.length > longestPhone || digits.length < 3 || digits.length > 15 || /\p{L}/u.test(number)) return null;
  const suffix = ending === null ? "" : `;ext=${ending[1]}`;
  if (number.startsWith("+")) return `tel:+${digits}${suffix}`;
  if (/^1?[2-9]\d{9}$/.test(digits)) return `tel:+1${digits.slice(-10)}${suffix}`;
  return `tel:${digits}${suffix}`;
}

/** The `mailto:` link (RFC 6068); an address cannot add a header of its own. Null for what is no address. */
export function messageLink(address: string): string | null {
  const at = address.lastIndexOf("@");
  if (at < 1 || !address.isWellFormed()) return null;
  return `mailto:${encodeURIComponent(address.slice(0, at))}@${encodeURIComponent(address.slice(at + 1))}`;
}
