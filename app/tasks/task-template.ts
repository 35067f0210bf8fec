import * as z from "zod/mini";
import { labelOfStage, stageChoices, stages } from "../labels.ts";
import { tasksPath } from "../record-paths.ts";
import { checkbox, choice, optionalNumber, requiredText } from "../ui/form-values.ts";
import type { Crumb } from "../ui/page.tsx";
import { templatesPath } from "./task-list.ts";

/** A task that every opportunity gets on its arrival at a stage, or when one of its dates is set. */

/** The dates of a deal that templates count from, by the service's words. */
const dateLabels = {
  offer_expires_on: "Offer expiry",
  accepted_on: "Acceptance",
  inspections_due_on: "Inspection deadline",
  closing_on: "Closing day",
} as const;
type DealDate = keyof typeof dateLabels;

const isDealDate = (text: string): text is DealDate => Object.hasOwn(dateLabels, text);
const dealDates = Object.keys(dateLabels).filter(isDealDate);

/** What a template starts with, in the order of lists and forms. */
export const starts = [...stages, ...dealDates] as const;

/** What people call the stage or the date that a template starts with; a service's newer word stands for itself. */
export function labelOfStart(start: string): string {
  return isDealDate(start) ? dateLabels[start] : labelOfStage(start);
}

export const startChoices = [
  ...stageChoices,
  ...dealDates.map((value) => ({ value, label: `Date: ${dateLabels[value].toLowerCase()}` })),
];

/** What a service lets a template start with. @param hasDates whether it knows templates by date */
export function startChoicesOf(hasDates: boolean) {
  return hasDates ? startChoices : stageChoices;
}

const directions = ["after", "before"] as const;
export const directionChoices = [
  { value: "after", label: "Days after" },
  { value: "before", label: "Days before" },
];

/** What a service says about a template beside its id. */
export const templateAttributes = {
  /** One of these two; a service that knows stages alone says nothing of the second. */
  stage: z.nullable(z.string()),
  dueFrom: z.optional(z.nullable(z.string())),
  title: z.string(),
  /** Negative: before the date. */
  dueInDays: z.number(),
  isVisibleToClient: z.nullable(z.boolean()),
};

const daysMessage = "Due must be a whole number of days from 0 to 365.";

/** What is typed about a template. */
export const templateForm = z
  .object({
    start: choice(starts, "Choose a stage or a date."),
    title: requiredText("Title must be at least 1 character."),
    dueInDays: optionalNumber({ max: 365, whole: true, message: daysMessage }).check(
      z.refine((days) => days !== null, daysMessage),
    ),
    direction: choice(directions, "Choose after or before."),
    isVisibleToClient: checkbox(),
  })
  .check(
    z.refine(({ start, direction, dueInDays }) => direction === "after" || dueInDays === 0 || isDealDate(start), {
      message: "A task by stage can't be due before the stage. Choose Days after.",
      path: ["direction"],
    }),
  );
export type TypedTemplate = z.output<typeof templateForm>;

/** "the same day", "the day after", "5 days later", "the day before", "3 days before" */
export function formatDays(days: number): string {
  if (days === 0) return "the same day";
  if (days < 0) return days === -1 ? "the day before" : `${-days} days before`;
  return days === 1 ? "the day after" : `${days} days later`;
}

/** The stage or the date of a template that a service gave. */
export function startOf({
  stage,
  dueFrom,
}: {
  readonly stage: string | null;
  readonly dueFrom?: string | null | undefined;
}): string {
  return dueFrom ?? stage ?? "";
}

/** What was typed as a service takes it. A service that knows stages alone is told of stages alone. */
export function templateOf({ start, direction, dueInDays, ...typed }: TypedTemplate) {
  const days = direction === "before" && dueInDays !== null ? 0 - dueInDays : dueInDays;
  const which: { stage: string | null; dueFrom?: string } = isDealDate(start)
    ? { stage: null, dueFrom: start }
    : { stage: start };
  return { ...typed, dueInDays: days, ...which };
}

/** Where a page about a template stands. @param last the page itself */
export function templateCrumbs(last: string): Crumb[] {
  return [{ label: "Tasks", href: tasksPath }, { label: "Templates", href: templatesPath }, { label: last }];
}
