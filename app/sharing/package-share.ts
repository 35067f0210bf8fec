import * as z from "zod/mini";
import { chosenPackages, mostPackages } from "../action-paths.ts";
import { chosen, countedIds, knownIds } from "../forms/ticked-ids.ts";
import { splitIds } from "../json-api/id-list.ts";
import { isRecordId } from "../json-api/record.ts";
import { money } from "../json-api/values.ts";
import { checkbox, optionalText } from "../ui/form-values.ts";

/** Several properties that are shared with one client at once. */

const text = z.nullable(z.string());

/** What a service says of properties before they are shared with a client. */
export const packageChoiceAttributes = {
  packages: z.array(
    z.object({
      packageId: z.string(),
      street: z.string(),
      city: text,
      state: text,
      zip: text,
      photoUrl: text,
      listPrice: z.nullable(money),
      isArchived: z.boolean(),
      /** How many photos and documents the client sees. */
      photos: z.number(),
      documents: z.number(),
      hasFacts: z.boolean(),
      /** "costs", "findings" and "comparables", where they are released and have content. */
      released: z.array(z.string()),
      /** Whether the two have an opportunity under way. */
      isPaired: z.boolean(),
      /** When the client's link that works now was made, and when it was opened last. */
      sharedAt: text,
      openedAt: text,
      canShare: z.boolean(),
    }),
  ),
};
export type PackageChoice = z.output<typeof packageChoiceAttributes.packages>[number];

/** Which properties a client gets, and what is said to them. */
export const packagesForm = z.object({
  note: optionalText(2000),
  packageIds: chosen(mostPackages).check(z.refine((ids) => ids.length > 0, "Choose at least one property.")),
  /** Whether those are invited to the client portal who never were. */
  invites: checkbox(),
  /** Whether to send what shows nothing but the address. */
  sendsEmpty: checkbox(),
  countedIds,
});
export type SharedPackages = Pick<z.output<typeof packagesForm>, "note" | "packageIds" | "invites">;

/** The same while another property is looked for: nothing has to be right yet, and nothing typed may be lost. */
export const lookForPackages = z.object({ q: z._default(z.string(), ""), packageIds: knownIds(mostPackages) });

/** The ids of the properties in that page's address, each once; null where it names none. */
export function readPackages(query: URLSearchParams): readonly string[] | null {
  const ids = [...new Set(splitIds(query.get(chosenPackages) ?? "").filter(isRecordId))];
  return ids.length === 0 ? null : ids.slice(0, mostPackages);
}

/** Whether a client would see nothing but the address. */
export function isBare({ photos, documents, hasFacts, released }: PackageChoice): boolean {
  return photos === 0 && documents === 0 && !hasFacts && released.length === 0;
}
