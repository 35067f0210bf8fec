import type { ShownFilter } from "../picking/filter-pick.ts";
import { RecordFilter } from "../picking/record-filter.tsx";
import { SearchBox, SelectFilter } from "../ui/toolbar.tsx";
import { agentFilter, listPath } from "./client-list.ts";
import type { listChoices } from "./list-choices.server.ts";

type ClientFiltersProps = {
  filters: ReturnType<typeof listChoices>["filters"];
  /** Null where one agent's are shown already, or where nobody else's can be. */
  agent: ShownFilter | null;
};

/** Filters that are folded away until one of them is used. */
export function ClientFilters({ filters: { isUsed, texts, quiet }, agent }: ClientFiltersProps) {
  return (
    <details open={isUsed}>
      <summary className="btn">Filters</summary>
      <div>
        {agent === null ? null : (
          <RecordFilter
            kind="colleagues"
            name={agentFilter.name}
            label="Agent"
            filter={agent}
            all={{ label: "All agents", href: listPath }}
          />
        )}
        {texts.map(({ name, label, value }) => (
          <SearchBox key={name} name={name} label={label} placeholder={label} value={value} />
        ))}
        {quiet === null ? null : (
          <SelectFilter name="quiet" label="Activity" options={quiet.options} value={quiet.value} />
        )}
      </div>
    </details>
  );
}
