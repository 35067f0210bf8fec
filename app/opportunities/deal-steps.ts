import { href } from "react-router";
import { labelOfStage, type Stage } from "../labels.ts";
import { stagePath } from "./opportunity-list.ts";

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

/** The one thing that comes next with a deal: its page's filled button. */
export interface NextAct {
  readonly href: string;
  readonly label: string;
  /** The stage to which it leads; null for what changes none. */
  readonly to: string | null;
}

interface DealNow {
  readonly id: string;
  readonly stage: string;
  /** The stages that the deal may go to. */
  readonly next: readonly string[];
  /** A showing that waits for the seller's side, and may be confirmed; null for none. */
  readonly requestId: string | null;
  /** Whether the client has an offer to decide on. */
  readonly isSuggested: boolean;
  /** Whether somebody of the house does not want that offer as it is. */
  readonly isRefused: boolean;
}

/** What comes next: what waits for the agent, or else the usual move; null where nothing may be done. */
export function nextActOf({
  id: opportunityId,
  stage,
  next,
  requestId,
  isSuggested,
  isRefused,
}: DealNow): NextAct | null {
  if (requestId !== null) {
    const params = { opportunityId, showingId: requestId };
    const path = href("/opportunities/:opportunityId/showings/:showingId/confirmation", params);
    return { href: path, label: "Confirm a time", to: null };
  }
  if (next.length > 0 && stage === "offer_suggeted" && (isRefused || !isSuggested)) {
    const label = isSuggested ? "Change suggested offer" : "Suggest an offer";
    return { href: href("/opportunities/:opportunityId/suggestion", { opportunityId }), label, to: null };
  }
  const wanted = stage === "offer_sent" && isSuggested && isRefused ? "offer_declined" : usual[stage];
  const to = next.find((candidate) => candidate === wanted);
  return to === undefined ? null : { href: stagePath(opportunityId, to), label: nameOfMove(stage, to), to };
}
