import * as z from "zod/mini";
import { longestPhone } from "../../spelling/phone-text.ts";
import { splitIds } from "../json-api/id-list.ts";
import { checkbox, joinList, optionalEmail, optionalText, requiredText, textList } from "../ui/form-values.ts";
import { otherWord, tickedWords, withMore } from "../used-words/used-words.ts";
import type { Client } from "./client.ts";
import type { ClientFieldName } from "./client-fields.ts";

/** What is typed about clients. Apart from the record's attributes, which browsers do not need. */

const nameMessage = "Name must be at least 1 character.";

/** A name that is nothing but spaces, marks and invisible signs would be an invisible row. */
const name = requiredText(nameMessage).check(z.refine((text) => /[^\p{Z}\p{C}\p{M}]/u.test(text), nameMessage));

const contact = { name, email: optionalEmail(), phoneNumber: optionalText(longestPhone) };

/** One of the two is enough; said beside whatever else is wrong. */
const isReachable = z.refine<Pick<Contact, "email" | "phoneNumber">>(
  ({ email, phoneNumber }) => email !== null || phoneNumber !== null,
  { path: ["email"], error: "Enter an email or a phone number.", when: () => true },
);

/** Ids of possible duplicates that the user has been shown, in one hidden field. */
const known = z.pipe(
  z.optional(z.string().check(z.maxLength(4000))),
  z.transform((ids) => splitIds(ids ?? "")),
);

/** The contact details of a person of a client's household. */
export const contactForm = z.object({ ...contact, known }).check(isReachable);
export type Contact = Omit<z.output<typeof contactForm>, "known">;

/** Fields for words of the agents' own. Each is missing where the service keeps none. */
const ownWords = {
  tags: z.optional(textList({ longest: 100 })),
  /** Tags in use that were ticked. */
  usedTags: tickedWords(),
  otherTag: otherWord(),
  leadSource: z.optional(optionalText(100)),
  /** A lead source that is not in the list: it counts instead. */
  otherSource: z.optional(optionalText(100)),
  greetedAs: z.optional(optionalText(100)),
  language: z.optional(optionalText(2)),
};

/** What is edited of a client. */
const clientFields = { ...contact, ...ownWords, known };
export const clientForm = z.object(clientFields).check(isReachable);
type TypedClient = z.output<typeof clientForm>;
export type ClientInput = Contact & Pick<TypedClient, ClientFieldName>;

/** What was typed, with all tags in one list, and the one lead source. */
export function clientInput({ usedTags, otherTag, otherSource, known: _known, ...typed }: TypedClient): ClientInput {
  const { tags, leadSource, ...contact } = typed;
  return {
    ...contact,
    ...(tags === undefined ? {} : { tags: withMore(tags, usedTags, otherTag) }),
    ...(leadSource === undefined ? {} : { leadSource: otherSource ?? leadSource }),
  };
}

/** What is edited of a client, as the form shows it. */
export function typedClient(client: Contact & Pick<Client, ClientFieldName>) {
  return {
    ...typedContact(client),
    tags: joinList(client.tags ?? []),
    leadSource: client.leadSource ?? "",
    greetedAs: client.greetedAs ?? "",
    language: client.language ?? "",
  };
}

/** Contact details as their form shows them. */
type TypedContact = { readonly [field in keyof Contact]: string };

export function typedContact({ name, email, phoneNumber }: Contact): TypedContact {
  return { name, email: email ?? "", phoneNumber: phoneNumber ?? "" };
}

/** The second button of a new client's form asks for the invitation, and so for an address. */
export const newClientForm = z.object({ ...clientFields, invite: checkbox() }).check(
  isReachable,
  z.refine(({ invite, email, phoneNumber }) => !invite || email !== null || phoneNumber === null, {
    path: ["email"],
    error: "Enter an email to invite them, or create the client without an invitation.",
  }),
);
