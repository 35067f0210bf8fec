import { callLink, phoneProblem } from "../../spelling/phone-number.server.ts";

/** What pages say of phone numbers beside the numbers themselves. */

/** Somebody, or something, that may be called. */
interface Callable {
  readonly phoneNumber: string | null;
}

/** The same with the link that dials the number: null where there is none, and for what cannot be dialed. */
export function withCall<Of extends Callable>(of: Of): Of & { readonly call: string | null } {
  return { ...of, call: of.phoneNumber === null ? null : callLink(of.phoneNumber) };
}

/** What is said after a number was saved that cannot be one; "" for any other. Begins with a blank. */
export function phoneNotice(phoneNumber: string | null | undefined): string {
  if (!phoneNumber || phoneProblem(phoneNumber) === null) return "";
  return ` The phone number was kept, but it can't be called: check ${phoneNumber}.`;
}
