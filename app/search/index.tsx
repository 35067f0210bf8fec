import { picturesContext } from "../pictures/pictures.ts";
import { agentOf, apiOf, loadOffered } from "../session/session.server.ts";
import { Notice } from "../ui/notice.tsx";
import { Page, PageHead } from "../ui/page.tsx";
import { readSearch } from "../ui/search-text.ts";
import { SearchBox, Toolbar } from "../ui/toolbar.tsx";
import type { Route } from "./+types/index";
import { actionsFor } from "./actions.ts";
import { ActionsPanel } from "./actions-panel.tsx";
import { FindingsPanel } from "./findings-panel.tsx";
import { findEverything } from "./search.server.ts";
import { searchPath } from "./search.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const { workspace, can } = agentOf(context);
  const pictures = context.get(picturesContext);
  const words = readSearch(url.searchParams);
  const finding = findEverything(apiOf(context), words, (picture) => pictures.pathOf(picture, 200, workspace.id));
  const actions = actionsFor(can);
  return {
    words,
    actions,
    found: await loadOffered(finding, "The connected service doesn't offer search across all records."),
  };
}

export default function Search({ loaderData: { words, actions, found } }: Route.ComponentProps) {
  return (
    <Page>
      <PageHead
        title="Search"
        documentTitle={words === "" ? "Search" : `${words} · Search`}
        subtitle="Clients, opportunities, properties, documents and tasks"
      />
      <Toolbar action={searchPath} label="Search everything" send="Search">
        <SearchBox name="q" label="Search everything" placeholder="Search everything" value={words} />
      </Toolbar>
      {found.isGuess ? <Notice>No exact matches. Showing similar results.</Notice> : null}
      <FindingsPanel words={words} found={found} />
      {words === "" ? <ActionsPanel actions={actions} /> : null}
    </Page>
  );
}
