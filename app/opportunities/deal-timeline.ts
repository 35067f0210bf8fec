import type { ActivityEntry } from "../activity/activity.ts";
import type { FoundMove } from "./opportunity-resources.server.ts";

/** What happened to a deal in one list: its moves, told with all that was given, and every other event. */
export type TimelineEntry =
  | {
      readonly kind: "move";
      readonly id: string;
      readonly at: string;
      readonly move: FoundMove;
      readonly isUndone: boolean;
    }
  | { readonly kind: "event"; readonly id: string; readonly at: string; readonly event: ActivityEntry };

/**
 * Moves and events, newest first. The events that tell of a move are left out, as the move says more.
 * @param hasOlder whether the service has older events: moves from before the oldest of these are left for the whole list then
 */
export function timelineOf(
  moves: readonly FoundMove[],
  events: readonly ActivityEntry[],
  hasOlder: boolean,
): readonly TimelineEntry[] {
  const undone = new Set(moves.map(({ undoesId }) => undoesId));
  const told = moves.length === 0 ? events : events.filter((event) => !tellsOfMove(event));
  const since = hasOlder ? (events.at(-1)?.occurredAt ?? "") : "";
  const entries: TimelineEntry[] = [
    ...moves.map(
      (move) => ({ kind: "move", id: move.id, at: move.occurredAt, move, isUndone: undone.has(move.id) }) as const,
    ),
    ...told.map((event) => ({ kind: "event", id: event.id, at: event.occurredAt, event }) as const),
  ];
  return entries.filter(({ at }) => at >= since).sort((one, other) => (one.at < other.at ? 1 : -1));
}

/** From one stage to another: the event of opening a deal has no stage before. */
function tellsOfMove({ changes }: ActivityEntry): boolean {
  return changes.some(({ field, before, after }) => field === "Stage" && before !== null && after !== null);
}
