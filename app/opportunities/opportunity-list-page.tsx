import type { ReactNode } from "react";
import { ListPage } from "../lists/list-page.tsx";
import { listQuery } from "../lists/list-state.ts";
import type { ShownFilter } from "../picking/filter-pick.ts";
import { FilterQuestion, RecordFilter } from "../picking/record-filter.tsx";
import { LinkButton } from "../ui/button.tsx";
import { SelectFilter } from "../ui/toolbar.tsx";
import { rankChoices, stageChoices } from "./deal-labels.ts";
import {
  boardPath,
  clientFilter,
  listPath,
  newOpportunityPath,
  type OpportunityListState,
} from "./opportunity-list.ts";

const all = { value: "all", label: "All" };
const active = { value: "active", label: "Open deals" };
const filterStages = [all, active, ...stageChoices];
const ranks = [all, ...rankChoices];

type OpportunityListPageProps = {
  /** The address of the view. */
  here: string;
  state: OpportunityListState;
  client: ShownFilter;
  isFirstInstead: boolean;
  canCreate: boolean;
  /** Of the skeleton while the view loads. */
  columns?: number;
  /** The table or the board. */
  children: ReactNode;
};

/** The opportunities with their filters and their two views. */
export function OpportunityListPage(props: OpportunityListPageProps) {
  const { here, state, client, isFirstInstead, canCreate, columns, children } = props;
  const filters = listQuery(state);
  return (
    <ListPage
      wide
      path={here}
      title="Opportunities"
      subtitle="Your pipeline. Track your clients' progress, rank opportunities, comment on them and manage requests"
      actions={
        canCreate ? (
          <LinkButton href={newOpportunityPath + listQuery(state, state.page)} look="go">
            New opportunity
          </LinkButton>
        ) : null
      }
      label="Filter opportunities"
      filters={
        <>
          <SelectFilter
            name="stage"
            label="Filter stage"
            options={filterStages}
            placeholder="Filter stage"
            value={state.stage ?? ""}
          />
          <RecordFilter
            kind="clients"
            name={clientFilter.name}
            label="Filter client"
            filter={client}
            all={{ label: "All clients", href: here + listQuery({ ...state, client: null }) }}
          />
          <SelectFilter
            name="rank"
            label="Filter rank"
            options={ranks}
            placeholder="Filter rank"
            value={state.rank ?? ""}
          />
        </>
      }
      isFirstInstead={isFirstInstead}
      views={[
        { label: "Table", href: listPath + filters },
        { label: "Board", href: boardPath + filters },
      ]}
      {...(columns === undefined ? {} : { columns })}
    >
      <FilterQuestion filter={client} hrefOf={(id) => here + listQuery({ ...state, client: id })} />
      {children}
    </ListPage>
  );
}
