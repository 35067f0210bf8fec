/** Keys by which clients are searched, sorted and compared. */
import { comparedEmail } from "../../../spelling/email-address.ts";
import { fold } from "../../../spelling/folding.ts";
import { phoneDigits } from "../../../spelling/phone-number.server.ts";
import { normaliseEmail } from "../identity/email-address.ts";

/** The digits before them are dialed from abroad. */
const significantDigits = 10;

/** Two spellings of one address have one key. */
export function emailKeyOf(email: string): string {
  return normaliseEmail(email) ?? comparedEmail(email);
}

/** Two ways of writing one phone number have one key; null when there is no digit in it. */
export function phoneKeyOf(phoneNumber: string | null): string | null {
  const digits = phoneDigits(phoneNumber ?? "");
  return digits === "" ? null : digits.slice(-significantDigits);
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}

interface SearchKeys {
  readonly nameKey: string;
  readonly emailKey: string | null;
  readonly phoneKey: string | null;
  readonly searchText: string;
}

/** The key of an address; null for none. */
export function optionalEmailKeyOf(email: string | null): string | null {
  return email === null ? null : emailKeyOf(email);
}

/** The search keys of a client's row. */
export function searchKeysOf(client: {
  readonly name: string;
  readonly email: string | null;
  readonly phoneNumber: string | null;
}): SearchKeys {
  const nameKey = fold(client.name);
  const searchText = [nameKey, fold(client.email ?? ""), digitsOf(client.phoneNumber ?? "")].join("\n");
  const { email, phoneNumber } = client;
  return { nameKey, emailKey: optionalEmailKeyOf(email), phoneKey: phoneKeyOf(phoneNumber), searchText };
}
