import * as z from "zod/mini";
import { joinIds } from "../json-api/id-list.ts";
import { isRecordId } from "../json-api/record.ts";

/** Records that are ticked in a form, and those that its button counted. */

/** Ids from checkboxes; the service refuses what is none. */
export function chosen(most: number) {
  const message = `Choose up to ${most}.`;
  return z.pipe(
    z.optional(z.union([z.string(), z.array(z.string())])),
    z.transform((given, context) => {
      const ids = [given ?? []].flat().filter((id) => id !== "");
      if (ids.length > most) context.issues.push({ code: "custom", message, input: given });
      return [...new Set(ids)];
    }),
  );
}

/** The ids of those that the button counted, and that it may therefore act on. */
export const countedIds = z._default(z.string(), "");

/** Whether the button counted exactly those that are ticked; without scripts others may have been ticked since. */
export function isCounted(counted: string, ids: readonly string[]): boolean {
  return counted === nameAll(ids);
}

/** The value of that field. */
export function nameAll(ids: readonly string[]): string {
  return joinIds(ids.toSorted());
}

/** Ids from checkboxes while something else is asked: what is none, and what is too many, is left out. */
export function knownIds(most: number) {
  return z.pipe(
    z.optional(z.union([z.string(), z.array(z.string())])),
    z.transform((given) => [...new Set([given ?? []].flat().filter(isRecordId))].slice(0, most)),
  );
}
