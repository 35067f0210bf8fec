/** The table of moves between stages. */

export const stages = [
  "open",
  "showing_scheduled",
  "showing_complete",
  // The spelling of the first API; the correct one is read, too.
  "offer_suggeted",
  "offer_sent",
  "offer_accepted",
  "offer_declined",
  "inspections_underway",
  "closed",
  "lost",
] as const;
export type Stage = (typeof stages)[number];

/** Moves to these are contact with the client. */
export const contactStages: ReadonlySet<string> = new Set<Stage>([
  "showing_scheduled",
  "showing_complete",
  "offer_suggeted",
  "offer_sent",
  "offer_accepted",
  "offer_declined",
]);

export type MoveField =
  | "showing_at"
  | "held_at"
  | "price"
  | "expires_at"
  | "accepted_on"
  | "deadline_on"
  | "closed_on"
  | "terms"
  | "terms_es";

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

export interface Move {
  readonly to: Stage;
  readonly needs: readonly MoveField[];
  readonly takes: readonly MoveField[];
  readonly needsReason: boolean;
  readonly permission: "move" | "reopen";
}

function move(to: Stage, needs: readonly MoveField[] = [], takes: readonly MoveField[] = []): Move {
  return { to, needs, takes, needsReason: false, permission: "move" };
}

function explained(to: Stage): Move {
  return { ...move(to), needsReason: true };
}

const showing = move("showing_scheduled", ["showing_at"]);
const suggestion = move("offer_suggeted", ["price"], ["expires_at", "terms", "terms_es"]);
const offer = move("offer_sent", ["price"], ["expires_at"]);
const offerWithExpiry = move("offer_sent", ["price", "expires_at"]);
const closing = move("closed", ["closed_on"]);
const loss = explained("lost");

export const moves: Readonly<Record<Stage, readonly Move[]>> = {
  open: [showing, suggestion, offer, loss],
  showing_scheduled: [move("showing_complete", [], ["held_at"]), explained("open"), loss],
  showing_complete: [showing, suggestion, offer, loss],
  offer_suggeted: [offerWithExpiry, showing, explained("showing_complete"), loss],
  offer_sent: [move("offer_accepted", ["price", "accepted_on"]), explained("offer_declined"), loss],
  offer_declined: [suggestion, offer, loss],
  offer_accepted: [move("inspections_underway", ["deadline_on"]), closing, explained("open"), loss],
  inspections_underway: [closing, explained("offer_accepted"), explained("open"), loss],
  // Only owners and administrators reopen a closed one.
  closed: [{ ...explained("inspections_underway"), permission: "reopen" }],
  lost: [move("open")],
};

/** The move between two stages; null when there is none. */
export function findMove(from: Stage, to: Stage): Move | null {
  return moves[from].find((candidate) => candidate.to === to) ?? null;
}

/** The stage that a text names; null when it names none. */
export function readStage(text: string): Stage | null {
  const spelled = text === "offer_suggested" ? "offer_suggeted" : text;
  return stages.find((stage) => stage === spelled) ?? null;
}
