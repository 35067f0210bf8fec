import { href } from "react-router";
import type { ShownAgent } from "../assignments/load-list-agent.server.ts";
import type { ListFoot } from "../json-api/pagination.ts";
import { FoldedFilters, TextFilters } from "../lists/folded-filters.tsx";
import { wordsOf } from "../lists/list-filters.ts";
import { ListPage } from "../lists/list-page.tsx";
import { isWhole, listQuery, usedFilters } from "../lists/list-state.ts";
import type { ShownSelection } from "../lists/selection.ts";
import type { ShownViews } from "../lists/views-bar.tsx";
import { FitFilter, FitNotLoaded, type ShownFit } from "../matching/fit-filter.tsx";
import type { ShownFilter } from "../picking/filter-pick.ts";
import { FilterQuestion, RecordFilter } from "../picking/record-filter.tsx";
import { newPackagePath, packagesPath } from "../record-paths.ts";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { labelIn } from "../ui/options.tsx";
import { Sheet } from "../ui/page.tsx";
import { SearchBox, SelectFilter } from "../ui/toolbar.tsx";
import type { listChoices } from "./list-choices.server.ts";
import { clientFilter, newImportPath, type PackageListState } from "./package-list.ts";
import type { PackageRow } from "./package-row.ts";
import { PackageTable } from "./package-table.tsx";

type PackageListPageProps = {
  state: PackageListState;
  rows: readonly PackageRow[];
  hasAgents: boolean;
  foot: ListFoot;
  selection: ShownSelection | null;
  client: ShownFilter;
  isFirstInstead: boolean;
  notice: string | null;
  /** What the service obeys. */
  offers: { readonly search: boolean; readonly archived: boolean; readonly client: boolean };
  choices: ReturnType<typeof listChoices>;
  agent: ShownAgent | null;
  saved: ShownViews | null;
  fit: ShownFit | null;
  can: { readonly create: boolean; readonly trash: boolean; readonly export: boolean; readonly pair: boolean };
};

/** The list of properties. */
export function PackageListPage({
  state,
  rows,
  hasAgents,
  foot,
  selection,
  client,
  isFirstInstead,
  agent,
  saved,
  fit,
  notice,
  offers,
  choices,
  can,
}: PackageListPageProps) {
  return (
    <ListPage
      path={packagesPath}
      title="Opportunities"
      documentTitle="Opportunities: properties"
      crumbs={[{ label: "Properties" }]}
      subtitle="Create property packages to share with clients."
      create={can.create ? { label: "New opportunity", href: newPackagePath + listQuery(state, state.page) } : null}
      importPath={can.create ? newImportPath : null}
      exportPath={can.export ? href("/packages/export.csv") + listQuery(state) : null}
      hasTrash={can.trash}
      label="Search and filter opportunities"
      search={
        <>
          {!offers.search ? null : (
            <SearchBox name="q" label="Search opportunities" placeholder="Search opportunities" value={state.q} />
          )}
          {fit === null ? null : <FitFilter fit={fit} />}
        </>
      }
      filters={
        <>
          {choices.dues.length === 0 ? null : (
            <SelectFilter
              name="due"
              label="Choose stage"
              options={choices.dues}
              placeholder="Choose stage"
              value={state.due ?? ""}
            />
          )}
          {!offers.client ? null : (
            <RecordFilter
              kind="clients"
              name={clientFilter.name}
              label="Choose client"
              filter={client}
              all={{ label: "All clients", line: "All", href: packagesPath + listQuery({ ...state, client: null }) }}
            />
          )}
          {choices.texts.length === 0 ? null : (
            <FoldedFilters isOpen={state.unknown !== undefined}>
              <TextFilters filters={choices.texts} />
            </FoldedFilters>
          )}
          <SelectFilter inNarrow name="sort" label="Sort" options={choices.orders} value={state.sort} />
        </>
      }
      used={usedFilters(packagesPath, state, {
        agent: null,
        fits: null,
        client: client.chosen === null ? null : `Client: ${client.chosen.name}`,
        due: `Offers due: ${labelIn(choices.dues, state.due)}`,
        ...wordsOf(choices.texts),
      })}
      isFirstInstead={isFirstInstead}
      selection={selection}
      notice={notice}
      agent={agent}
      saved={saved}
      archive={{
        isShown: state.archived,
        other: packagesPath + listQuery({ ...state, archived: !state.archived }),
        plural: "properties",
        isOffered: offers.archived,
      }}
      columns={8}
    >
      <FitNotLoaded fit={fit} />
      <FilterQuestion filter={client} hrefOf={(id) => packagesPath + listQuery({ ...state, client: id })} />
      {rows.length === 0 && isWhole(state) ? (
        <Sheet>
          <EmptyState
            action={can.create ? <LinkButton href={newPackagePath}>Create your first property</LinkButton> : null}
          >
            No properties yet.
          </EmptyState>
        </Sheet>
      ) : (
        <PackageTable
          rows={rows}
          hasAgents={hasAgents}
          foot={foot}
          state={state}
          unsorted={choices.unsorted}
          selection={selection}
          canPair={can.pair}
        />
      )}
    </ListPage>
  );
}
