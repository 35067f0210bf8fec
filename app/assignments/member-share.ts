import { href } from "react-router";
import * as z from "zod/mini";
import { optionalId, optionalText, requiredText } from "../ui/form-values.ts";

/** Letting a colleague look at a client or a property. */

export const sharedKinds = {
  client: {
    calls: "/clients",
    noun: "client",
    with: "They see the client with all opportunities, properties, documents and messages, and change nothing.",
    sharingPage: (id: string) => href("/clients/:id/sharing", { id }),
    endingPage: (id: string, memberId: string) => href("/clients/:id/sharing/:memberId/ending", { id, memberId }),
  },
  package: {
    calls: "/packages",
    noun: "property",
    with: "They see the property with its documents, and change nothing.",
    sharingPage: (packageId: string) => href("/packages/:packageId/sharing", { packageId }),
    endingPage: (packageId: string, memberId: string) =>
      href("/packages/:packageId/sharing/:memberId/ending", { packageId, memberId }),
  },
} as const;

/** A record that can be shared with colleagues. */
export interface SharedRef {
  readonly kind: keyof typeof sharedKinds;
  readonly id: string;
}

/** A colleague by name. */
export const shareForm = z.object({
  colleagueText: requiredText("Choose a colleague.", 400),
  colleague: z.optional(optionalId()),
  colleagueFor: z.optional(optionalText(400)),
});
