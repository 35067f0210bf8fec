import { href } from "react-router";
import { agentOf, apiOf } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { Breadcrumb, Page, PageHead } from "../ui/page.tsx";
import { readSearch } from "../ui/search-text.ts";
import { SearchBox, Toolbar } from "../ui/toolbar.tsx";
import type { Route } from "./+types/index";
import { loadContent, loadSearchResults } from "./load-content.server.ts";
import { loadDocuments } from "./load-document.server.ts";
import { newFolderPath, trashPath, uploadPath, workspacePlace } from "./place.ts";
import { PlacePanel } from "./place-panel.tsx";
import { SearchPanel } from "./search-panel.tsx";

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = apiOf(context);
  const search = readSearch(url.searchParams);
  return {
    search,
    content: search === "" ? await loadDocuments(loadContent(api, workspacePlace, url)) : null,
    found: search === "" ? null : await loadDocuments(loadSearchResults(api, search, url)),
    mayAdd: agentOf(context).can("documents.create"),
  };
}

/** The workspace's own folders and files; with a search, every document that the current user may see. */
export default function DocumentCenter({ loaderData: { search, content, found, mayAdd } }: Route.ComponentProps) {
  const isSearch = search !== "";
  const crumbs = isSearch
    ? [{ label: "Documents", href: href("/documents") }, { label: "Search" }]
    : [{ label: "Documents" }];
  return (
    <Page>
      <Breadcrumb items={crumbs} />
      <PageHead title="Document center" subtitle="Create and upload folders and files">
        {mayAdd ? <LinkButton href={newFolderPath(workspacePlace)}>New folder</LinkButton> : null}
        {mayAdd ? (
          <LinkButton href={uploadPath(workspacePlace)} look="go">
            New file
          </LinkButton>
        ) : null}
      </PageHead>
      <Toolbar action={href("/documents")} label="Search documents">
        <SearchBox name="q" label="Search documents" placeholder="Search documents" value={search} />
      </Toolbar>
      {found === null ? null : <SearchPanel content={found} />}
      {content === null ? null : (
        <PlacePanel
          place={workspacePlace}
          content={content}
          mayAdd={mayAdd}
          empty="No folders or files yet. Files here are shared with the whole workspace."
        />
      )}
      <p className="clicks mt-2 small muted">
        <a href={trashPath}>Trash</a>
      </p>
    </Page>
  );
}
