import * as z from "zod/mini";
import { choice, optionalId, optionalText } from "../ui/form-values.ts";

/** What becomes of what was shared from another app. */
const shareUses = ["documents", "photos", "message"] as const;
export type ShareUse = (typeof shareUses)[number];

/** Characters of what was written. */
export const longestText = 5000;

/** The form that sends it, but for its files. */
export const shareForm = z.object({
  use: choice(shareUses, "Choose what to do with it."),
  holderText: z.optional(optionalText(400)),
  holderChosen: z.optional(optionalId()),
  holderFor: z.optional(optionalText(400)),
  /** Asked for where there are files. */
  name: z.optional(optionalText(100)),
  text: optionalText(longestText),
});
export type TypedShare = z.output<typeof shareForm>;
