import { Form } from "react-router";
import { pickablePackages } from "../picking/picking.server.ts";
import { agentOf, apiOf, loadOffered, notFound, requirePermission } from "../session/session.server.ts";
import { mostChosen, shareWithPath } from "../sharing/share-link.ts";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState, Notice } from "../ui/notice.tsx";
import { Breadcrumb, Page, PageHead, Row, Rows, Sheet } from "../ui/page.tsx";
import { searchIn } from "../ui/search-text.ts";
import { SearchBox } from "../ui/toolbar.tsx";
import type { Route } from "./+types/share";
import { readSelection } from "./batch-lists.server.ts";
import { countOf } from "./batch-words.ts";
import { sharingPath } from "./selection.ts";

const noPackages = "The connected service doesn't store properties.";

/** Which property the chosen clients are to get: the newest, or those in which the words are found. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const selection = readSelection(url.searchParams, agentOf(context).person.id);
  if (selection === null || selection.chosen.kind !== "client") throw notFound();
  const { nouns, list, again, ids } = selection;
  requirePermission(context, "opportunities.create", "share properties with clients", {
    label: "Back to clients",
    href: list,
  });
  const chosen = ids ?? [];
  const search = searchIn(url.searchParams.get("property") ?? "");
  const isPossible = chosen.length > 0 && chosen.length <= mostChosen;
  const packages = pickablePackages(apiOf(context));
  const { options, isGuess } = !isPossible
    ? { options: [], isGuess: false }
    : await loadOffered(
        search === "" ? packages.first().then((options) => ({ options, isGuess: false })) : packages.search(search),
        noPackages,
      );
  const found = options.map(({ id, name, detail }) => ({ id, name, detail, href: shareWithPath(id, chosen) }));
  return { nouns, list, again, chosen, isPossible, search, isGuess, found };
}

export default function ShareWithChosen({ loaderData }: Route.ComponentProps) {
  const { nouns, list, again, chosen, isPossible, search, isGuess, found } = loaderData;
  return (
    <Page narrow>
      <Breadcrumb items={[{ label: "Clients", href: list }, { label: "Share a property" }]} />
      <PageHead
        title={isPossible ? `Share a property with ${countOf(chosen.length, nouns)}` : "Share a property"}
        subtitle="Choose the property. On the next page you check who gets it, the documents and the note."
      />
      {isPossible ? (
        <>
          <Form
            method="get"
            action={sharingPath}
            discover="none"
            role="search"
            aria-label="Search properties"
            className="tools"
          >
            {chosen.map((id) => (
              <input key={id} type="hidden" name="id" value={id} />
            ))}
            <SearchBox name="property" label="Search properties" placeholder="Search properties" value={search} />
            <button className="btn" type="submit">
              Search
            </button>
          </Form>
          {isGuess ? <Notice>Nothing has exactly these words. These have similar ones.</Notice> : null}
          <Sheet title={search === "" ? "Newest properties" : "Properties found"}>
            <Found found={found} search={search} />
          </Sheet>
        </>
      ) : (
        <Sheet>
          <EmptyState action={<LinkButton href={again}>Choose clients</LinkButton>}>
            {chosen.length === 0
              ? `Choose 1 to ${mostChosen} clients first.`
              : `You chose ${countOf(chosen.length, nouns)}. A property can be shared with up to ${mostChosen} at once.`}
          </EmptyState>
        </Sheet>
      )}
    </Page>
  );
}

function Found({ found, search }: Pick<Route.ComponentProps["loaderData"], "found" | "search">) {
  if (found.length === 0)
    return (
      <EmptyState>
        {search === "" ? "There are no properties yet." : "No property matches. Check the spelling."}
      </EmptyState>
    );
  return (
    <Rows label="Properties">
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
