import * as z from "zod/mini";
import type { Versioned } from "../json-api/record.ts";
import { money } from "../json-api/values.ts";
import { choice, optionalText, requiredText } from "../ui/form-values.ts";

/** One client paired with one property: its stage, its rank, and what may be done next. */

/** The stages in the order of a deal, by the service's words. */
export const stageLabels = {
  open: "Opportunity",
  showing_scheduled: "Showing scheduled",
  showing_complete: "Showing complete",
  offer_suggeted: "Offer suggested",
  offer_sent: "Offer sent",
  offer_accepted: "Offer accepted",
  offer_declined: "Offer declined",
  inspections_underway: "Inspections underway",
  closed: "Closed",
  lost: "Lost",
} as const;
export type Stage = keyof typeof stageLabels;

/** Whether the text is a stage that this app knows. */
export function isStage(text: string): text is Stage {
  return Object.hasOwn(stageLabels, text);
}

/** In the order of a deal. */
export const stages: readonly Stage[] = Object.keys(stageLabels).filter(isStage);
export const stageChoices = stages.map((value) => ({ value, label: stageLabels[value] }));

/** What people call a stage; a service's newer word stands for itself. */
export function labelOfStage(stage: string): string {
  return isStage(stage) ? stageLabels[stage] : stage.replaceAll("_", " ");
}

export const ranks = ["High", "Medium", "Low"] as const;
export type Rank = (typeof ranks)[number];

/** Why a deal goes backwards, or ends. */
export const reasons = [
  "financing",
  "inspection",
  "appraisal",
  "outbid",
  "withdrawn",
  "client_changed_mind",
  "mutual_release",
  "other",
] as const;

/** "client_changed_mind" as people say it: "Client changed mind". */
export function labelOfReason(reason: string): string {
  return reason.charAt(0).toUpperCase() + reason.slice(1).replaceAll("_", " ");
}

const text = z.nullable(z.string());

/** A move that the service allows from the present stage. */
export const allowedMove = z.object({
  to: z.string(),
  needs: z.array(z.string()),
  takes: z.array(z.string()),
  needsReason: z.boolean(),
  /** The word of the record's `can` without which it is not offered. */
  permission: z.string(),
});
export type AllowedMove = z.output<typeof allowedMove>;

/** What a service says about an opportunity beside its id. */
export const opportunityAttributes = {
  stage: z.string(),
  stageSince: z.string(),
  rank: text,
  /** What the client says themselves. */
  clientRank: text,
  allowedMoves: z.pipe(
    z.nullable(z.array(allowedMove)),
    z.transform((moves) => moves ?? []),
  ),
  /** The latest move, while it can be taken back. */
  undo: z.nullable(z.object({ moveId: z.string(), to: z.string(), until: z.string() })),
  latestOffer: z.nullable(z.object({ price: money, state: z.string(), expiresAt: text })),
  hasAgreement: z.nullable(z.boolean()),
};
export interface OpportunityFacts extends z.output<z.ZodMiniObject<typeof opportunityAttributes>> {}
export interface Opportunity extends Versioned, OpportunityFacts {}

/** The moves that the asker may make. */
export function openMoves({ allowedMoves, can }: Pick<Opportunity, "allowedMoves" | "can">): AllowedMove[] {
  return allowedMoves.filter(({ permission }) => can === null || can.includes(permission));
}

/** Whole days since a moment. @param now the present moment */
export function daysSince(moment: string, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - Date.parse(moment)) / 86_400_000));
}

/** "today", "1 day", "12 days" */
export function sayDays(days: number): string {
  if (days === 0) return "today";
  return days === 1 ? "1 day" : `${days} days`;
}

/** What is typed to open one: client and property by name, and which one was meant where that is asked. */
export const newOpportunityForm = z.object({
  client: requiredText("Client must be at least 1 character.", 400),
  clientId: z.optional(optionalText(36)),
  clientFor: z.optional(optionalText(400)),
  property: requiredText("Property must be at least 1 character.", 400),
  packageId: z.optional(optionalText(36)),
  packageFor: z.optional(optionalText(400)),
  rank: choice(ranks, "Choose a rank."),
});

/** An opportunity to open: with a property that is known, or with the address of a new one. */
export type NewOpportunity = { readonly clientId: string; readonly rank: Rank } & (
  | { readonly packageId: string }
  | { readonly street: string }
);

export const rankForm = z.object({ rank: choice(ranks, "Choose a rank.") });

export const reasonChoices = reasons.map((value) => ({ value, label: labelOfReason(value) }));
export const rankChoices = ranks.map((value) => ({ value, label: value }));
