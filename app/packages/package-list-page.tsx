import { href } from "react-router";
import type { ShownAgent } from "../assignments/load-list-agent.server.ts";
import type { ListFoot } from "../json-api/pagination.ts";
import { isLacking, type Lacking } from "../lists/lacking.ts";
import { ListPage } from "../lists/list-page.tsx";
import { listQuery } from "../lists/list-state.ts";
import type { ShownFilter } from "../picking/filter-pick.ts";
import { FilterQuestion, RecordFilter } from "../picking/record-filter.tsx";
import { LinkButton } from "../ui/button.tsx";
import { SearchBox, SelectFilter } from "../ui/toolbar.tsx";
import { clientFilter, listPath, newPackagePath, orderChoices, type PackageListState } from "./package-list.ts";
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
  client: ShownFilter;
  isFirstInstead: boolean;
  lacking: Lacking;
  agent: ShownAgent | null;
  can: { readonly create: boolean; readonly export: boolean };
};

/** The list of properties. */
export function PackageListPage({
  state,
  rows,
  foot,
  client,
  isFirstInstead,
  agent,
  lacking,
  can,
}: PackageListPageProps) {
  return (
    <ListPage
      wide
      path={listPath}
      title="Opportunities"
      subtitle="Your properties. Create property packages to share with clients."
      actions={
        <>
          {can.export ? (
            <LinkButton reload href={href("/packages/export.csv") + listQuery(state)}>
              Export CSV
            </LinkButton>
          ) : null}
          {can.create ? (
            <LinkButton href={newPackagePath + listQuery(state, state.page)} look="go">
              New opportunity
            </LinkButton>
          ) : null}
        </>
      }
      label="Search and filter opportunities"
      filters={
        <>
          {isLacking(lacking, "filter[search]") ? null : (
            <SearchBox name="q" label="Search opportunities" placeholder="Search opportunities" value={state.q} />
          )}
          {isLacking(lacking, "filter[offer_due_within]") ? null : (
            <SelectFilter
              name="due"
              label="Choose stage"
              options={stages}
              placeholder="Choose stage"
              value={state.due ?? ""}
            />
          )}
          {isLacking(lacking, "filter[client_id]") ? null : (
            <RecordFilter
              kind="clients"
              name={clientFilter.name}
              label="Choose client"
              filter={client}
              all={{ label: "All clients", href: listPath + listQuery({ ...state, client: null }) }}
            />
          )}
          <SelectFilter
            onPhones
            name="sort"
            label="Sort"
            options={orderChoices(state.sort, lacking)}
            value={state.sort}
          />
        </>
      }
      isFirstInstead={isFirstInstead}
      lacking={lacking.sentence}
      agent={agent}
      archive={{
        isShown: state.archived,
        other: listPath + listQuery({ ...state, archived: !state.archived }),
        plural: "properties",
        isLacking: isLacking(lacking, "filter[archived]"),
      }}
      columns={8}
    >
      <FilterQuestion filter={client} hrefOf={(id) => listPath + listQuery({ ...state, client: id })} />
      <PackageTable rows={rows} foot={foot} state={state} lacking={lacking} />
    </ListPage>
  );
}
