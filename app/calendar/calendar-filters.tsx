import { listQuery } from "../lists/list-state.ts";
import { usedFilters } from "../lists/used-filters.ts";
import type { ShownFilter } from "../picking/filter-pick.ts";
import { RecordFilter } from "../picking/record-filter.tsx";
import { calendarPath } from "../record-paths.ts";
import { labelIn } from "../ui/options.tsx";
import { SelectFilter, Toolbar } from "../ui/toolbar.tsx";
import { type CalendarState, colleagueFilter } from "./calendar-state.ts";

const whoseChoices = [
  { value: "mine", label: "My calendar" },
  { value: "everyone", label: "Everyone's calendar" },
];

const kindChoices = [
  { value: "", label: "All kinds" },
  { value: "showing", label: "Showings" },
  { value: "offers_due", label: "Offers due" },
  { value: "offer_expires", label: "Expiring offers" },
  { value: "inspection_deadline", label: "Inspection deadlines" },
  { value: "closing", label: "Closings" },
  { value: "task", label: "Tasks" },
];

type CalendarFiltersProps = {
  state: CalendarState;
  colleague: ShownFilter;
  /** Whose dates are shown where the address does not say. */
  usual: "mine" | "everyone";
};

/** Whose dates are shown, and of which kind. A colleague takes the place of the other choices. */
export function CalendarFilters({ state, colleague, usual }: CalendarFiltersProps) {
  return (
    <Toolbar
      action={calendarPath}
      label="Filter the calendar"
      used={usedFilters(
        calendarPath,
        state,
        {
          whose: colleague.chosen === null ? labelIn(whoseChoices, state.whose) : `Agent: ${colleague.chosen.name}`,
          kind: labelIn(kindChoices, state.kind),
        },
        ["view", "day"],
      )}
      filters={
        <>
          {colleague.chosen === null ? (
            <SelectFilter name="whose" label="Filter agent" options={whoseChoices} value={state.whose ?? usual} />
          ) : null}
          <RecordFilter
            {...colleagueFilter}
            label="Choose colleague"
            filter={colleague}
            all={{ label: "Everyone's calendar", href: calendarPath + listQuery({ ...state, whose: "everyone" }) }}
          />
          <SelectFilter name="kind" label="Filter kind" options={kindChoices} value={state.kind ?? ""} />
        </>
      }
    >
      {state.view === "month" ? null : <input type="hidden" name="view" value={state.view} />}
      {state.day === null ? null : <input type="hidden" name="day" value={state.day} />}
    </Toolbar>
  );
}
