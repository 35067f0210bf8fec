import { pickableReports } from "../inspections/pickable-reports.server.ts";
import { apiOf, identityApiOf, load, notFound, recordId } from "../session/session.server.ts";
import { pickableAbout } from "../tasks/about.server.ts";
import { readSearch } from "../ui/search-text.ts";
import type { Route } from "./+types/options";
import { type FoundOptions, mostOptions, type PickKind, pickKinds } from "./pick.ts";
import { pickableClients, pickableDocuments, pickablePackages } from "./pickable-records.server.ts";
import { type Pickable, type PictureOf, pickableAgents, pickableColleagues, picturesOf } from "./picking.server.ts";

/** What a picker offers for what is typed into it, as JSON. */

type Context = Route.LoaderArgs["context"];
type Offered = Pick<Pickable, "first" | "search">;

const pickables: Readonly<Record<PickKind, (context: Context, pictureOf: PictureOf, packageId: string) => Offered>> = {
  clients: (context, pictureOf) => pickableClients(apiOf(context), pictureOf),
  properties: (context, pictureOf) => pickablePackages(apiOf(context), pictureOf),
  colleagues: (context, pictureOf) => pickableColleagues(identityApiOf(context), pictureOf),
  agents: (context, pictureOf) => pickableAgents(identityApiOf(context), pictureOf),
  documents: (context) => pickableDocuments(apiOf(context)),
  reports: (context, _pictureOf, packageId) => pickableReports(apiOf(context), recordId(packageId)),
  subjects: (context, pictureOf) => pickableAbout(apiOf(context), pictureOf),
};

export async function loader({ url, context }: Route.LoaderArgs) {
  const kind = pickKinds.find((known) => known === url.searchParams.get("of"));
  if (kind === undefined) throw notFound();
  const offered = pickables[kind](context, picturesOf(context), url.searchParams.get("package") ?? "");
  const words = readSearch(url.searchParams);
  const found: FoundOptions = await load(
    words === "" ? offered.first().then((options) => ({ options, isGuess: false })) : offered.search(words),
  );
  return Response.json(
    { ...found, options: found.options.slice(0, mostOptions) },
    { headers: { "Cache-Control": "private, no-cache" } },
  );
}
