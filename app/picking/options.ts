import { pickableOf } from "../record-kind.ts";
import { load, notFound } from "../session/session.server.ts";
import { readSearch } from "../ui/search-text.ts";
import type { Route } from "./+types/options";
import { type FoundOptions, mostOptions, pickKinds } from "./pick.ts";
import { picturesOf } from "./picking.server.ts";

/** What a picker offers for what is typed into it, as JSON. */

export async function loader({ url, context }: Route.LoaderArgs) {
  const kind = pickKinds.find((known) => known === url.searchParams.get("of"));
  if (kind === undefined) throw notFound();
  const offered = pickableOf(context, kind, picturesOf(context), url.searchParams.get("package") ?? "");
  const words = readSearch(url.searchParams);
  const found: FoundOptions = await load(
    words === "" ? offered.first().then((options) => ({ options, isGuess: false })) : offered.search(words),
  );
  return Response.json(
    { ...found, options: found.options.slice(0, mostOptions) },
    { headers: { "Cache-Control": "private, no-cache" } },
  );
}
