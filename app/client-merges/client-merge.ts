import * as z from "zod/mini";
import type { Client } from "../clients/client.ts";
import { clientFields } from "../clients/client-fields.ts";
import { type DeclaredField, textsOf as fieldTexts, mapFields, namesOf } from "../clients/declared-fields.ts";
import { profileFields } from "../clients/profile-fields.ts";
import { labelOfLanguage } from "../languages.ts";
import { formatDay } from "../ui/date-format.ts";
import { choice, optionalId, optionalText, requiredText } from "../ui/form-values.ts";

export const mergeAttributes = {
  clientId: z.string(),
  name: z.string(),
  /** Email or phone number, which tell clients of one name apart. */
  contact: z.nullish(z.string()),
  /** Of the client that stays, as they are once the merge is undone. */
  staysName: z.nullish(z.string()),
  staysContact: z.nullish(z.string()),
  /** Null once it cannot be undone. */
  undoUntil: z.nullable(z.string()),
};

export const belongingsAttributes = {
  people: z.number(),
  opportunities: z.number(),
  documents: z.number(),
  messages: z.number(),
  tasks: z.number(),
  portalInvitations: z.number(),
  shareLinks: z.number(),
  activities: z.number(),
};
export type Belongings = z.output<z.ZodMiniObject<typeof belongingsAttributes>>;

export type ComparedClient = Client & { readonly assignedAccountId: string | null };

export const otherClientForm = z.object({
  otherText: requiredText("Choose the other client."),
  other: optionalId(),
  otherFor: optionalText(),
});

const single = () => choice(["this", "other"] as const);
const double = () => choice(["this", "other", "both"] as const);

/** Two of these can both stay. */
const joinedKinds: ReadonlySet<DeclaredField["kind"]> = new Set(["words", "lines"]);

const sidesOf = ({ kind }: DeclaredField) => (joinedKinds.has(kind) ? double() : single());

/** Which value stays of each field where the two differ. */
export const fieldsForm = z.object({
  name: single(),
  email: single(),
  phoneNumber: single(),
  profileImageUrl: single(),
  assignedAccountId: single(),
  ...mapFields(clientFields, sidesOf),
  agreement: single(),
  ...mapFields(profileFields, sidesOf),
});
export type FieldName = keyof z.output<typeof fieldsForm>;
export type FieldChoices = z.output<typeof fieldsForm>;
type Side = FieldChoices["tags"];

/** One field of two clients as the page shows it; null where there is no value. */
export interface ComparedField {
  readonly name: FieldName;
  readonly label: string;
  readonly own: string | null;
  readonly theirs: string | null;
  /** Whether both values can stay. */
  readonly isJoined: boolean;
  readonly fuller: Side;
}

const labels: Readonly<Record<FieldName, string>> = {
  name: "Name",
  email: "Email",
  phoneNumber: "Phone number",
  profileImageUrl: "Photo",
  assignedAccountId: "Agent",
  ...mapFields(clientFields, ({ label }) => label),
  agreement: "Buyer agreement",
  ...mapFields(profileFields, ({ label }) => label),
};
const declared = { ...clientFields, ...profileFields };
const joined: ReadonlySet<FieldName> = new Set(
  namesOf(declared).filter((name) => joinedKinds.has(declared[name].kind)),
);
const measured: ReadonlySet<FieldName> = new Set(["phoneNumber"]);

/** All fields, with the fuller value of each; of the names that of the client that stays. @param nameOfAgent what a member is called */
export function compareClients(
  own: ComparedClient,
  theirs: ComparedClient,
  nameOfAgent: (id: string) => string,
): ComparedField[] {
  const [left, right] = [textsOf(own, nameOfAgent), textsOf(theirs, nameOfAgent)];
  return fieldNames.map((name) => {
    const values = { own: left[name], theirs: right[name] };
    return { name, label: labels[name], ...values, isJoined: joined.has(name), fuller: fullerOf(name, values) };
  });
}

export const fieldNames = Object.keys(labels).filter((name): name is FieldName => name in labels);

function fullerOf(name: FieldName, { own, theirs }: Pick<ComparedField, "own" | "theirs">): Side {
  if (theirs === null) return "this";
  if (own === null) return "other";
  if (joined.has(name)) return own === theirs ? "this" : "both";
  return measured.has(name) && theirs.length > own.length ? "other" : "this";
}

function textsOf(client: ComparedClient, nameOfAgent: (id: string) => string): Record<FieldName, string | null> {
  const { buyerProfile, agreement, assignedAccountId: agent } = client;
  return {
    name: client.name,
    email: client.email || null,
    phoneNumber: client.phoneNumber,
    profileImageUrl: client.profileImageUrl === null ? null : `The photo of ${client.name}`,
    assignedAccountId: agent === null ? null : nameOfAgent(agent),
    ...fieldTexts(clientFields, client),
    language: client.language ? labelOfLanguage(client.language) : null,
    agreement: agreement && `${formatDay(agreement.startsOn)} to ${formatDay(agreement.endsOn)}`,
    ...fieldTexts(profileFields, buyerProfile),
  };
}
