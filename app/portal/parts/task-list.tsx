import { longDay } from "../../client-pages/texts/format.ts";
import { useLanguage, useTexts } from "../../client-pages/texts/texts.ts";
import { nextOf, placeOf } from "../../ui/place.ts";
import { PostForm } from "../../ui/post-form.tsx";
import type { PortalTask } from "../overview.ts";
import { PropertyLink } from "./ask-card.tsx";
import type { Ask } from "./asks.ts";
import { useFrame, usePortalPath } from "./portal-frame.tsx";

type TaskListProps = {
  tasks: readonly PortalTask[];
  /** What is asked about properties; before the tasks. */
  asks: readonly Ask[];
  /** The day that it is where the workspace is. */
  today: string;
};

/** What the client is asked to do, each with a button to tick it off. Sending one twice changes nothing, so it has no key. */
export function TaskList({ tasks, asks, today }: TaskListProps) {
  const { home } = useTexts();
  const ids = tasks.filter(({ isDone }) => !isDone).map(({ id }) => id);
  if (tasks.length + asks.length === 0) return <p className="muted">{home.noTasks}</p>;
  return (
    <ul className="rows">
      {asks.map(({ title, street, ...ask }) => (
        <li key={`${ask.id} ${ask.below}`}>
          <div className="g">
            <b>{title}</b>
            <div className="muted small">{street}</div>
          </div>
          <PropertyLink {...ask} />
        </li>
      ))}
      {tasks.map((task) => (
        <TaskLine key={task.id} task={task} today={today} next={nextOf(ids, task.id)} />
      ))}
    </ul>
  );
}

type TaskLineProps = {
  task: PortalTask;
  today: string;
  /** The task that is gone on with once this one is done; null for none. */
  next: string | null;
};

function TaskLine({ task: { id, title, dueOn, isDone, property }, today, next }: TaskLineProps) {
  const { home } = useTexts();
  const language = useLanguage();
  const { isView } = useFrame();
  const to = usePortalPath();
  const isLate = !isDone && dueOn !== null && dueOn < today;
  const due = dueOn === null || isDone ? null : (isLate ? home.overdue : home.due)(longDay(language, dueOn));
  const about = [due, property === null ? null : home.about(property)].filter((text) => text !== null).join(" · ");
  const address = to(`/tasks/${encodeURIComponent(id)}/completion`);
  return (
    <li>
      <PostForm action={isDone ? `${address}/removal` : address}>
        <input type="hidden" name="next" value={isDone ? id : (next ?? id)} />
        <button
          id={placeOf(id)}
          className={isDone ? "tick on" : "tick"}
          type="submit"
          disabled={isView}
          aria-label={isDone ? home.undoOf(title) : home.markDoneOf(title)}
          title={isDone ? home.undo : home.markDone}
        >
          <span className="hidden">{isDone ? home.undo : home.markDone}</span>
        </button>
      </PostForm>
      <div className="g">
        <b className={isDone ? "done" : undefined}>{title}</b>
        {about === "" ? null : <div className={isLate ? "late small" : "muted small"}>{about}</div>}
        {isDone ? (
          <div className="muted small">{home.done}</div>
        ) : isView ? null : (
          <a
            className="a small"
            href={to(`/tasks/${encodeURIComponent(id)}/document`)}
            aria-label={home.documentOf(title)}
          >
            {home.document}
          </a>
        )}
      </div>
    </li>
  );
}
