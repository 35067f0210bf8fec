import { z } from "zod";
import { givenDay } from "../engine/days.ts";
import { lineOf } from "../engine/inputs.ts";
import { readStage } from "../opportunities/stages.ts";
import { opportunityDates } from "../tables.ts";
import { repeats } from "./completion.ts";
import { aboutTypes } from "./task.ts";

export const title = lineOf("Title");

export const dueOn = givenDay("Due must be a date.").refine(
  (day) => day >= "2000-01-01" && day <= "2999-12-31",
  "Due must be a date between 2000 and 2999.",
);

export const repeat = z.enum(repeats, "Choose how often it repeats.");

export const about = z.object({ type: z.enum(aboutTypes, "A task cannot be about this."), id: z.uuid() });
export type GivenAbout = z.output<typeof about>;

export const stage = z.string("Choose a stage.").transform((text, context) => {
  const read = readStage(text);
  if (read !== null) return read;
  context.addIssue({ code: "custom", message: "Choose a stage." });
  return z.NEVER;
});

/** Negative days are before the date. */
export const dueFrom = z.enum(opportunityDates, "Choose a date of the deal.");

export const dueInDays = z
  .int("Due must be a whole number of days.")
  .min(-365, "Due must be at most 365 days before.")
  .max(365, "Due must be at most 365 days.");
