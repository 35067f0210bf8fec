import { href } from "react-router";
import type { ShownAgent } from "../assignments/load-list-agent.server.ts";
import type { ListFoot } from "../json-api/pagination.ts";
import { wordsOf } from "../lists/list-filters.ts";
import { ListPage } from "../lists/list-page.tsx";
import { isWhole, listQuery, usedFilters } from "../lists/list-state.ts";
import type { ShownSelection } from "../lists/selection.ts";
import type { ShownViews } from "../lists/views-bar.tsx";
import { FitFilter, FitNotLoaded, type ShownFit } from "../matching/fit-filter.tsx";
import type { ShownFilter } from "../picking/filter-pick.ts";
import { FilterQuestion } from "../picking/record-filter.tsx";
import { clientsPath, importClientsPath, inviteClientPath } from "../record-paths.ts";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { labelIn } from "../ui/options.tsx";
import { Sheet } from "../ui/page.tsx";
import { SearchBox, SelectFilter } from "../ui/toolbar.tsx";
import { ClientFilters } from "./client-filters.tsx";
import type { ClientListState } from "./client-list-state.ts";
import { type ClientRow, ClientTable } from "./client-table.tsx";
import type { listChoices } from "./list-choices.server.ts";

type ClientListPageProps = {
  state: ClientListState;
  rows: readonly ClientRow[];
  hasAgents: boolean;
  foot: ListFoot;
  selection: ShownSelection | null;
  isFirstInstead: boolean;
  notice: string | null;
  /** What the service obeys. */
  offers: { readonly search: boolean; readonly archived: boolean };
  choices: ReturnType<typeof listChoices>;
  agent: ShownAgent | null;
  saved: ShownViews | null;
  fit: ShownFit | null;
  /** The filter by an agent; null where there is none to choose. */
  agentFilter: ShownFilter | null;
  can: { readonly create: boolean; readonly trash: boolean; readonly import: boolean; readonly export: boolean };
};

/** The list of clients. */
export function ClientListPage({
  state,
  rows,
  hasAgents,
  foot,
  selection,
  isFirstInstead,
  agent,
  saved,
  fit,
  agentFilter,
  notice,
  offers,
  choices,
  can,
}: ClientListPageProps) {
  return (
    <ListPage
      path={clientsPath}
      title="Clients"
      subtitle="What clients are about"
      create={can.create ? { label: "Invite client", href: inviteClientPath(listQuery(state, state.page)) } : null}
      importPath={can.import ? importClientsPath : null}
      exportPath={can.export ? href("/clients/export.csv") + listQuery(state) : null}
      hasTrash={can.trash}
      label="Search and sort clients"
      search={
        <>
          {!offers.search ? null : (
            <SearchBox name="q" label="Search clients" placeholder="Search clients" value={state.q} />
          )}
          {fit === null ? null : <FitFilter fit={fit} />}
        </>
      }
      filters={
        <>
          <SelectFilter name="sort" label="Sort by activity" options={choices.orders} value={state.sort ?? ""} />
          <ClientFilters filters={choices.filters} agent={agentFilter} />
        </>
      }
      used={usedFilters(clientsPath, state, {
        agent: null,
        fits: null,
        ...wordsOf(choices.filters.texts),
        quiet: labelIn(choices.filters.quiet?.options ?? [], state.quiet),
      })}
      isFirstInstead={isFirstInstead}
      selection={selection}
      notice={notice}
      agent={agent}
      saved={saved}
      archive={{
        isShown: state.archived,
        other: clientsPath + listQuery({ ...state, archived: !state.archived }),
        plural: "clients",
        isOffered: offers.archived,
      }}
      columns={5}
    >
      <FitNotLoaded fit={fit} />
      {agentFilter === null ? null : (
        <FilterQuestion filter={agentFilter} hrefOf={(agent) => clientsPath + listQuery({ ...state, agent })} />
      )}
      {rows.length === 0 && isWhole(state) ? (
        <NoClients can={can} />
      ) : (
        <ClientTable rows={rows} hasAgents={hasAgents} foot={foot} orders={choices.columns} selection={selection} />
      )}
    </ListPage>
  );
}

/** The list of a workspace without clients. */
function NoClients({ can }: Pick<ClientListPageProps, "can">) {
  return (
    <Sheet>
      <EmptyState
        action={can.create ? <LinkButton href={inviteClientPath()}>Invite your first client</LinkButton> : null}
      >
        No clients yet. {can.import ? <a href={importClientsPath}>Import a list</a> : null}
      </EmptyState>
    </Sheet>
  );
}
