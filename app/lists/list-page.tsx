import type { ReactNode } from "react";
import { href } from "react-router";
import type { ShownAgent } from "../assignments/load-list-agent.server.ts";
import type { ShownFit } from "../matching/fit-filter.tsx";
import type { RecordFilterParts, RecordFilterProps } from "../picking/record-filter.tsx";
import { LinkButton } from "../ui/button.tsx";
import type { ColumnOrder } from "../ui/data-table.tsx";
import { Icon } from "../ui/icon.tsx";
import { Menu, MenuLink, MoreLabel } from "../ui/menu.tsx";
import { NotLoadedLine } from "../ui/not-loaded.tsx";
import { Notice } from "../ui/notice.tsx";
import { type Crumb, Page, PageHead, Sheet } from "../ui/page.tsx";
import { WhileLoading } from "../ui/pending.tsx";
import { TableSkeleton } from "../ui/skeleton.tsx";
import { type Tab, Tabs } from "../ui/tabs.tsx";
import {
  DayFilter,
  type DayFilterProps,
  SearchBox,
  type SearchBoxProps,
  SelectFilter,
  type SelectFilterProps,
  Toolbar,
} from "../ui/toolbar.tsx";
import { TurnLink, TurnProvider } from "../ui/turn-link.tsx";
import { type AnyState, listQuery } from "./list-state.ts";
import { RecentChange, SelectForm, Several } from "./select-bar.tsx";
import { type ShownSelection, selectFormId, turning } from "./selection.ts";
import type { usedFilters } from "./used-filters.ts";
import { type ShownViews, ViewsBar } from "./views-bar.tsx";

/** A field of the toolbar. */
export type ListControl =
  | { readonly kind: "hidden"; readonly props: { readonly name: string; readonly value: string } }
  | { readonly kind: "text"; readonly props: SearchBoxProps & { readonly name: string } }
  | { readonly kind: "choice"; readonly props: SelectFilterProps }
  | { readonly kind: "day"; readonly props: DayFilterProps }
  /** With the part of the list's state that it sets. */
  | { readonly kind: "record"; readonly props: RecordFilterProps; readonly sets: string };

/** A list as its page shows it, but for its records: `showList` and `showPage` make it of the list's definition. */
export interface ShownList<State extends AnyState> {
  /** The address of the list, without its state. */
  readonly path: string;
  readonly state: State;
  readonly title: string;
  /** What the browser's tab says, where two lists have the same title. */
  readonly documentTitle?: string;
  readonly crumbs?: readonly Crumb[];
  readonly subtitle: string;
  /** What the toolbar is for, as in "Search and sort clients". */
  readonly label: string;
  /** The filled button, which makes one more of what is listed; null where the current user may not. */
  readonly create: { readonly label: string; readonly href: string } | null;
  /** Where a file is imported, and where the list is a file; null where there is no such way. */
  readonly importPath: string | null;
  readonly exportPath: string | null;
  /** Whether what was deleted of this list waits in the trash for the current user. */
  readonly hasTrash: boolean;
  readonly search: SearchBoxProps | null;
  /** Orders to choose from: always in sight and first, or only where the table has not all of its columns. */
  readonly sort: (SelectFilterProps & { readonly isFirst: boolean }) | null;
  readonly controls: readonly ListControl[];
  /** Those that are folded away. */
  readonly folded: readonly ListControl[];
  /** The links in the headings of the table. */
  readonly orders: Readonly<Record<string, ColumnOrder>>;
  readonly used: ReturnType<typeof usedFilters>;
  /** For records that can be archived: whether the archived ones are shown, and the address of the other ones. */
  readonly archive: {
    readonly isShown: boolean;
    readonly other: string;
    readonly plural: string;
    /** Whether the service has a list of them. */
    readonly isOffered: boolean;
  } | null;
  /** The record that all of the list fits; null for a list of everything. */
  readonly fit: ShownFit | null;
  /** Where one agent's are shown alone: the agent's id, what is said of that, and the address of everyone's. */
  readonly agent: ShownAgent | null;
  /** The list's saved views; null where there are none to show. They lead to another list: while rows are being chosen they are away. */
  readonly saved: ShownViews | null;
  /** Choosing several rows; null where nobody can. */
  readonly selection?: ShownSelection | null;
  /** A line above the list. */
  readonly notice?: string | null;
  /** The page that the URL names is gone, and this is the first one. */
  readonly isFirstInstead?: boolean;
  /** Whether it is all there is, in any order, and not a search or a filter. */
  readonly isWhole: boolean;
  /** Whether there is nothing at all yet. */
  readonly isEmpty?: boolean;
}

type ListPageProps = {
  list: ShownList<AnyState>;
  /** The way to the page, where it is not the list's own. */
  crumbs?: readonly Crumb[];
  /** Buttons at the right of the title. */
  actions?: ReactNode;
  /** Further lines of the menu beside the buttons, for what is done less often. */
  more?: ReactNode;
  /** Between the title and the filters. */
  above?: ReactNode;
  /** In the toolbar, behind the field to search in. */
  besideSearch?: ReactNode;
  /** The filters where they are more than the list's own fields. */
  filters?: ReactNode;
  /** The field of a filter by a record, for lists that have one. */
  recordFilter?: RecordFilterParts;
  /** What is shown where there is nothing at all yet. */
  empty?: ReactNode;
  /** Other views of the same list, as tabs. */
  views?: readonly Tab[];
  /** The columns of the skeleton while the list loads; without it the old list stays until then. */
  columns?: number;
  /** The table or the cards, with their foot and what is shown where there are none. */
  children: ReactNode;
};

