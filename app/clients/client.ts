import * as z from "zod/mini";
import { assignedAttributes } from "../assignments/listed-agents.ts";
import type { Versioned } from "../json-api/record.ts";
import { agreement } from "./agreement.ts";
import type { BuyerProfile } from "./buyer-profile.ts";

/** A buyer, and the household around them. */

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
  tags: z.nullable(z.array(z.string())),
  /** Where they came from; undefined where the service does not keep it. */
  leadSource: z.optional(z.nullable(z.string())),
  /** In which one is written to them: what the agent chose, and what they chose themselves, which counts. */
  language: z.optional(z.nullable(z.string())),
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
