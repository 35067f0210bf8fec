import { Form } from "react-router";
import { sharingPath } from "../lists/selection.ts";
import { pickableOf } from "../record-kind.ts";
import { load, notFound, requirePermission } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState, Notice } from "../ui/notice.tsx";
import { Page, PageHead, Row, Rows, Sheet } from "../ui/page.tsx";
import { searchIn } from "../ui/search-text.ts";
import { SearchBox } from "../ui/toolbar.tsx";
import type { Route } from "./+types/share";
import { readSelection } from "./batch-lists.server.ts";
import { countOf } from "./batch-words.ts";
import { sharedWords } from "./shared-words.ts";

/** Which property the chosen clients are to get, or who gets the chosen properties: the newest, or those in which the words are found. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const selection = readSelection(context, url.searchParams);
  const words = sharedWords(selection?.chosen.kind ?? "");
  if (selection === null || words === null) throw notFound();
  const { nouns, list, label, again, ids } = selection;
  requirePermission(context, "opportunities.create", words.permission, {
    label: `Back to ${nouns.many}`,
    href: list,
  });
  const chosen = ids ?? [];
  const search = searchIn(url.searchParams.get(words.search.name) ?? "");
  const isPossible = chosen.length > 0 && chosen.length <= words.most;
  const isOfClients = words.of === "clients";
  const others = pickableOf(context, isOfClients ? "properties" : "clients");
  const { options, isGuess } = !isPossible
    ? { options: [], isGuess: false }
    : await load(
        search === "" ? others.first().then((options) => ({ options, isGuess: false })) : others.search(search),
      );
  const found = options.map(({ id, name, detail }) => ({ id, name, detail, href: words.pathOf(id, chosen) }));
  const those = countOf(chosen.length, nouns);
  const why = chosen.length === 0 ? words.chooseFirst : `You chose ${those}. ${words.chooseFewer}`;
  return {
    said: saidOf(words),
    title: isPossible ? words.titleFor(those) : words.label,
    why,
    list,
    label,
    again,
    chosen,
    isPossible,
    search,
    isGuess,
    found,
  };
}

/** What the page says: all words but those that the server puts together. */
function saidOf({ of, label, hint, search, none, noMatch, again }: NonNullable<ReturnType<typeof sharedWords>>) {
  return { of, label, hint, search, none, noMatch, again };
}

export default function ShareWithChosen({ loaderData }: Route.ComponentProps) {
  const { said, title, why, list, label, again, chosen, isPossible, search, isGuess, found } = loaderData;
  const { name, label: searchLabel, newest, found: foundLabel } = said.search;
  return (
    <Page narrow>
      <PageHead crumbs={[{ label, href: list }, { label: said.label }]} title={title} subtitle={said.hint} />
      {isPossible ? (
        <>
          <Form
            method="get"
            action={sharingPath}
            discover="none"
            role="search"
            aria-label={searchLabel}
            className="tools"
          >
            <input type="hidden" name="of" value={said.of} />
            {chosen.map((id) => (
              <input key={id} type="hidden" name="id" value={id} />
            ))}
            <SearchBox name={name} label={searchLabel} placeholder={searchLabel} value={search} />
            <button className="btn" type="submit">
              Search
            </button>
          </Form>
          {isGuess ? <Notice>Nothing has exactly these words. These have similar ones.</Notice> : null}
          <Sheet title={search === "" ? newest : foundLabel}>
            {found.length === 0 ? (
              <EmptyState>{search === "" ? said.none : said.noMatch}</EmptyState>
            ) : (
              <Found label={search === "" ? newest : foundLabel} found={found} />
            )}
          </Sheet>
        </>
      ) : (
        <Sheet>
          <EmptyState action={<LinkButton href={again}>{said.again}</LinkButton>}>{why}</EmptyState>
        </Sheet>
      )}
    </Page>
  );
}

type FoundProps = Pick<Route.ComponentProps["loaderData"], "found"> & { label: string };

function Found({ label, found }: FoundProps) {
  return (
    <Rows label={label}>
      {found.map(({ id, name, detail, href }) => (
        <Row key={id}>
          <div>
            <a className="link" href={href}>
              <b>{name}</b>
            </a>
            <div className="muted small">{detail}</div>
          </div>
        </Row>
      ))}
    </Rows>
  );
}
