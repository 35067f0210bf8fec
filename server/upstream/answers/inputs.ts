import { z } from "zod";
import { givenMoment } from "../engine/days.ts";
import { emptyIsNull, textOf } from "../engine/inputs.ts";
import { body } from "../messages/inputs.ts";
import { openChoices } from "../tables.ts";

const interestReasons = ["price", "location", "size", "layout", "condition", "outside", "other"] as const;

/** Several lines; empty is null. */
const remark = emptyIsNull(textOf("This", 2000))
  .nullish()
  .transform((typed) => typed ?? null);

export const interest = z.object({
  choice: z.enum(["interested", "not_interested"], "Say whether you are interested."),
  reasons: z.array(z.enum(interestReasons)).max(interestReasons.length).default([]),
  remark,
  offer: z
    .enum(openChoices)
    .optional()
    .describe("Needed of whoever is not interested while an offer is suggested or with the seller: what becomes of it"),
  showings: z
    .enum(openChoices)
    .optional()
    .describe(
      "Needed of whoever is not interested while showings are asked for or arranged: whether they are cancelled",
    ),
});

export const rating = z.object({
  rating: z.int("Choose 1 to 5.").min(1, "Choose 1 to 5.").max(5, "Choose 1 to 5."),
  remark,
});

const mostTimes = 3;

export const showingRequest = z.object({
  times: z.array(givenMoment("Each time must be a date and a time.")).min(1, "Name a time.").max(mostTimes),
  remark,
  instead: z
    .boolean()
    .optional()
    .describe(
      "Needed where another is asked for or arranged, and still to come: whether it takes its place: that is cancelled then",
    ),
});

export const showingCancellation = z.object({ showingId: z.uuid() });

export const offerAnswer = z.object({
  suggestionId: z.uuid(),
  choice: z.enum(["approved", "changes", "declined"], "Say what you think of it."),
  remark,
});

export const repairAnswers = z.object({
  answers: z
    .array(z.object({ findingId: z.uuid(), choice: z.enum(["repair", "credit", "leave"]), remark }))
    .min(1, "Answer at least one.")
    .max(200),
});

export const question = z.object({
  body: body.refine((text) => text.length > 0, "Question must be at least 1 character."),
});

export const reply = z.object({
  answer: textOf("Answer", 5000)
    .min(1, "Answer must be at least 1 character.")
    .nullable()
    .describe("Null takes the answer back: the question is open again, and the message stays in the thread"),
  /** Whether payment details are meant; without it an answer with some is refused. */
  paymentConfirmed: z.boolean().default(false),
});
