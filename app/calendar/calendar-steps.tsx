import { listQuery } from "../lists/list-state.ts";
import { calendarPath } from "../record-paths.ts";
import { LinkButton } from "../ui/button.tsx";
import { Tabs } from "../ui/tabs.tsx";
import type { CalendarState, CalendarView } from "./calendar-state.ts";

const views: readonly { readonly view: CalendarView; readonly label: string }[] = [
  { view: "month", label: "Month" },
  { view: "week", label: "Week" },
  { view: "list", label: "List" },
];

type CalendarStepsProps = {
  /** What is shown, as in "November 2026". */
  title: string;
  steps: { readonly previous: string; readonly today: string; readonly next: string };
};

/** What is shown, and the ways to what comes before and after. */
export function CalendarSteps({ title, steps }: CalendarStepsProps) {
  return (
    <div className="actions">
      <h2 className="text-3 max-md:grow md:min-w-21">{title}</h2>
      <LinkButton href={steps.previous} aria-label="Previous">
        ‹
      </LinkButton>
      <LinkButton href={steps.today}>Today</LinkButton>
      <LinkButton href={steps.next} aria-label="Next">
        ›
      </LinkButton>
    </div>
  );
}

/** The ways to look at it. */
export function CalendarViews({ state }: { state: CalendarState }) {
  return (
    <Tabs
      look="seg"
      label="View"
      tabs={views.map(({ view, label }) => ({
        label,
        href: calendarPath + listQuery({ ...state, view }),
        isCurrent: view === state.view,
      }))}
    />
  );
}
