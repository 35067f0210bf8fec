import { ListPage, SortFilter } from "../lists/list-page.tsx";
import { openList, showList } from "../lists/load-list.server.ts";
import { agentOf } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { SelectFilter } from "../ui/toolbar.tsx";
import type { Route } from "./+types/index";
import { documentList, documentsPath } from "./document-list.ts";
import { DocumentTable } from "./document-table.tsx";
import { FolderTile } from "./folder-tile.tsx";
import { loadCenter, loadSearchResults } from "./load-content.server.ts";
import { loadDocuments } from "./load-document.server.ts";
import { newFolderPath, trashPath, uploadPath, workspacePlace } from "./place.ts";
import { PlacePanel } from "./place-panel.tsx";
import { SearchPanel } from "./search-panel.tsx";
import { FileTiles } from "./tiles.tsx";

export async function loader({ url, context }: Route.LoaderArgs) {
  const list = await openList(context, documentList, url);
  const { api, state } = list;
  const content = state.q === "" ? await loadDocuments(loadCenter(api, state)) : null;
  const found = state.q === "" ? null : await loadDocuments(loadSearchResults(api, state));
  return { list: await showList(context, list), content, found, mayAdd: agentOf(context).can("documents.create") };
}

const viewChoices = [
  { value: "", label: "Tiles" },
  { value: "list", label: "Table" },
];

export default function DocumentCenter({ loaderData }: Route.ComponentProps) {
  const { list, content, found, mayAdd } = loaderData;
  const { state, orders } = list;
  const isTable = state.view === "list";
  return (
    <ListPage
      list={list}
      crumbs={
        state.q === "" ? [{ label: "Documents" }] : [{ label: "Documents", href: documentsPath }, { label: "Search" }]
      }
      actions={
        mayAdd ? (
          <>
            <LinkButton href={newFolderPath(workspacePlace)}>New folder</LinkButton>
            <LinkButton href={uploadPath(workspacePlace)} look="go">
              <Icon name="plus" />
              New file
            </LinkButton>
          </>
        ) : null
      }
      filters={
        <>
          {list.sort === null ? null : <SortFilter sort={{ ...list.sort, isFirst: !isTable }} />}
          <SelectFilter name="view" label="Show as" options={viewChoices} value={state.view ?? ""} />
        </>
      }
    >
      {found === null ? null : <Found found={found} columns={orders} isTable={isTable} />}
      {content === null ? null : <Content content={content} columns={orders} isTable={isTable} mayAdd={mayAdd} />}
      <p className="clicks mt-2 small muted">
        <a href={trashPath}>Trash</a>
      </p>
    </ListPage>
  );
}

type Loaded = Route.ComponentProps["loaderData"];
type Shown = { columns: Loaded["list"]["orders"]; isTable: boolean };

function Found({ found, columns, isTable }: Shown & { found: NonNullable<Loaded["found"]> }) {
  if (!isTable || found.results.length === 0) return <SearchPanel content={found} />;
  return <DocumentTable isSearch rows={found.results} orders={columns} foot={found.foot} />;
}

type ContentProps = Shown & { content: NonNullable<Loaded["content"]>; mayAdd: boolean };

function Content({ content, columns, isTable, mayAdd }: ContentProps) {
  if (!isTable || content.documents.length === 0) {
    return (
      <PlacePanel
        place={workspacePlace}
        content={content}
        mayAdd={mayAdd}
        empty="No folders or files yet. Files here are shared with the whole workspace."
      />
    );
  }
  return (
    <>
      {content.folders.length === 0 ? null : (
        <FileTiles label="Folders">
          {content.folders.map((folder) => (
            <FolderTile key={folder.id} folder={folder} />
          ))}
        </FileTiles>
      )}
      <DocumentTable isSearch={false} rows={content.documents} orders={columns} foot={content.foot} />
    </>
  );
}
