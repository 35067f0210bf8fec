import { labelOfStage, type Stage } from "./deal-labels.ts";

/** The way of a deal: its stages in a row, and where each usually leads. */

const way: readonly string[] = [
  "open",
  "showing_scheduled",
  "showing_complete",
  "offer_suggeted",
  "offer_sent",
  "offer_accepted",
  "inspections_underway",
  "closed",
];

/** A stage of the way, as it is from where the deal is now. */
export interface Step {
  readonly label: string;
  readonly place: "past" | "present" | "ahead";
}

/** The whole way. A declined offer is at the step of offers that were sent; a lost deal has left the way. */
export function stepsOf(stage: string): readonly Step[] {
  const isDeclined = stage === "offer_declined";
  const present = way.indexOf(isDeclined ? "offer_sent" : stage);
  return way.map((step, place) => ({
    label: labelOfStage(isDeclined && place === present ? stage : step),
    place: place === present ? "present" : place < present ? "past" : "ahead",
  }));
}

/** What one does to get there, as a button says it. */
const verbs: Readonly<Record<string, string>> = {
  open: "Reopen deal",
  showing_scheduled: "Schedule showing",
  showing_complete: "Complete showing",
  offer_suggeted: "Suggest offer",
  offer_sent: "Send offer",
  offer_accepted: "Record acceptance",
  inspections_underway: "Start inspections",
  closed: "Close deal",
};

/** Where each stage usually leads. */
const usual: Readonly<Record<string, Stage>> = {
  open: "showing_scheduled",
  showing_scheduled: "showing_complete",
  showing_complete: "offer_suggeted",
  offer_suggeted: "offer_sent",
  offer_sent: "offer_accepted",
  offer_declined: "offer_suggeted",
  offer_accepted: "inspections_underway",
  inspections_underway: "closed",
  lost: "open",
};

/** The moves that may be made, in the order in which a page offers them. */
export interface NextMoves {
  /** The usual one, with what its button says; null where that may not be made. */
  readonly usual: { readonly to: string; readonly verb: string } | null;
  readonly others: readonly string[];
}

/** @param next the stages that the deal may go to */
export function nextMovesOf(stage: string, next: readonly string[]): NextMoves {
  const to = next.find((candidate) => candidate === usual[stage]) ?? null;
  return {
    usual: to === null ? null : { to, verb: verbs[to] ?? labelOfStage(to) },
    others: next.filter((candidate) => candidate !== to),
  };
}
