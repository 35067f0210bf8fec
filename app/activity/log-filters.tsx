import type { RequestedPage } from "../json-api/pagination.ts";
import { listQuery } from "../lists/list-state.ts";
import type { ShownFilter } from "../picking/filter-pick.ts";
import { RecordFilter } from "../picking/record-filter.tsx";
import { DayFilter, SelectFilter } from "../ui/toolbar.tsx";
import { personFilter } from "./activity-list.ts";

type LogFiltersProps = {
  /** The log's address. */
  path: string;
  /** What the log also has in its state stays when the person is left out. */
  state: {
    readonly page: RequestedPage;
    readonly kind: string | null;
    readonly from: string | null;
    readonly until: string | null;
    readonly person: string | null;
  };
  person: ShownFilter;
  /** What events are about. */
  topics: readonly { readonly value: string; readonly label: string }[];
};

/** What a log of events is filtered by: who did it, what it is about, and the first and last day. */
export function LogFilters({ path, state, person, topics }: LogFiltersProps) {
  return (
    <>
      <RecordFilter
        kind="colleagues"
        name={personFilter.name}
        label="Person"
        filter={person}
        all={{ label: "Anyone", href: path + listQuery({ ...state, person: null }) }}
      />
      <SelectFilter name="kind" label="Kind" options={topics} value={state.kind ?? ""} />
      <DayFilter name="from" label="From" value={state.from ?? ""} />
      <DayFilter name="until" label="Until" value={state.until ?? ""} />
    </>
  );
}
