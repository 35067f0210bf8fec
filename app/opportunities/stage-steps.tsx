import { LinkButton } from "../ui/button.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { labelOfStage } from "./deal-labels.ts";
import { nameOfMove, nextMovesOf, stepsOf } from "./deal-steps.ts";
import { stagePath } from "./opportunity-list.ts";

type StageStepsProps = {
  id: string;
  stage: string;
  /** Null where the service does not say. */
  stageSince: string | null;
  /** Stages that the current user may move it to. */
  next: readonly string[];
};

/** Where a deal is on its way, and where it can go from here: the usual next step as a button, the others as links. */
export function StageSteps({ id, stage, stageSince, next }: StageStepsProps) {
  const { usual, others } = nextMovesOf(stage, next);
  return (
    <section className="sheet steps">
      <div className="who">
        <h2>{labelOfStage(stage)}</h2>
        {stageSince === null ? null : (
          <span className="muted small">
            since <DateTime value={stageSince} form="day" />
          </span>
        )}
      </div>
      <ol aria-label="Stages">
        {stepsOf(stage).map(({ label, place }) => (
          <li
            key={label}
            className={place === "ahead" ? undefined : "done"}
            aria-current={place === "present" ? "step" : undefined}
          >
            {label}
          </li>
        ))}
      </ol>
      {next.length === 0 ? null : (
        <ul className="actions" aria-label="Next stages">
          {usual === null ? null : (
            <li>
              <LinkButton href={stagePath(id, usual)} look="go">
                {nameOfMove(stage, usual)}
              </LinkButton>
            </li>
          )}
          {others.map((to) => (
            <li key={to}>
              <LinkButton href={stagePath(id, to)} look="quiet">
                {nameOfMove(stage, to)}
              </LinkButton>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
