import { picturesContext } from "../pictures/pictures.ts";
import { agentOf, apiOf, load } from "../session/session.server.ts";
import { Avatar } from "../ui/avatar.tsx";
import { EmptyState, Notice } from "../ui/notice.tsx";
import { Page, PageHead, Row, Rows, Sheet } from "../ui/page.tsx";
import { Photo } from "../ui/photo.tsx";
import { readSearch } from "../ui/search-text.ts";
import { SearchBox, Toolbar } from "../ui/toolbar.tsx";
import type { Route } from "./+types/index";
import { actionsFor, type SearchAction } from "./actions.ts";
import { findEverything } from "./search.server.ts";
import { type Findings, type Hit, type HitGroup, searchPath } from "./search.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const { workspace, can } = agentOf(context);
  const pictures = context.get(picturesContext);
  const words = readSearch(url.searchParams);
  const finding = findEverything(apiOf(context), words, (picture) => pictures.pathOf(picture, 200, workspace.id));
  const actions = actionsFor(can);
  return {
    words,
    actions,
    found: await load(finding),
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
        <SearchBox
          name="q"
          label="Search everything"
          placeholder="Search everything"
          value={words}
          autoFocus={words === ""}
        />
      </Toolbar>
      {found.isGuess ? <Notice>No exact matches. Showing similar results.</Notice> : null}
      <FindingsPanel words={words} found={found} />
      {words === "" ? <ActionsPanel actions={actions} /> : null}
    </Page>
  );
}

type FindingsPanelProps = { words: string; found: Findings };

function FindingsPanel({ words, found: { groups } }: FindingsPanelProps) {
  if (words === "") return <EmptyState>Type a name, email, phone number, street or words from a document.</EmptyState>;
  if (groups.length === 0) return <EmptyState>No results. Try fewer words or part of a word.</EmptyState>;
  return (
    <div className="grid gap-2">
      {groups.map((group) => (
        <GroupSheet key={group.kind} {...group} />
      ))}
    </div>
  );
}

function GroupSheet({ kind, title, hits, more }: HitGroup) {
  return (
    <Sheet title={title} action={more === null ? null : <a href={more}>View all results</a>}>
      <Rows label={title}>
        {hits.map((hit) => (
          <Row key={hit.id}>
            <div className="who">
              <Picture kind={kind} hit={hit} />
              <div>
                <a className="link" href={hit.href}>
                  {hit.title}
                </a>
                {hit.detail === null ? null : <div className="muted small">{hit.detail}</div>}
              </div>
            </div>
          </Row>
        ))}
      </Rows>
    </Sheet>
  );
}

function Picture({ kind, hit }: { kind: HitGroup["kind"]; hit: Hit }) {
  if (kind === "document" || kind === "task") return null;
  return kind === "client" || kind === "message" ? (
    <Avatar name={hit.title} picture={hit.picture} />
  ) : (
    <Photo picture={hit.picture} />
  );
}

function ActionsPanel({ actions }: { actions: readonly SearchAction[] }) {
  return (
    <Sheet title="Actions">
      <Rows label="Actions">
        {actions.map(({ title, href }) => (
          <Row key={href}>
            <a className="link" href={href}>
              {title}
            </a>
          </Row>
        ))}
      </Rows>
    </Sheet>
  );
}
