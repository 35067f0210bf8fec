import * as z from "zod/mini";
import { assignedAttributes } from "../assignments/listed-agents.ts";
import type { Versioned } from "../json-api/record.ts";
import { agreement } from "./agreement.ts";
import type { BuyerProfile } from "./buyer-profile.ts";
import { clientFields } from "./client-fields.ts";
import { eachField } from "./declared-fields.ts";

/** A buyer, and the household around them. */

/** Undefined where the service does not keep it. */
const noted = () => z.optional(z.nullable(z.string()));

/** Attributes of a client; missing ones are null. */
export const clientAttributes = {
  name: z.string(),
  email: z.pipe(
    z.nullable(z.string()),
    z.transform((address) => address || null),
  ),
  phoneNumber: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  ...assignedAttributes,
  isSample: z.optional(z.boolean()),
  insertedAt: z.nullable(z.string()),
  updatedAt: z.nullable(z.string()),
  lastActivityAt: z.nullable(z.string()),
  archivedAt: z.nullable(z.string()),
  agreement,
  ...eachField(clientFields, { words: () => z.nullable(z.array(z.string())), line: noted, choice: noted }),
  /** The language that they chose themselves, which counts. */
  ownLanguage: z.optional(z.nullable(z.string())),
};

const { email: address, phoneNumber } = clientAttributes;
export const personAttributes = { name: z.string(), email: address, phoneNumber };

/** A person of a client's household. */
export interface ClientPerson extends Versioned, z.output<z.ZodMiniObject<typeof personAttributes>> {}

export interface Client extends Versioned, z.output<z.ZodMiniObject<typeof clientAttributes>> {
  readonly buyerProfile: BuyerProfile | null;
  /** The household, if included; null where the service has no households. */
  readonly people: readonly ClientPerson[] | null;
}

/** A client who may be the same as the person who is typed. */
export interface Duplicate extends Pick<Client, "id" | "name" | "email" | "phoneNumber"> {
  readonly isArchived: boolean;
}

/** Asked before an email, or a name and phone number, is saved that another client has already. */
export interface DuplicateQuestion {
  readonly duplicates: readonly Duplicate[];
  /** Ids of all that the form has shown then. */
  readonly known: readonly string[];
}
