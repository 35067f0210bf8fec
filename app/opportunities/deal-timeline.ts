import type { ActivityEntry } from "../activity/activity.ts";
import type { ClientAnswer, ClientAnswers } from "../client-answers/client-answers.ts";
import type { FoundMove } from "./opportunity-resources.server.ts";

type Question = ClientAnswers["questions"][number];
type Priority = ClientAnswers["priorities"][number];

interface Told {
  readonly id: string;
  readonly at: string;
  /** What the same person did in the same step: tasks that came by the workspace's templates, changes of a showing. */
  readonly folded: readonly ActivityEntry[];
}

/** What happened to a deal in one list: what is known with all that was given, and every other event. */
export type TimelineEntry = Told &
  (
    | { readonly kind: "move"; readonly move: FoundMove; readonly isUndone: boolean }
    | { readonly kind: "event"; readonly event: ActivityEntry }
    | { readonly kind: "comment"; readonly comment: ShownComment }
    | { readonly kind: "answer"; readonly answer: ClientAnswer }
    | { readonly kind: "question"; readonly question: Question }
    | { readonly kind: "priority"; readonly priority: Priority }
  );

/** What a deal's timeline is made of; null for what could not be loaded, of which the events tell then. */
export interface TimelineParts {
  readonly moves: readonly FoundMove[] | null;
  readonly comments: readonly ShownComment[] | null;
  readonly said: ClientAnswers | null;
}

/** Within this time what one person did is one step, in milliseconds. */
const oneStep = 3_000;

/** Everything, newest first. The events that tell of what stands there itself are left out. */
export function timelineOf(
  { moves, comments, said }: TimelineParts,
  events: readonly ActivityEntry[],
): readonly TimelineEntry[] {
  const undone = new Set(moves?.map(({ undoesId }) => undoesId));
  const told = events
    .map(withoutRemoved)
    .filter(
      (event) =>
        !(moves !== null && moves.length > 0 && tellsOfMove(event)) &&
        !(comments !== null && /^comment\.(added|edited)$/.test(event.kind ?? "")) &&
        !(said !== null && /^portal_(answer\.|question\.(asked|answered)$)/.test(event.kind ?? "")),
    );
  const steps = [...(moves ?? []), ...told.filter(tellsOfStage)];
  const byStep = Map.groupBy(told.filter(comesAlong), (event) => steps.find((step) => isOneStep(step, event))?.id);
  const folded = new Set(steps.flatMap(({ id }) => byStep.get(id) ?? []));
  const step = ({ id, occurredAt: at }: FoundMove | ActivityEntry): Told => ({ id, at, folded: byStep.get(id) ?? [] });
  const entries: TimelineEntry[] = [
    ...(moves ?? []).map((move) => ({ kind: "move", ...step(move), move, isUndone: undone.has(move.id) }) as const),
    ...told.filter((event) => !folded.has(event)).map((event) => ({ kind: "event", ...step(event), event }) as const),
    ...(comments ?? []).map(
      (comment) => ({ kind: "comment", ...alone(comment.id, comment.insertedAt), comment }) as const,
    ),
    ...(said?.answers ?? []).map(
      (answer) => ({ kind: "answer", ...alone(answer.id, answer.insertedAt), answer }) as const,
    ),
    ...(said?.questions ?? []).map(
      (question) => ({ kind: "question", ...alone(question.id, question.insertedAt), question }) as const,
    ),
    // One without a time comes last.
    ...(said?.priorities ?? []).map(
      (priority) => ({ kind: "priority", ...alone(priority.name, priority.chosenAt ?? ""), priority }) as const,
    ),
  ];
  return entries.toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0));
}

/** What a removed comment said is for the log alone. */
function withoutRemoved(event: ActivityEntry): ActivityEntry {
  return event.kind === "comment.removed" ? { ...event, changes: [] } : event;
}

const alone = (id: string, at: string): Told => ({ id, at, folded: [] });

function isOneStep(step: FoundMove | ActivityEntry, event: ActivityEntry): boolean {
  const apart = Date.parse(event.occurredAt) - Date.parse(step.occurredAt);
  return step.actorName === event.actorName && Math.abs(apart) < oneStep;
}

/** Of a task that goes by itself, as the date does for which it was made. */
export const isDropped = ({ kind }: ActivityEntry) => kind === "task.dropped";

/** Of a new task, which a service without kinds names by its label alone, of one that goes, or of a showing. */
const comesAlong = (event: ActivityEntry) =>
  event.label === "Task added" || isDropped(event) || /^(?:task\.created$|showing\.)/.test(event.kind ?? "");

const tellsOfStage = ({ changes }: ActivityEntry) => changes.some(({ field }) => field === "Stage");

/** From one stage to another: the event of opening a deal has no stage before. */
function tellsOfMove({ changes }: ActivityEntry): boolean {
  return changes.some(({ field, before, after }) => field === "Stage" && before !== null && after !== null);
}

/** A comment as the page of its opportunity shows it. */
export interface ShownComment {
  readonly id: string;
  readonly body: string;
  readonly authorName: string | null;
  readonly insertedAt: string;
  readonly editedAt: string | null;
  /** Whether whoever looks may change it: nobody but whoever wrote it may. */
  readonly isMine: boolean;
}
