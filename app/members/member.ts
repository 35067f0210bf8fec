import * as z from "zod/mini";
import type { Versioned } from "../json-api/record.ts";
import { type ListState, oneOf } from "../lists/list-state.ts";
import { optionalId, optionalText } from "../ui/form-values.ts";
import { formatCount } from "../ui/number-format.ts";
import { searchIn } from "../ui/search-text.ts";

export const removalAttributes = {
  name: z.string(),
  isOwner: z.boolean(),
  clients: z.number(),
  packages: z.number(),
  opportunities: z.number(),
  tasks: z.number(),
};

type Holdings = Pick<
  z.output<z.ZodMiniObject<typeof removalAttributes>>,
  "clients" | "packages" | "opportunities" | "tasks"
>;

/** What somebody has, as in "12 clients"; nothing for what they have none of. */
export function holdingsInWords({ clients, packages, opportunities, tasks }: Holdings): string[] {
  return [
    ...(clients === 0 ? [] : [formatCount(clients, "client")]),
    ...(packages === 0 ? [] : [formatCount(packages, "property", "properties")]),
    ...(opportunities === 0 ? [] : [formatCount(opportunities, "opportunity", "opportunities")]),
    ...(tasks === 0 ? [] : [formatCount(tasks, "open task")]),
  ];
}

const successor = {
  successorText: z.optional(optionalText(400)),
  successor: z.optional(optionalId()),
  successorFor: z.optional(optionalText(400)),
};

/** Who takes over, by name; empty where there is nothing to take over. */
export const removalForm = z.object(successor);

/** The full name; the email where there is none. */
export function nameOf({ firstName, lastName, email }: { firstName: string; lastName: string; email: string }): string {
  return `${firstName} ${lastName}`.trim() || email;
}

export const roleChoices = [
  { value: "member", label: "Member: sees and changes their own records" },
  { value: "manager", label: "Manager: sees and changes all records" },
  { value: "admin", label: "Admin: also manages settings and members" },
  { value: "instructor", label: "Instructor: sees all records, adds comments and notes" },
];

const orders = { oldest: "inserted_at", name: "name", role: "role,name", seen: "-last_seen_at,name" } as const;

export const listState = {
  sort: oneOf(["oldest", "name", "role", "seen"]),
  q: searchIn,
};
export type MemberListState = ListState<typeof listState>;

/** What the list asks its service for, besides the page. */
export function listParameters({ q, sort }: MemberListState) {
  return { sort: sort === null ? "-inserted_at" : orders[sort], "filter[search]": q || undefined };
}

/** Attributes of a member; missing ones are null, as some services name a member by name and email alone. */
export const memberAttributes = {
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phoneNumber: z.nullable(z.string()),
  address: z.nullable(z.string()),
  profilePicture: z.nullable(z.object({ url: z.optional(z.nullable(z.string())) })),
  role: z.nullable(z.string()),
  /** Whether records may be assigned to them; a service that does not say assigns them to all. */
  mayBeAgent: z.nullish(z.boolean()),
  notes: z.nullable(z.string()),
  insertedAt: z.nullable(z.string()),
  lastSeenAt: z.nullable(z.string()),
};

export interface Member extends Versioned, z.output<z.ZodMiniObject<typeof memberAttributes>> {}

/** What those who manage members change of one. The role is there where it may be changed. */
export const memberForm = z.object({
  role: z.optional(z.enum(["admin", "manager", "member", "instructor"], "Choose a role.")),
  notes: optionalText(2000),
  ...successor,
});

export function typedMember({ role, notes }: Pick<Member, "role" | "notes">) {
  return { role: role ?? "", notes: notes ?? "" };
}
