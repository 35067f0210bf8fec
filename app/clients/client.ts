import * as z from "zod/mini";
import { email, optionalText, requiredText } from "../ui/form-values.ts";
import type { BuyerProfile } from "./buyer-profile.ts";

/** A buyer, and the household around them. */

/** What a service says about a client beside its id; members that it leaves out arrive as null. */
export const clientAttributes = {
  name: z.string(),
  /** Empty for the few services that know clients without one: no reason to show no list at all. */
  email: z.pipe(
    z.nullable(z.string()),
    z.transform((address) => address ?? ""),
  ),
  phoneNumber: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  insertedAt: z.nullable(z.string()),
  updatedAt: z.nullable(z.string()),
  lastActivityAt: z.nullable(z.string()),
  archivedAt: z.nullable(z.string()),
};

const { email: address, phoneNumber } = clientAttributes;
export const personAttributes = { name: z.string(), email: address, phoneNumber };

/** A record as it was read: `etag` is its version and `can` what the asker may do to it, where the service says so. */
export interface Versioned {
  readonly id: string;
  readonly etag: string | null;
  readonly can: readonly string[] | null;
}

/** Somebody of a client's household. */
export interface ClientPerson extends Versioned, z.output<z.ZodMiniObject<typeof personAttributes>> {}

export interface Client extends Versioned, z.output<z.ZodMiniObject<typeof clientAttributes>> {
  readonly buyerProfile: BuyerProfile | null;
  /** None unless they were asked for. */
  readonly people: readonly ClientPerson[];
}

const nameMessage = "Name must be at least 1 character.";

/** A name that is nothing but spaces, marks and invisible signs would be a row that nobody can see or open. */
const name = requiredText(nameMessage).check(z.refine((text) => /[^\p{Z}\p{C}\p{M}]/u.test(text), nameMessage));

/** Characters of a phone number, remarks included. */
const longestPhone = 50;

/** How to reach somebody: what is typed about a client as about the people of their household. */
export const contactForm = z.object({ name, email: email(), phoneNumber: optionalText(longestPhone) });
export type Contact = z.output<typeof contactForm>;

/** The same as text, as a form shows a record at first. */
export type TypedContact = { readonly [field in keyof Contact]: string };

export function typedContact({ name, email, phoneNumber }: Contact): TypedContact {
  return { name, email, phoneNumber: phoneNumber ?? "" };
}

/** Ids of clients that the reader was told about and still wants another one beside, in one hidden field. */
const known = z.pipe(
  z.optional(z.string().check(z.maxLength(400))),
  z.transform((ids) => (ids === undefined ? [] : ids.split(","))),
);

export const newClientForm = z.extend(contactForm, { known });

/** Somebody who may be the client that is about to be created. */
export interface Duplicate extends Pick<Client, "id" | "name" | "email"> {
  readonly isArchived: boolean;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a part of a URL can be the id of a record. Whatever cannot is not asked for. */
export function isRecordId(text: string): boolean {
  return uuid.test(text);
}

/** Where a client's pages are. */
export function clientPath(id: string, page = ""): string {
  return `/clients/${id}${page === "" ? "" : `/${page}`}`;
}

/** "(206) 555-0142" for North American numbers; others as they were typed. */
export function showPhone(typed: string): string {
  const digits = /^\+?[\d\s().-]+$/.test(typed) ? typed.replace(/\D/g, "") : "";
  const national = /^(?:\+|1)/.test(typed.trim()) ? digits.replace(/^1(?=\d{10}$)/, "") : digits;
  const isForeign = typed.trim().startsWith("+") && national === digits;
  if (isForeign || !/^[2-9]\d{9}$/.test(national)) return typed;
  return `(${national.slice(0, 3)}) ${national.slice(3, 6)}-${national.slice(6)}`;
}

/**
 * The `tel:` link (RFC 3966) of a number as people type it, an extension included; null for what cannot be dialled.
 * Ten digits without a country are North American, since that is where the product's agents work.
 */
export function callLink(typed: string): string | null {
  const [, number = "", extension] = /^(.*?)(?:\s*(?:ext\.?|x|#)\s*(\d{1,7}))?$/i.exec(typed.trim()) ?? [];
  const digits = number.replace(/\D/g, "");
  if (typed.length > longestPhone || digits.length < 3 || digits.length > 15 || /\p{L}/u.test(number)) return null;
  const suffix = extension === undefined ? "" : `;ext=${extension}`;
  if (number.trim().startsWith("+")) return `tel:+${digits}${suffix}`;
  if (/^1?[2-9]\d{9}$/.test(digits)) return `tel:+1${digits.slice(-10)}${suffix}`;
  return `tel:${digits}${suffix}`;
}

/** The `mailto:` link (RFC 6068); an address cannot add a header of its own. Null for what is no address. */
export function messageLink(address: string): string | null {
  const at = address.lastIndexOf("@");
  if (at < 1 || !address.isWellFormed()) return null;
  return `mailto:${encodeURIComponent(address.slice(0, at))}@${encodeURIComponent(address.slice(at + 1))}`;
}
