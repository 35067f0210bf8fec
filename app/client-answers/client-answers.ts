import * as z from "zod/mini";
import { money } from "../json-api/values.ts";
import { isLocalTime } from "../ui/date-format.ts";
import { checkbox, optionalId, optionalText, requiredText } from "../ui/form-values.ts";
import { requiredMoney } from "../ui/money-values.ts";
import { formatMoney } from "../ui/number-format.ts";

/** What the client's household says about the property of a deal, as staff see it. */

const text = z.nullable(z.string());

/** What the service says of an offer that is suggested to a client. */
export const suggestionFacts = {
  id: z.string(),
  price: money,
  expiresAt: text,
  terms: text,
  termsEs: z.nullish(z.string()),
  suggestedByName: z.string(),
  /** Whether it is what the seller wants in place of the offer that is out. */
  isCounter: z.catch(z.boolean(), false),
  insertedAt: z.string(),
};

export const clientAnswersAttributes = {
  priorities: z.array(z.object({ name: z.string(), priority: z.string(), chosenAt: z.catch(text, null) })),
  answers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      kind: z.string(),
      choice: text,
      rating: z.nullable(z.number()),
      reasons: z.array(z.string()),
      remark: text,
      /** What becomes of the open offer, of an answer that is no interest. */
      offer: z.catch(text, null),
      /** The same of showings to come. */
      showings: z.catch(text, null),
      /** False for what the person has said before about the same. */
      isLatest: z.catch(z.boolean(), true),
      insertedAt: z.string(),
      /** Whether staff have taken note of it. */
      isNoted: z.boolean(),
      /** Its title, of an answer about a finding. */
      finding: text,
      /** Of the suggested offer that it is about; null for other answers. */
      offeredPrice: z.catch(z.nullable(money), null),
      /** Whether that is the seller's counter-offer. */
      isAboutCounter: z.catch(z.boolean(), false),
      /** False for an answer about an offer that was replaced. */
      isAboutCurrent: z.boolean(),
    }),
  ),
  questions: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      body: z.string(),
      insertedAt: z.string(),
      answer: text,
      answeredByName: text,
      answeredAt: text,
    }),
  ),
  /** The offer that is suggested; null for none. */
  suggestion: z.nullable(z.object(suggestionFacts)),
};
export interface ClientAnswers extends z.output<z.ZodMiniObject<typeof clientAnswersAttributes>> {}
export type ClientAnswer = ClientAnswers["answers"][number];

/** What the people of the house say to the offer that is suggested now, each for themselves. */
export function wordsOnOffer({ answers }: Pick<ClientAnswers, "answers">): readonly ClientAnswer[] {
  return answers.filter(({ kind, isLatest, isAboutCurrent }) => kind === "offer" && isLatest && isAboutCurrent);
}

/** Whether somebody of the house does not want the offer as it is suggested now. */
export function isOfferRefused(said: Pick<ClientAnswers, "answers">): boolean {
  return wordsOnOffer(said).some(({ choice }) => choice !== "approved");
}

/** What waits on the dashboard. */
export const waitingAttributes = {
  kind: z.string(),
  choice: text,
  rating: z.nullable(z.number()),
  isAboutCounter: z.catch(z.boolean(), false),
  total: z.number(),
  name: z.string(),
  insertedAt: z.string(),
  opportunityId: z.string(),
  property: z.string(),
  client: z.string(),
};
export type WaitingAnswer = z.output<z.ZodMiniObject<typeof waitingAttributes>> & { readonly id: string };

const sayings: Readonly<Record<string, string>> = {
  interested: "is interested",
  not_interested: "is not interested",
  approved: "approves the suggested offer",
  changes: "wants changes to the suggested offer",
  declined: "does not want the suggested offer",
  repair: "wants a repair",
  credit: "wants a credit",
  leave: "wants to leave it as it is",
};

/** What somebody says by an answer, to follow their name: "approves the suggested offer of $850,000". */
export function saidBy({
  choice,
  rating,
  finding,
  offeredPrice: price,
  isAboutCounter = false,
}: Pick<ClientAnswer, "choice" | "rating" | "finding" | "offeredPrice"> & {
  readonly isAboutCounter?: boolean;
}): string {
  if (rating !== null) return `rates it ${rating} of 5`;
  const words = sayings[choice ?? ""] ?? `says “${(choice ?? "").replaceAll("_", " ")}”`;
  const said = isAboutCounter ? words.replace("suggested offer", "counter-offer") : words;
  if (price !== null) return `${said} of ${formatMoney(price.currency, price.amount)}`;
  return finding === null ? said : `${said}: ${finding}`;
}

/** The same for what waits on the dashboard. */
export function waitingFor({ kind, total, name, ...answer }: WaitingAnswer): string {
  if (kind === "question") return `${name} asks a question`;
  if (kind === "repair")
    return total === 1 ? `${name} answers a repair question` : `${name} answers ${total} repair questions`;
  return `${name} ${saidBy({ ...answer, finding: null, offeredPrice: null })}`;
}

export function formatReasons(reasons: readonly string[]): string {
  const said = reasons.join(", ").replaceAll("_", " ");
  return said.charAt(0).toUpperCase() + said.slice(1);
}

export const replyForm = z
  .object({
    answer: optionalText(5000),
    /** The question is open again. */
    takeBack: checkbox(),
    /** Asked where the service finds payment details. */
    paymentConfirmed: checkbox(),
  })
  .check(
    z.refine(({ answer, takeBack }) => answer !== null || takeBack, {
      error: "Answer must be at least 1 character.",
      path: ["answer"],
    }),
  );

/** What is typed to suggest an offer; the time is by the clock of the property. */
export const suggestionForm = z.object({
  /** The id of the one that the page has shown as current; empty for none. */
  replaces: optionalId(),
  price: requiredMoney("Enter the price."),
  expiresAt: optionalText(16).check(
    z.refine((typed) => typed === null || isLocalTime(typed), "Expiry must be a date and a time."),
  ),
  terms: optionalText(5000),
  termsEs: z.optional(optionalText(5000)),
});

export const acknowledgementForm = z.object({ until: requiredText("Open the page again.", 40) });
