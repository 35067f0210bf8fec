import * as z from "zod/mini";
import { decisionChoices, decisions } from "../decision-labels.ts";
import type { Money } from "../json-api/values.ts";
import { checkbox, choice, optionalNumber, optionalText, requiredText, typedNumber } from "../ui/form-values.ts";
import { inOneCurrency, optionalAmount, plainAmount, typedMoney } from "../ui/money-values.ts";
import { type Finding, severities, suggested } from "./inspection.ts";

/** Empty means undecided. */
const decision = z.pipe(
  choice(["", ...decisions], "Choose a decision from the list."),
  z.transform((value) => (value === "" ? null : value)),
);

const fields = z.object({
  title: requiredText("Finding must be at least 1 character."),
  system: requiredText("System must be at least 1 character.", 100),
  severity: choice(severities, "Choose a severity."),
  page: optionalNumber({ min: 1, max: 9999, whole: true, message: "Page must be a whole number from 1 to 9,999." }),
  quote: optionalText(2000),
  lowCost: optionalAmount("Low cost must be an amount, e.g. 450."),
  highCost: optionalAmount("High cost must be an amount, e.g. 700."),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/, "Choose a currency from the list.")),
  decision,
  isClientAsked: checkbox(),
});

const isInOrder = ({ lowCost, highCost }: z.output<typeof fields>) =>
  lowCost === null || highCost === null || Number(lowCost) <= Number(highCost);

export const findingForm = inOneCurrency(
  fields.check(z.refine(isInOrder, { path: ["highCost"], error: "High cost can't be less than low cost." })),
  { lowCost: plainAmount, highCost: plainAmount },
);
export type TypedFinding = z.output<typeof findingForm>;

const isOffered = (choice: string) => choice === suggested || decisionChoices.some(({ value }) => value === choice);

const typedDecision = z.object({
  id: z.string(),
  /** What is chosen and what was at first: a decision, or `suggested`. A form that is shown again has no empty texts. */
  choice: z._default(z.string(), ""),
  was: z._default(z.string(), ""),
});
export type TypedDecision = z.output<typeof typedDecision>;

/** The decisions as they were sent, also such that do not exist. */
export const sentDecisions = z.object({ findings: z.array(typedDecision) });

/** The decisions on all findings that a page shows. */
export const decisionsForm = z.object({
  findings: z._default(
    z.array(
      typedDecision.check(
        // A decision that only the connected service knows may stay.
        z.refine(({ choice, was }) => choice === was || isOffered(choice), {
          path: ["choice"],
          error: "Choose a decision from the list.",
        }),
      ),
    ),
    [],
  ),
});

/** The initial texts of the form. */
export function typedFinding(finding: Finding) {
  const { title, system, severity, page, quote, lowCost, highCost, decision: decided, isClientAsked } = finding;
  return {
    title,
    system,
    severity,
    page: typedNumber(page),
    quote: quote ?? "",
    lowCost: typedMoney(lowCost).amount,
    highCost: typedMoney(highCost).amount,
    currency: lowCost?.currency ?? highCost?.currency ?? "USD",
    decision: decided ?? "",
    isClientAsked: isClientAsked === true ? "on" : "",
  };
}

/** Both costs with the form's one currency. */
export function costsOf({ lowCost, highCost, currency }: Pick<TypedFinding, "lowCost" | "highCost" | "currency">) {
  const inCurrency = (amount: string | null): Money | null => (amount === null ? null : { amount, currency });
  return { lowCost: inCurrency(lowCost), highCost: inCurrency(highCost) };
}
