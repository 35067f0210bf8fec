import { FoldedFilters, TextFilters } from "../lists/folded-filters.tsx";
import type { ShownFilter } from "../picking/filter-pick.ts";
import { RecordFilter } from "../picking/record-filter.tsx";
import { clientsPath } from "../record-paths.ts";
import { SelectFilter } from "../ui/toolbar.tsx";
import type { listChoices } from "./list-choices.server.ts";

/** The filter by an agent. */
export const agentFilter = { name: "agent", gone: "Former colleague", noun: "colleague" } as const;

type ClientFiltersProps = {
  filters: ReturnType<typeof listChoices>["filters"];
  /** Null where one agent's are shown already, or where nobody else's can be. */
  agent: ShownFilter | null;
};

/** Filters that are folded away. */
export function ClientFilters({ filters: { isOpen, texts, quiet }, agent }: ClientFiltersProps) {
  return (
    <FoldedFilters isOpen={isOpen}>
      {agent === null ? null : (
        <RecordFilter
          kind="colleagues"
          name={agentFilter.name}
          label="Agent"
          filter={agent}
          all={{ label: "All agents", href: clientsPath }}
        />
      )}
      <TextFilters filters={texts} />
      {quiet === null ? null : (
        <SelectFilter name="quiet" label="Activity" options={quiet.options} value={quiet.value} />
      )}
    </FoldedFilters>
  );
}
