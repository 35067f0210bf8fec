import * as z from "zod/mini";
import type { Versioned } from "../json-api/record.ts";
import { optionalText } from "../ui/form-values.ts";

/** The people of a workspace. */

/** Attributes of a member; missing ones are null, as some services name a member by name and email alone. */
export const memberAttributes = {
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phoneNumber: z.nullable(z.string()),
  address: z.nullable(z.string()),
  profilePicture: z.nullable(z.object({ url: z.optional(z.nullable(z.string())) })),
  role: z.nullable(z.string()),
  /** Only for those who manage members. */
  notes: z.nullable(z.string()),
  insertedAt: z.nullable(z.string()),
  lastSeenAt: z.nullable(z.string()),
};

export interface Member extends Versioned, z.output<z.ZodMiniObject<typeof memberAttributes>> {}

/** What those who manage members change of one. The role is there where it may be changed. */
export const memberForm = z.object({
  role: z.optional(z.enum(["admin", "manager", "member", "instructor"], "Choose a role.")),
  notes: optionalText(2000),
});

export function typedMember({ role, notes }: Pick<Member, "role" | "notes">) {
  return { role: role ?? "", notes: notes ?? "" };
}
