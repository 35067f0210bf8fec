import { type ListFoot, turnOf } from "../json-api/page-turn.ts";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState, Notice } from "../ui/notice.tsx";
import { Page, PageHead, Sheet } from "../ui/page.tsx";
import { WhileLoading } from "../ui/pending.tsx";
import { TableSkeleton } from "../ui/skeleton.tsx";
import { SearchBox, SelectFilter, Toolbar } from "../ui/toolbar.tsx";
import {
  type ClientListState,
  exportPath,
  listPath,
  newClientPath,
  newImportPath,
  writeListState,
} from "./client-list.ts";
import { type ClientRow, ClientTable } from "./client-table.tsx";

/** The first one stands for the list's own order, so that there is a way back to it. */
const orders = [
  { value: "", label: "Newest" },
  { value: "last_updated", label: "Recently updated" },
  { value: "open", label: "Oldest" },
];

type ClientListPageProps = {
  state: ClientListState;
  rows: readonly ClientRow[];
  foot: ListFoot;
  /** The page that the address names is gone; the first one stands here. */
  isFirstInstead: boolean;
  can: { readonly create: boolean; readonly import: boolean; readonly export: boolean };
};

/** Whether the list would show everybody there is. */
function isBare({ search, archived, page }: ClientListState): boolean {
  return search === "" && !archived && page === null;
}

/** Where everybody begins. */
function NoClients({ can }: Pick<ClientListPageProps, "can">) {
  return (
    <Sheet>
      <EmptyState action={can.create ? <LinkButton href={newClientPath}>Invite the first.</LinkButton> : null}>
        No clients yet. {can.import ? <a href={newImportPath}>Import a list.</a> : null}
      </EmptyState>
    </Sheet>
  );
}

/** The list of clients with its search, order and pages, all of it links and a GET form. */
export function ClientListPage({ state, rows, foot, isFirstInstead, can }: ClientListPageProps) {
  return (
    <Page>
      <PageHead title="Clients" subtitle="What clients are about">
        {can.import ? <LinkButton href={newImportPath}>Import CSV</LinkButton> : null}
        {can.export ? (
          <LinkButton reload href={exportPath(state)}>
            Export CSV
          </LinkButton>
        ) : null}
        {can.create ? (
          <LinkButton href={newClientPath + writeListState(state, turnOf(state.page))} look="go">
            Invite client
          </LinkButton>
        ) : null}
      </PageHead>
      {isFirstInstead ? (
        <Notice tone="warn">That page of the list is not there any more. This is the first page.</Notice>
      ) : null}
      <Toolbar action={listPath} label="Search and sort clients">
        {state.archived ? <input type="hidden" name="archived" value="true" /> : null}
        <SearchBox name="q" label="Search clients" placeholder="Search clients" value={state.search} />
        <SelectFilter name="sort" label="Sort by activity" options={orders} value={state.order} />
      </Toolbar>
      {state.archived ? <Notice>These clients are archived: kept, and out of the way.</Notice> : null}
      <WhileLoading section={listPath} exact skeleton={<TableSkeleton rows={15} columns={5} />}>
        {rows.length === 0 && isBare(state) && !isFirstInstead ? (
          <NoClients can={can} />
        ) : (
          <ClientTable rows={rows} foot={foot} />
        )}
      </WhileLoading>
      <p className="clicks mt-2 small muted">
        <a href={listPath + writeListState({ ...state, archived: !state.archived })}>
          {state.archived ? "Show current clients" : "Show archived clients"}
        </a>
      </p>
    </Page>
  );
}
