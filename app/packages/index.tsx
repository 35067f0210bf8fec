import { saysAgents } from "../assignments/listed-agents.ts";
import { loadListAgent } from "../assignments/load-list-agent.server.ts";
import { findClientAddress } from "../clients/clients.server.ts";
import { pickableClients } from "../clients/pickable-clients.server.ts";
import { offers } from "../json-api/service.ts";
import { wordsIn } from "../lists/list-filters.ts";
import { listQuery, readList, shownPage } from "../lists/list-state.ts";
import { isOpenedAlone, ListWithDialog, revalidateUnlessDialog } from "../lists/list-with-dialog.tsx";
import { selectable } from "../lists/load-selection.server.ts";
import { loadViews } from "../lists/load-views.server.ts";
import { noticeOf, obeyedState, obeysAt } from "../lists/obeyed.server.ts";
import { loadFitFilter } from "../matching/fits.server.ts";
import { findFilter } from "../picking/find-filter.server.ts";
import { picturesContext } from "../pictures/pictures.ts";
import { packagesPath } from "../record-paths.ts";
import { agentOf, apiOf, load, logFaults } from "../session/session.server.ts";
import type { Route } from "./+types/index";
import { listChoices } from "./list-choices.server.ts";
import { clientFilter, filters, isAlone, isOverList, listState, packageList } from "./package-list.ts";
import { PackageListPage } from "./package-list-page.tsx";
import { rowOf } from "./package-row.ts";
import { listPackages } from "./packages.server.ts";

/** The list; null where the page below was opened at its own address. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const agent = agentOf(context);
  if (isOpenedAlone(request, url, isOverList) || isAlone(url)) return { list: null };
  const api = apiOf(context);
  const views = loadViews(context, packageList);
  const client = await findFilter(api, pickableClients, url, clientFilter, logFaults(context));
  const asked = { ...readList(listState, url.searchParams), client: client.id };
  const fitting = loadFitFilter(
    context,
    "client",
    asked.fits,
    async (api, id) => (await findClientAddress(api, id)).name,
  );
  const obeys = obeysAt(api, "packages");
  const state = obeyedState(filters, asked, obeys);
  const found = await load(listPackages(api, state));
  const shownAgent = await loadListAgent(context, {
    id: state.agent,
    all: packagesPath + listQuery({ ...state, agent: null }),
  });
  const fit = await fitting;
  const pictures = context.get(picturesContext);
  return {
    list: {
      ...selectable(context, { list: packageList, url }, found, shownPage(packagesPath, state, found)),
      notice: noticeOf(found, asked, state),
      offers: {
        search: obeys("filter[search]"),
        archived: obeys("filter[archived]"),
        client: obeys("filter[client_id]"),
      },
      choices: listChoices(state, obeys, wordsIn(found.items.map(({ tags }) => tags ?? []))),
      rows: found.items.map((item) => ({
        ...rowOf(item, pictures, agent.workspace.id),
        fit: fit?.reasonOf(item.id) ?? null,
      })),
      hasAgents: saysAgents(found.items),
      client: await client.shown,
      agent: shownAgent,
      fit: state.fits === null ? null : (fit?.shownAt(packagesPath + listQuery({ ...state, fits: null })) ?? null),
      saved: (await views)(listQuery(state)),
      can: {
        create: agent.can("packages.create"),
        trash: agent.can("packages.create") && offers(api.service, "trashed_records"),
        export: agent.can("packages.export"),
        pair: agent.can("opportunities.create"),
      },
    },
  };
}

export const shouldRevalidate = revalidateUnlessDialog(isOverList);

export default function Packages({ loaderData: { list } }: Route.ComponentProps) {
  return <ListWithDialog list={list === null ? null : <PackageListPage {...list} />} />;
}