/** A page that lists records: head, search and filters, views, the list. All of it is links and a GET form. */
export function ListPage(props: ListPageProps) {
  const isSelecting = props.list.selection?.isKept === true;
  return (
    <Page>
      <TurnProvider value={isSelecting ? turning : null}>
        <ListParts {...props} />
      </TurnProvider>
    </Page>
  );
}

function ListParts(props: ListPageProps) {
  const { list, crumbs = list.crumbs, actions, above, views, columns, recordFilter: RecordFilter, children } = props;
  const { path, title, subtitle, agent, archive, selection = null } = list;
  const isSelecting = selection?.isKept === true;
  const records = [...list.controls, ...list.folded].filter((control) => control.kind === "record");
  const shown = list.isEmpty && props.empty !== undefined ? <Sheet>{props.empty}</Sheet> : children;
  return (
    <>
      <PageHead crumbs={crumbs} title={title} subtitle={subtitle} documentTitle={list.documentTitle ?? title}>
        {actions}
        {list.create ? (
          <LinkButton href={list.create.href} look="go">
            <Icon name="plus" />
            {list.create.label}
          </LinkButton>
        ) : null}
        <MoreActions {...props} />
      </PageHead>
      {above}
      {list.isFirstInstead ? <Notice tone="warn">That page no longer exists. This is the first page.</Notice> : null}
      {list.notice == null ? null : <Notice>{list.notice}</Notice>}
      <div className="tool-line">
        <Toolbar
          action={path}
          label={list.label}
          id={isSelecting ? selectFormId : undefined}
          filters={props.filters ?? <ListFilters {...props} />}
          used={list.used}
        >
          {isSelecting ? <input type="hidden" name="select" value="true" /> : null}
          {list.search && <SearchBox {...list.search} />}
          {props.besideSearch}
        </Toolbar>
        {list.saved && !isSelecting ? <ViewsBar views={list.saved} /> : null}
        {views === undefined ? null : <Tabs look="seg" label="View" tabs={views} />}
      </div>
      {agent ? (
        <Notice>
          {agent.text} <TurnLink href={agent.all}>Show everyone’s</TurnLink>
          <NotLoadedLine what="agent’s name" part={agent.name} />
        </Notice>
      ) : null}
      {archive?.isShown ? <Notice>You’re viewing archived {archive.plural}.</Notice> : null}
      <RecentChange selection={selection} />
      {isSelecting || selection?.bar == null ? null : <SelectForm />}
      <Several selection={selection}>
        {RecordFilter &&
          records.map(({ props, sets }) => (
            <RecordFilter.Question
              key={sets}
              filter={props.filter}
              hrefOf={(id) => path + listQuery({ ...list.state, [sets]: id })}
            />
          ))}
        {columns === undefined ? (
          shown
        ) : (
          <WhileLoading section={path} exact skeleton={<TableSkeleton rows={15} columns={columns} />}>
            {shown}
          </WhileLoading>
        )}
      </Several>
    </>
  );
}

/** The list's own filters: those in sight, those that are folded away, and its orders. */
function ListFilters({ list: { sort, controls, folded, used }, recordFilter }: ListPageProps) {
  const fieldOf = (control: ListControl) => (
    <Control key={control.props.name} control={control} recordFilter={recordFilter} />
  );
  return (
    <>
      {sort?.isFirst ? <SortFilter sort={sort} /> : null}
      {controls.map(fieldOf)}
      {folded.length === 0 ? null : (
        // Open where something of it is to be corrected: filters that are set stand beside it.
        <details className="folded" open={used.unknown.length > 0}>
          <summary className="btn">Filters</summary>
          <div>{folded.map(fieldOf)}</div>
        </details>
      )}
      {sort === null || sort.isFirst ? null : <SortFilter sort={sort} />}
    </>
  );
}

/** The orders of a list, where they are not left to the headings of its table. */
export function SortFilter({ sort: { isFirst, ...props } }: { sort: NonNullable<ShownList<AnyState>["sort"]> }) {
  return <SelectFilter inNarrow={!isFirst} {...props} />;
}

type ControlProps = { control: ListControl; recordFilter: ListPageProps["recordFilter"] };

function Control({ control: { kind, props }, recordFilter: RecordFilter }: ControlProps) {
  if (kind === "hidden") return <input type="hidden" {...props} />;
  if (kind === "text") return <SearchBox {...props} />;
  if (kind === "day") return <DayFilter {...props} />;
  if (kind === "choice") return <SelectFilter {...props} />;
  return RecordFilter && <RecordFilter.Field {...props} />;
}

function MoreActions({ list, more = null }: ListPageProps) {
  const { importPath, exportPath, archive, selection, saved } = list;
  const other = archive?.isOffered ? archive : null;
  const begin = selection?.begin ?? null;
  const save = saved?.save ?? null;
  const isEmpty = [importPath, exportPath, more, other, begin, save].every((line) => line === null);
  if ((isEmpty && !list.hasTrash) || selection?.isKept) return null;
  return (
    <Menu end button="quiet only" label={<MoreLabel />}>
      {begin === null ? null : <MenuLink href={begin}>Select several</MenuLink>}
      {importPath === null ? null : <MenuLink href={importPath}>Import CSV</MenuLink>}
      {exportPath === null ? null : (
        <MenuLink reload href={exportPath}>
          Export CSV
        </MenuLink>
      )}
      {more}
      {other === null ? null : (
        <MenuLink href={other.other}>
          Show {other.isShown ? "current" : "archived"} {other.plural}
        </MenuLink>
      )}
      {list.hasTrash ? <MenuLink href={href("/trash")}>Trash</MenuLink> : null}
      {save === null ? null : <MenuLink href={save}>Save this view</MenuLink>}
    </Menu>
  );
}
