import * as z from "zod/mini";
import { reasons } from "../labels.ts";
import { isLocalTime } from "../ui/date-format.ts";
import { checkbox, choice, optionalDay, optionalId, optionalText } from "../ui/form-values.ts";
import { optionalMoney } from "../ui/money-values.ts";
import type { AllowedMove } from "./opportunity.ts";

/** What is typed to move an opportunity: each move asks for fields of its own, and the service says which. */

const localTime = (message: string) =>
  optionalText(16).check(z.refine((typed) => typed === null || isLocalTime(typed), message));

/** A move and everything that any move may ask for; left empty is not given. */
export const moveForm = z.object({
  from: z.string().check(z.maxLength(40)),
  to: z.string().check(z.maxLength(40)),
  /** The id of one that is arranged, or `anotherShowing`. */
  showingId: z.optional(optionalId()),
  /** What became of the showings that are still to come. */
  showingOutcome: z.optional(choice(["", "held", "to_come", "cancelled"], "Choose what became of it.")),
  /** When it took place; by the clock of the property, as are all times. */
  heldAt: z.optional(localTime("This must be a date and a time.")),
  /** What the form held there at first. */
  heldAtShown: z.optional(optionalText(16)),
  showingAt: z.optional(localTime("Showing must be a date and a time.")),
  /** An offer is sent that the client has not agreed to. */
  againstAnswer: z.optional(checkbox()),
  dealPrice: z.optional(optionalMoney("Price must be an amount, as in 850,000.")),
  expiresAt: z.optional(localTime("Expiry must be a date and a time.")),
  acceptedOn: z.optional(optionalDay("Date of acceptance must be a date.")),
  deadlineOn: z.optional(optionalDay("Deadline must be a date.")),
  closedOn: z.optional(optionalDay("Closing date must be a date.")),
  terms: z.optional(optionalText(5000)),
  termsEs: z.optional(optionalText(5000)),
  reason: z.optional(choice(["", ...reasons], "Choose a reason.")),
  reasonText: z.optional(optionalText(1000)),
});
export type TypedMove = z.output<typeof moveForm>;

/** Chosen in place of a showing that is arranged. */
export const anotherShowing = { value: "another", label: "Another showing" };

/** What may have become of a showing that is still to come. */
export const outcomeChoices = [
  { value: "held", label: "Held early" },
  { value: "to_come", label: "Still to come: keep it as arranged" },
  { value: "cancelled", label: "Cancelled" },
];

/** The id of the arranged showing that was chosen; null for another one. */
export function chosenShowing({ showingId = null }: TypedMove): string | null {
  return showingId === anotherShowing.value ? null : showingId;
}

/** The fields by the names of the form; each with what the service calls it. */
export const moveFields = {
  showingAt: { wire: "showing_at", label: "Showing", missing: "Enter the showing date and time." },
  heldAt: { wire: "held_at", label: "When it took place", missing: "Enter when it took place." },
  dealPrice: { wire: "price", label: "Price", missing: "Enter the price." },
  expiresAt: { wire: "expires_at", label: "Offer expires", missing: "Enter when the offer expires." },
  acceptedOn: { wire: "accepted_on", label: "Accepted on", missing: "Enter when the offer was accepted." },
  deadlineOn: { wire: "deadline_on", label: "Inspections due", missing: "Enter the inspection deadline." },
  closedOn: { wire: "closed_on", label: "Closed on", missing: "Enter the closing date." },
  terms: { wire: "terms", label: "Terms", missing: "Enter the terms." },
  termsEs: { wire: "terms_es", label: "Terms in Spanish", missing: "Enter the terms in Spanish." },
} as const;
export type MoveFieldName = keyof typeof moveFields;
const fieldNames = [
  "showingAt",
  "heldAt",
  "dealPrice",
  "expiresAt",
  "acceptedOn",
  "deadlineOn",
  "closedOn",
  "terms",
  "termsEs",
] as const;

/** The fields that a move asks for or takes, in the order of the form. */
export function fieldsOf({ needs, takes }: AllowedMove): { name: MoveFieldName; isNeeded: boolean }[] {
  return fieldNames
    .filter((name) => [...needs, ...takes].includes(moveFields[name].wire))
    .map((name) => ({ name, isNeeded: needs.includes(moveFields[name].wire) }));
}

/** What is missing for a move, or contradicts itself, by the fields of the form; empty when nothing is. */
export function findMissing(move: AllowedMove, typed: TypedMove): Record<string, string[]> {
  const isArranged = chosenShowing(typed) !== null;
  const missing: [string, string[]][] = fieldsOf(move)
    .filter(({ name, isNeeded }) => isNeeded && (typed[name] ?? null) === null && !(name === "showingAt" && isArranged))
    .map(({ name }) => [name === "dealPrice" ? "dealPrice.amount" : name, [moveFields[name].missing]]);
  if (isArranged && (typed.showingAt ?? null) !== null)
    missing.push(["showingAt", [`Choose “${anotherShowing.label}” for this time, or leave it blank.`]]);
  if (typed.showingOutcome === "held" && (typed.heldAt ?? null) === null)
    missing.push(["heldAt", [moveFields.heldAt.missing]]);
  if (move.needsReason && (typed.reason ?? "") === "") missing.push(["reason", ["Choose a reason."]]);
  if (move.needsReason && typed.reason === "other" && (typed.reasonText ?? null) === null)
    missing.push(["reasonText", ["Describe the reason."]]);
  return Object.fromEntries(missing);
}
