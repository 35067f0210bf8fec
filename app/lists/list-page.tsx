import type { ReactNode } from "react";
import { href } from "react-router";
import type { ShownAgent } from "../assignments/load-list-agent.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { Menu, MenuLink, MoreLabel } from "../ui/menu.tsx";
import { NotLoadedLine } from "../ui/not-loaded.tsx";
import { Notice } from "../ui/notice.tsx";
import { type Crumb, Page, PageHead } from "../ui/page.tsx";
import { WhileLoading } from "../ui/pending.tsx";
import { TableSkeleton } from "../ui/skeleton.tsx";
import { type Tab, Tabs } from "../ui/tabs.tsx";
import { Toolbar } from "../ui/toolbar.tsx";
import { TurnLink, TurnProvider } from "../ui/turn-link.tsx";
import type { usedFilters } from "./list-state.ts";
import { RecentChange, SelectForm, Several } from "./select-bar.tsx";
import { type ShownSelection, selectFormId, turning } from "./selection.ts";
import { type ShownViews, ViewsBar } from "./views-bar.tsx";

type ListPageProps = {
  /** The address of the list, without its state. */
  path: string;
  title: string;
  /** What the browser's tab says, where two lists have the same title. */
  documentTitle?: string;
  subtitle: string;
  /** The way to the page, where it has one. */
  crumbs?: readonly Crumb[];
  /** Buttons at the right of the title. */
  actions?: ReactNode;
  /** The filled one, which makes one more of what is listed; null where the current user may not. */
  create?: { readonly label: string; readonly href: string } | null;
  /** Where a file is imported, and where the list is a file; null where there is no such way. */
  importPath?: string | null;
  exportPath?: string | null;
  /** Whether what was deleted of this list waits in the trash for the current user. */
  hasTrash?: boolean;
  /** Further lines of the menu beside the buttons, for what is done less often. */
  more?: ReactNode;
  /** Between the title and the filters. */
  above?: ReactNode;
  /** What the toolbar is for, as in "Search and sort clients". */
  label: string;
  /** The toolbar's field to search in. */
  search?: ReactNode;
  /** The other controls of the toolbar. */
  filters?: ReactNode;
  /** Of `usedFilters`. */
  used?: ReturnType<typeof usedFilters>;
  /** A line above the list. */
  notice?: string | null;
  /** The page that the URL names is gone, and this is the first one. */
  isFirstInstead?: boolean;
  /** Where one agent's are shown alone: the agent's id, what is said of that, and the address of everyone's. */
  agent?: ShownAgent | null;
  /** For records that can be archived: whether the archived ones are shown, and the address of the other ones. */
  archive?: {
    isShown: boolean;
    other: string;
    plural: string;
    /** Whether the service has a list of them. */
    isOffered: boolean;
  };
  /** The list's saved views; null where there are none to show. They lead to another list: while rows are being chosen they are away. */
  saved?: ShownViews | null;
  /** Choosing several rows; null where nobody can. */
  selection?: ShownSelection | null;
  /** Other views of the same list, as tabs. */
  views?: readonly Tab[];
  /** The columns of the skeleton while the list loads; without it the old list stays until then. */
  columns?: number;
  /** The table or the cards, with their foot and what is shown where there are none. */
  children: ReactNode;
};

/** A page that lists records: head, search and filters, views, the list. All of it is links and a GET form. */
export function ListPage(props: ListPageProps) {
  const isSelecting = props.selection?.isKept === true;
  return (
    <Page>
      <TurnProvider value={isSelecting ? turning : null}>
        <ListParts {...props} />
      </TurnProvider>
    </Page>
  );
}

function ListParts(props: ListPageProps) {
  const { path, title, subtitle, actions, above, label, agent, archive, views, columns, children } = props;
  const { selection = null } = props;
  const isSelecting = selection?.isKept === true;
  return (
    <>
      <PageHead crumbs={props.crumbs} title={title} subtitle={subtitle} documentTitle={props.documentTitle ?? title}>
        {actions}
        {props.create ? (
          <LinkButton href={props.create.href} look="go">
            <Icon name="plus" />
            {props.create.label}
          </LinkButton>
        ) : null}
        <MoreActions {...props} />
      </PageHead>
      {above}
      {props.isFirstInstead ? <Notice tone="warn">That page no longer exists. This is the first page.</Notice> : null}
      {props.notice == null ? null : <Notice>{props.notice}</Notice>}
      <div className="tool-line">
        <Toolbar action={path} label={label} id={isSelecting ? selectFormId : undefined} {...filtersOf(props)}>
          {agent ? <input type="hidden" name="agent" value={agent.id} /> : null}
          {archive?.isShown ? <input type="hidden" name="archived" value="true" /> : null}
          {isSelecting ? <input type="hidden" name="select" value="true" /> : null}
          {props.search}
        </Toolbar>
        {props.saved && !isSelecting ? <ViewsBar views={props.saved} /> : null}
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
        {columns === undefined ? (
          children
        ) : (
          <WhileLoading section={path} exact skeleton={<TableSkeleton rows={15} columns={columns} />}>
            {children}
          </WhileLoading>
        )}
      </Several>
    </>
  );
}

function MoreActions(props: ListPageProps) {
  const { importPath = null, exportPath = null, hasTrash = false, more = null, archive, selection, saved } = props;
  const other = !archive?.isOffered ? null : archive;
  const begin = selection?.begin ?? null;
  const save = saved?.save ?? null;
  const isEmpty = [importPath, exportPath, more, other, begin, save].every((line) => line === null);
  if ((isEmpty && !hasTrash) || selection?.isKept) return null;
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
      {hasTrash ? <MenuLink href={href("/trash")}>Trash</MenuLink> : null}
      {save === null ? null : <MenuLink href={save}>Save this view</MenuLink>}
    </Menu>
  );
}

function filtersOf({ filters, used }: ListPageProps) {
  return { ...(filters === undefined ? {} : { filters }), ...(used === undefined ? {} : { used }) };
}
