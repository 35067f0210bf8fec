import * as z from "zod/mini";
import { checkbox, choices, optionalDay, optionalText } from "../ui/form-values.ts";

/** Deleting a person who asked for it: what would go, and what must be kept. */

export const retainableParts = ["details", "messages", "answers", "documents"] as const;
export type RetainablePart = (typeof retainableParts)[number];

export const partLabels: Readonly<Record<RetainablePart, string>> = {
  details: "Contact details, what they look for, requests from the public page",
  messages: "Messages and questions",
  answers: "Answers, ratings, priorities and showings asked for",
  documents: "Documents they sent",
};

export const personDeletionForm = z
  .object({
    keep: choices(retainableParts),
    reason: optionalText(500),
    until: optionalDay("Enter a date such as 2033-12-31."),
    confirmed: checkbox(),
  })
  .check(
    z.refine(({ keep, reason }) => keep.length === 0 || reason !== null, {
      path: ["reason"],
      message: "Say why it must be kept.",
    }),
    z.refine(({ keep, until }) => keep.length === 0 || until !== null, {
      path: ["until"],
      message: "Enter the day until which it must be kept.",
    }),
    z.refine(({ confirmed }) => confirmed, { path: ["confirmed"], message: "Confirm that it may be deleted." }),
  );
