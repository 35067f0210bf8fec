import type { ClientChoices } from "../clients/client-choices.ts";
import { type ListFoot, turnOf } from "../json-api/page-turn.ts";
import { LinkButton } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { Page, PageHead } from "../ui/page.tsx";
import { WhileLoading } from "../ui/pending.tsx";
import { TableSkeleton } from "../ui/skeleton.tsx";
import { SearchBox, SelectFilter, Toolbar } from "../ui/toolbar.tsx";
import {
  exportPath,
  listPath,
  newPackagePath,
  orderChoices,
  type PackageListState,
  writeListState,
  writeOrder,
} from "./package-list.ts";
import { type PackageRow, PackageTable } from "./package-table.tsx";

const stages = [
  { value: "all", label: "All" },
  { value: "1w", label: "In 1 week" },
  { value: "2w", label: "In 2 weeks" },
  { value: "1m", label: "In 1 month" },
  { value: "3m", label: "In 3 months" },
];

type PackageListPageProps = {
  state: PackageListState;
  rows: readonly PackageRow[];
  foot: ListFoot;
  clients: ClientChoices;
  /** The page that the address names is gone; the first one stands here. */
  isFirstInstead: boolean;
  can: { readonly create: boolean; readonly export: boolean };
};

/** The list of packages with its search, filters, orders and pages, all of it links and a GET form. */
export function PackageListPage({ state, rows, foot, clients, isFirstInstead, can }: PackageListPageProps) {
  return (
    <Page wide>
      <PageHead title="Opportunities" subtitle="Create property packages to share with clients">
        {can.export ? (
          <LinkButton reload href={exportPath(state)}>
            Export CSV
          </LinkButton>
        ) : null}
        {can.create ? (
          <LinkButton href={newPackagePath + writeListState(state, turnOf(state.page))} look="go">
            New opportunity
          </LinkButton>
        ) : null}
      </PageHead>
      {isFirstInstead ? (
        <Notice tone="warn">That page of the list is not there any more. This is the first page.</Notice>
      ) : null}
      <Toolbar action={listPath} label="Search and filter opportunities">
        {state.archived ? <input type="hidden" name="archived" value="true" /> : null}
        <SearchBox name="q" label="Search opportunities" placeholder="Search opportunities" value={state.search} />
        <SelectFilter
          name="due"
          label="Choose stage"
          options={stages}
          placeholder="Choose stage"
          value={state.within ?? ""}
        />
        <SelectFilter
          name="client"
          label="Choose client"
          options={[{ value: "all", label: "All" }, ...clients.options]}
          placeholder="Choose client"
          value={state.clientId ?? ""}
        />
        <SelectFilter
          onPhones
          name="sort"
          label="Sort"
          options={orderChoices(state.order)}
          value={state.order === null ? "" : writeOrder(state.order)}
        />
      </Toolbar>
      {state.archived ? <Notice>These packages are archived: kept, and out of the way.</Notice> : null}
      <WhileLoading section={listPath} exact skeleton={<TableSkeleton rows={15} columns={8} />}>
        <PackageTable rows={rows} foot={foot} state={state} />
      </WhileLoading>
      <p className="clicks mt-2 small muted">
        <a href={listPath + writeListState({ ...state, archived: !state.archived })}>
          {state.archived ? "Show current packages" : "Show archived packages"}
        </a>
      </p>
    </Page>
  );
}
