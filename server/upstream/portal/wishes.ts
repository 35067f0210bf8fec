/** The part of a buyer profile that clients see and may suggest changes of: all but the agent's notes. */
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { profileFields, wishFields } from "../clients/profile-fields.ts";
import { onWire, partsOf } from "../engine/declared-fields.ts";
import { toSnake } from "../engine/spelling.ts";
import type { AttributeChange } from "../tables.ts";

export const wishesSchema = z.object(onWire(partsOf(wishFields, "value")));

/** What the client saw, what they want, and a remark. */
export const suggestionSchema = z.object({
  before: wishesSchema,
  after: wishesSchema,
  remark: z.string().nullable(),
});
export type Suggestion = z.output<typeof suggestionSchema>;

/** The remark is added to the agent's notes. */
export const acceptable = Object.keys(profileFields).map(toSnake);

/** Changes that a suggestion asks for, the remark last. */
export function changesIn({ before, after, remark }: Suggestion): AttributeChange[] {
  const was = new Map<string, unknown>(Object.entries(before));
  const changes = Object.entries(after).flatMap(([field, wanted]) =>
    isDeepStrictEqual(was.get(field), wanted) ? [] : [{ field, before: was.get(field), after: wanted }],
  );
  return remark === null ? changes : [...changes, { field: "notes", before: null, after: remark }];
}
