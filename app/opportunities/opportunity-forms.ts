import * as z from "zod/mini";
import { ranks } from "../labels.ts";
import { choice, optionalId, optionalText, requiredText } from "../ui/form-values.ts";

/** What is typed about an opportunity. Apart from the record's attributes, which browsers do not need. */

/** What is typed to open one: client and property by name, and which one was meant where that is asked. */
export const newOpportunityForm = z.object({
  client: requiredText("Client must be at least 1 character.", 400),
  clientId: z.optional(optionalId()),
  clientFor: z.optional(optionalText(400)),
  property: requiredText("Property must be at least 1 character.", 400),
  packageId: z.optional(optionalId()),
  packageFor: z.optional(optionalText(400)),
  rank: choice(ranks, "Choose a rank."),
});

export const rankForm = z.object({ rank: choice(ranks, "Choose a rank.") });
