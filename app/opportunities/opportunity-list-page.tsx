import type { ReactNode } from "react";
import type { ClientChoices } from "../clients/client-choices.ts";
import { turnOf } from "../json-api/page-turn.ts";
import { LinkButton } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { Page, PageHead } from "../ui/page.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { SelectFilter, Toolbar } from "../ui/toolbar.tsx";
import { rankChoices, stageChoices } from "./deal-labels.ts";
import {
  boardPath,
  listPath,
  newOpportunityPath,
  type OpportunityListState,
  writeListState,
} from "./opportunity-list.ts";

const all = { value: "all", label: "All" };
const active = { value: "active", label: "Open deals" };
const filterStages = [all, active, ...stageChoices];
const ranks = [all, ...rankChoices];

type OpportunityListPageProps = {
  /** The address of the view. */
  here: typeof listPath | typeof boardPath;
  state: OpportunityListState;
  clients: ClientChoices;
  isFirstInstead: boolean;
  canCreate: boolean;
  /** The table or the board. */
  children: ReactNode;
};

/** The opportunities with their filters and their two views, all of it links and a GET form. */
export function OpportunityListPage(props: OpportunityListPageProps) {
  const { here, state, clients, isFirstInstead, canCreate, children } = props;
  const filters = writeListState(state);
  return (
    <Page wide>
      <PageHead
        title="Opportunities"
        subtitle="Track your clients' progress, rank opportunities, comment on them and manage requests"
      >
        {canCreate ? (
          <LinkButton href={newOpportunityPath + writeListState(state, turnOf(state.page))} look="go">
            New opportunity
          </LinkButton>
        ) : null}
      </PageHead>
      {isFirstInstead ? <Notice tone="warn">That page no longer exists. This is the first page.</Notice> : null}
      <Toolbar action={here} label="Filter opportunities">
        <SelectFilter
          name="stage"
          label="Filter stage"
          options={filterStages}
          placeholder="Filter stage"
          value={state.stage ?? ""}
        />
        <SelectFilter
          name="client"
          label="Filter client"
          options={[all, ...clients.options]}
          placeholder="Filter client"
          value={state.clientId ?? ""}
        />
        <SelectFilter
          name="rank"
          label="Filter rank"
          options={ranks}
          placeholder="Filter rank"
          value={state.rank ?? ""}
        />
      </Toolbar>
      <Tabs
        label="View"
        tabs={[
          { label: "Table", href: listPath + filters },
          { label: "Board", href: boardPath + filters },
        ]}
      />
      {children}
    </Page>
  );
}
