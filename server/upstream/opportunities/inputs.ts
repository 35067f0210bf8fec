import { z } from "zod";
import { givenDay, givenMoment } from "../engine/days.ts";
import { emptyIsNull, textOf } from "../engine/inputs.ts";
import { moneyOf } from "../engine/money.ts";
import { readStage, reasons } from "./stages.ts";

export const rank = z.enum(["High", "Medium", "Low"], "Choose High, Medium or Low.");

const stage = z.string("Choose a stage.").transform((text, context) => {
  const read = readStage(text);
  if (read !== null) return read;
  context.addIssue({ code: "custom", message: "There is no such stage." });
  return z.NEVER;
});

export const moment = (label: string) => givenMoment(`${label} must be a date and a time.`);
export const day = (label: string) => givenDay(`${label} must be a date.`);

export const startsAt = moment("Showing");

export const durationMinutes = z
  .int("Length must be a whole number of minutes.")
  .min(5, "A showing takes at least 5 minutes.")
  .max(1440, "A showing takes at most a day.");

export const note = emptyIsNull(textOf("Note", 1000)).nullable();

/** Terms of an offer, as the client reads them; empty is null. */
export const terms = emptyIsNull(textOf("Terms", 5000)).nullish();

export const body = textOf("Comment", 5000).min(1, "Comment must be at least 1 character.");

/** For showings still to come when showings are said to be complete. */
const showingOutcome = z.enum(["held", "to_come", "cancelled"], "Say whether it was held early, is kept or cancelled.");
export type ShowingOutcome = z.output<typeof showingOutcome>;

export const movement = z.object({
  from: stage,
  to: stage,
  showingAt: startsAt.nullish(),
  // An arranged showing in place of a time.
  showingId: z.uuid("Choose a showing.").nullish(),
  showingOutcome: showingOutcome.nullish(),
  /** When a showing took place that was held early, or the only one that is over. */
  heldAt: moment("Time of the showing").nullish(),
  heldAtGuessed: z.boolean("Say whether only the day is known.").nullish(),
  price: moneyOf("Price").nullish(),
  expiresAt: moment("Expiry").nullish(),
  acceptedOn: day("Date of acceptance").nullish(),
  deadlineOn: day("Deadline").nullish(),
  closedOn: day("Closing date").nullish(),
  terms,
  termsEs: terms,
  reason: z.enum(reasons, "Choose a reason.").nullish(),
  reasonText: emptyIsNull(textOf("The reason", 1000)).nullish(),
});
export type Movement = z.output<typeof movement>;
