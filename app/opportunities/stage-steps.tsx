import { formatDays, labelOfStage } from "../labels.ts";
import { LinkButton } from "../ui/button.tsx";
import { nameOfMove, stepsOf } from "./deal-steps.ts";
import { stagePath } from "./opportunity-list.ts";

type StageStepsProps = {
  id: string;
  stage: string;
  /** At its stage; null where the service does not say. */
  days: number | null;
  /** Stages that the current user may move it to. */
  next: readonly string[];
  /** The one of them to which the filled button leads; null where it leads elsewhere. */
  filled: string | null;
};

/** Where a deal is on its way, and where else than by the filled button it can go from here. */
export function StageSteps({ id, stage, days, next, filled }: StageStepsProps) {
  const others = next.filter((to) => to !== filled);
  const steps = stepsOf(stage);
  const isOnWay = steps.some(({ place }) => place === "present");
  return (
    <section className="steps mb-1.5" aria-label="Stage">
      <ol aria-label="Stages">
        {steps.map(({ label, place }) => (
          <li
            key={label}
            className={place === "ahead" ? undefined : "done"}
            aria-current={place === "present" ? "step" : undefined}
          >
            {label}
          </li>
        ))}
      </ol>
      <div className="actions gap-y-0 pt-0.5">
        <span className="muted small">
          <b className={isOnWay ? "md:hidden" : undefined}>{labelOfStage(stage)}. </b>
          {days === null ? null : days === 0 ? "In this stage since today. " : `${formatDays(days)} in this stage. `}
          {others.length === 0 ? null : filled === null ? "Move to" : "Or move to"}
        </span>
        {others.length === 0 ? null : (
          <ul className="actions" aria-label="Next stages">
            {others.map((to) => (
              <li key={to}>
                <LinkButton href={stagePath(id, to)} look="quiet">
                  {nameOfMove(stage, to)}
                </LinkButton>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
