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

/** What one does to get there. */
const acts: Readonly<Record<string, string>> = {
  open: "Reopen the deal",
  showing_scheduled: "Schedule a showing",
  showing_complete: "Complete the showing",
  offer_suggeted: "Suggest an offer",
  offer_sent: "Send an offer",
  offer_accepted: "Record the acceptance",
  offer_declined: "Record that it was declined",
  inspections_underway: "Start inspections",
  closed: "Close the deal",
  lost: "Mark as lost",
};

/** Names a move for what one does, as links, buttons and the title of its form say it. One that goes back says where to. */
export function nameOfMove(from: string, to: string): string {
  const isBack = to !== "showing_scheduled" && way.includes(to) && way.indexOf(to) < way.indexOf(from);
  return isBack ? `Move back to ${labelOfStage(to)}` : (acts[to] ?? labelOfStage(to));
}

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
  /** Where the usual one leads; null where that may not be made. */
  readonly usual: string | null;
  readonly others: readonly string[];
}

/** @param next the stages that the deal may go to */
export function nextMovesOf(stage: string, next: readonly string[]): NextMoves {
  const to = next.find((candidate) => candidate === usual[stage]) ?? null;
  return { usual: to, others: next.filter((candidate) => candidate !== to) };
}
