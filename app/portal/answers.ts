import * as z from "zod/mini";
import { suggestionFacts } from "../client-answers/client-answers.ts";
import { problem } from "../client-pages/portal-form.tsx";
import { money } from "../json-api/values.ts";
import { isLocalTime } from "../ui/date-format.ts";
import { checkbox, choice, choices, optionalText, requiredText } from "../ui/form-values.ts";
import { longestMessage } from "./message.ts";

/** What a client answers and asks about a property, and what they are asked. */

const text = z.nullable(z.string());

export const interestChoices = ["interested", "not_interested"] as const;
export const interestReasons = ["price", "location", "size", "layout", "condition", "outside", "other"] as const;
export const ratings = ["1", "2", "3", "4", "5"] as const;
export const offerChoices = ["approved", "changes", "declined"] as const;
/** What becomes of an open offer, and of showings to come, when the client is not interested any more. */
export const openChoices = ["drop", "keep"] as const;
export const repairChoices = ["repair", "credit", "leave"] as const;

/** The offer that an agent suggests, with what the house says of it; null for none. */
export const suggested = z.nullable(
  z.object({
    ...suggestionFacts,
    isExpired: z.boolean(),
    earlier: z.nullable(z.object(suggestionFacts)),
    /** The last word of each person of the house. */
    answers: z.array(
      z.object({
        name: z.string(),
        isOwn: z.boolean(),
        choice: z.enum(offerChoices),
        remark: text,
        insertedAt: z.string(),
      }),
    ),
  }),
);
export type Suggestion = NonNullable<z.output<typeof suggested>>;

export const answersAttributes = {
  interest: z.nullable(
    z.object({ choice: z.enum(interestChoices), reasons: z.array(z.enum(interestReasons)), remark: text }),
  ),
  rating: z.nullable(z.object({ rating: z.number(), remark: text })),
  /** What the other people of the house have said. */
  others: z._default(
    z.array(
      z.object({
        name: z.string(),
        kind: z.enum(["interest", "rating"]),
        choice: z.nullable(z.enum(interestChoices)),
        rating: z.nullable(z.number()),
      }),
    ),
    [],
  ),
  /** Whether a showing has taken place. */
  mayRate: z.boolean(),
  /** The latest first. */
  showings: z.array(
    z.object({
      id: z.string(),
      state: z.enum(["requested", "confirmed", "cancelled", "held"]),
      startsAt: z.string(),
      /** Whether only its day is known. */
      isTimeGuessed: z.catch(z.boolean(), false),
      /** The same for the times of one request; null for what the agent arranged. */
      requestId: text,
      /** Who of the house asked for it; null for the person who reads. */
      askedBy: z.catch(text, null),
      mayCancel: z.boolean(),
    }),
  ),
  suggestion: suggested,
  /** What is or was with the seller; null for nothing. */
  offer: z.nullable(z.object({ state: z.enum(["sent", "accepted", "declined"]), price: money, expiresAt: text })),
  /** Those that the agent asks about. */
  findings: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      system: z.string(),
      lowCost: z.nullable(money),
      highCost: z.nullable(money),
      choice: z.nullable(z.enum(repairChoices)),
      remark: text,
      others: z._default(z.array(z.object({ name: z.string(), choice: z.enum(repairChoices) })), []),
    }),
  ),
  questions: z.array(
    z.object({
      id: z.string(),
      body: z.string(),
      name: z.string(),
      isOwn: z.boolean(),
      insertedAt: z.string(),
      answer: text,
      answeredByName: text,
      answeredAt: text,
    }),
  ),
};

const remark = optionalText(2000);

export const interestForm = z.object({
  choice: choice(interestChoices, problem("chooseInterest")),
  reasons: choices(interestReasons),
  remark,
  /** Asked where an offer is suggested or with the seller. */
  offer: z.optional(choice(["", ...openChoices])),
  /** Asked where showings are asked for or arranged. */
  showings: z.optional(choice(["", ...openChoices])),
});

export const ratingForm = z.object({ rating: choice(ratings, problem("chooseRating")), remark });

const isTime = (typed: string | null) => typed === null || typed === "" || isLocalTime(typed);
const anotherTime = optionalText(16).check(z.refine(isTime, problem("enterTime")));

/** What becomes of a showing that is asked for or arranged when another one is asked for. */
export const otherShowings = ["instead", "also"] as const;

/** Times by the clock of the property. */
export const showingRequestForm = z.object({
  first: requiredText(problem("enterTime"), 16).check(z.refine(isTime, problem("enterTime"))),
  second: anotherTime,
  third: anotherTime,
  remark: optionalText(1000),
  /** Asked where another showing is asked for or arranged. */
  other: z.optional(choice(["", ...otherShowings])),
  /** Asked of a time at night, and of one that is more than a year away. */
  night: checkbox(),
  far: checkbox(),
});

/** The hours, by the clock of the property, from which and until which nobody means a showing without saying so. */
const nightHours = { from: 21, until: 7 };

/** Whether a time by the clock, as in "2031-05-01T03:00", is at night. */
export function isAtNight(typed: string): boolean {
  const hour = Number(typed.slice(11, 13));
  return hour >= nightHours.from || hour < nightHours.until;
}

export const offerForm = z
  .object({
    /** The one that the page has shown. */
    suggestionId: z.string().check(z.maxLength(1000)),
    choice: choice(offerChoices, problem("chooseOpinion")),
    remark,
  })
  .check(
    z.refine((typed) => typed.choice !== "changes" || typed.remark !== null, {
      path: ["remark"],
      error: problem("enterChanges"),
    }),
  );

/** The name of a finding in the fields of its form, which takes no dashes. */
export function fieldOfFinding(id: string): string {
  return `f${id.replaceAll("-", "")}`;
}

/** The finding that such a name means. */
export function findingOfField(name: string): string {
  return name.replace(/^f(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** By the findings' names. */
export const repairsForm = z
  .object({
    choices: z.optional(z.record(z.string(), choice(["", ...repairChoices]))),
    remarks: z.optional(z.record(z.string(), remark)),
  })
  .check(
    z.refine(({ choices = {} }) => Object.values(choices).some((chosen) => chosen !== ""), {
      path: [],
      error: problem("answerOne"),
    }),
  );

export const questionForm = z.object({ body: requiredText(problem("enterQuestion"), longestMessage) });
