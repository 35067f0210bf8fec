import type { ActivityEntry } from "../activity/activity.ts";
import type { FoundMove } from "./opportunity-resources.server.ts";

interface Told {
  readonly id: string;
  readonly at: string;
  /** The tasks that it added by the workspace's templates. */
  readonly tasks: readonly ActivityEntry[];
}

/** What happened to a deal in one list: its moves, told with all that was given, and every other event. */
export type TimelineEntry =
  | (Told & { readonly kind: "move"; readonly move: FoundMove; readonly isUndone: boolean })
  | (Told & { readonly kind: "event"; readonly event: ActivityEntry });

/** Within this time what one person did is one step, in milliseconds. */
const oneStep = 3_000;

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
  const steps = [...moves, ...told.filter(tellsOfStage)];
  const byStep = Map.groupBy(told.filter(tellsOfTask), (task) => steps.find((step) => isOneStep(step, task))?.id);
  const folded = new Set(steps.flatMap(({ id }) => byStep.get(id) ?? []));
  const toldOf = ({ id, occurredAt }: FoundMove | ActivityEntry) => ({
    id,
    at: occurredAt,
    tasks: byStep.get(id) ?? [],
  });
  const entries: TimelineEntry[] = [
    ...moves.map((move) => ({ kind: "move", ...toldOf(move), move, isUndone: undone.has(move.id) }) as const),
    ...told.filter((event) => !folded.has(event)).map((event) => ({ kind: "event", ...toldOf(event), event }) as const),
  ];
  return entries.filter(({ at }) => at >= since).sort((one, other) => (one.at < other.at ? 1 : -1));
}

function isOneStep(step: FoundMove | ActivityEntry, task: ActivityEntry): boolean {
  const apart = Date.parse(task.occurredAt) - Date.parse(step.occurredAt);
  return step.actorName === task.actorName && Math.abs(apart) < oneStep;
}

const tellsOfTask = ({ label }: ActivityEntry) => label === "Task added";

const tellsOfStage = ({ changes }: ActivityEntry) => changes.some(({ field }) => field === "Stage");

/** From one stage to another: the event of opening a deal has no stage before. */
function tellsOfMove({ changes }: ActivityEntry): boolean {
  return changes.some(({ field, before, after }) => field === "Stage" && before !== null && after !== null);
}
