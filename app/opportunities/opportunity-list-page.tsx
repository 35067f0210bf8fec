import type { ReactNode } from "react";
import { ListPage, type ShownList } from "../lists/list-page.tsx";
import { listQuery } from "../lists/list-state.ts";
import { recordFilter } from "../picking/record-filter.tsx";
import { newOpportunityPath, opportunitiesPath } from "../record-paths.ts";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { Sheet } from "../ui/page.tsx";
import { boardPath, type OpportunityListState } from "./opportunity-list.ts";

type OpportunityListPageProps = {
  list: ShownList<OpportunityListState>;
  /** Of the skeleton while the view loads. */
  columns?: number;
  /** The table or the board. */
  children: ReactNode;
};

/** The opportunities with their filters and their two views. */
export function OpportunityListPage({ list, columns, children }: OpportunityListPageProps) {
  const query = listQuery(list.state);
  return (
    <ListPage
      list={list}
      recordFilter={recordFilter}
      views={[
        { label: "Table", href: opportunitiesPath + query },
        { label: "Board", href: boardPath + query },
      ]}
      {...(columns !== undefined && { columns })}
      empty={<NothingThere list={list} />}
    >
      {children}
    </ListPage>
  );
}

/** What to do where there is nothing in the table or on the board. */
export function NoOpportunities({ list }: { list: ShownList<OpportunityListState> }) {
  return (
    <Sheet>
      <NothingThere list={list} />
    </Sheet>
  );
}

function NothingThere({ list: { isWhole: isNone, create } }: { list: ShownList<OpportunityListState> }) {
  const open = create ? <LinkButton href={newOpportunityPath}>Open your first opportunity</LinkButton> : null;
  return (
    <EmptyState action={isNone ? open : <LinkButton href={boardPath}>Show all opportunities</LinkButton>}>
      {isNone ? "No opportunities yet." : "No results. Change the search or the filters, or show all opportunities."}
    </EmptyState>
  );
}
