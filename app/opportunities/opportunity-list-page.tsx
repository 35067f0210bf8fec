import type { ReactNode } from "react";
import type { ShownAgent } from "../assignments/load-list-agent.server.ts";
import { ListPage } from "../lists/list-page.tsx";
import { listQuery, usedFilters } from "../lists/list-state.ts";
import type { ShownSelection } from "../lists/selection.ts";
import type { ShownViews } from "../lists/views-bar.tsx";
import type { ShownFilter } from "../picking/filter-pick.ts";
import { FilterQuestion, RecordFilter } from "../picking/record-filter.tsx";
import { newOpportunityPath, opportunitiesPath } from "../record-paths.ts";
import { labelIn } from "../ui/options.tsx";
import { SearchBox, SelectFilter } from "../ui/toolbar.tsx";
import type { listChoices } from "./list-choices.server.ts";
import { boardPath, clientFilter, exportPath, type OpportunityListState } from "./opportunity-list.ts";

type OpportunityListPageProps = {
  /** The address of the view. */
  here: string;
  state: OpportunityListState;
  client: ShownFilter;
  isFirstInstead: boolean;
  /** Of the table. */
  selection?: ShownSelection | null;
  notice: string | null;
  /** What the service obeys. */
  offers: { readonly search: boolean; readonly client: boolean };
  choices: ReturnType<typeof listChoices>;
  agent: ShownAgent | null;
  saved: ShownViews | null;
  can: { readonly create: boolean; readonly trash: boolean; readonly export: boolean };
  /** Of the skeleton while the view loads. */
  columns?: number;
  /** The table or the board. */
  children: ReactNode;
};

/** The opportunities with their filters and their two views. */
export function OpportunityListPage(props: OpportunityListPageProps) {
  const { here, state, client, isFirstInstead, agent, saved, notice, offers, choices, can, columns, children } = props;
  const { selection = null } = props;
  const filters = listQuery(state);
  return (
    <ListPage
      path={here}
      crumbs={[{ label: "Pipeline" }]}
      title="Opportunities"
      documentTitle="Opportunities: pipeline"
      subtitle={choices.subtitle}
      create={can.create ? { label: "New opportunity", href: newOpportunityPath + listQuery(state, state.page) } : null}
      exportPath={can.export ? exportPath + filters : null}
      hasTrash={can.trash}
      label="Filter opportunities"
      search={
        !offers.search ? null : (
          <SearchBox name="q" label="Search opportunities" placeholder="Search opportunities" value={state.q} />
        )
      }
      filters={
        <>
          <SelectFilter
            name="stage"
            label="Filter stage"
            options={choices.stages}
            placeholder="Filter stage"
            value={state.stage ?? ""}
          />
          {!offers.client ? null : (
            <RecordFilter
              kind="clients"
              name={clientFilter.name}
              label="Filter client"
              filter={client}
              all={{ label: "All clients", line: "All", href: here + listQuery({ ...state, client: null }) }}
            />
          )}
          <SelectFilter
            name="rank"
            label="Filter rank"
            options={choices.ranks}
            placeholder="Filter rank"
            value={state.rank ?? ""}
          />
          <SelectFilter inNarrow name="sort" label="Sort" options={choices.orders} value={state.sort ?? ""} />
        </>
      }
      used={usedFilters(here, state, {
        agent: null,
        client: client.chosen === null ? null : `Client: ${client.chosen.name}`,
        stage: labelIn(choices.stages, state.stage),
      })}
      isFirstInstead={isFirstInstead}
      selection={selection}
      notice={notice}
      agent={agent}
      saved={saved}
      views={[
        { label: "Table", href: opportunitiesPath + filters },
        { label: "Board", href: boardPath + filters },
      ]}
      {...(columns === undefined ? {} : { columns })}
    >
      <FilterQuestion filter={client} hrefOf={(id) => here + listQuery({ ...state, client: id })} />
      {children}
    </ListPage>
  );
}
