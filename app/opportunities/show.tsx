import { settle } from "../json-api/settle.ts";
import { picturesContext } from "../pictures/pictures.ts";
import { agentOf, apiOf } from "../session/session.server.ts";
import { Breadcrumb, Page, Sheet, Split } from "../ui/page.tsx";
import type { Route } from "./+types/show";
import { HistoryPanel } from "./history-panel.tsx";
import { OffersPanel } from "./offers-panel.tsx";
import { openOpportunityPage } from "./opening.server.ts";
import { listMoves, listOffers } from "./opportunities.server.ts";
import { openMoves } from "./opportunity.ts";
import { OpportunityHead } from "./opportunity-head.tsx";
import { listPath } from "./opportunity-list.ts";
import { rowOf } from "./opportunity-row.ts";
import { StagePanel } from "./stage-panel.tsx";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: `${loaderData ? `${loaderData.row.client.name}, ${loaderData.row.property.street}` : "Not Found"} · Latchkey`,
  },
];

export async function loader({ params, context }: Route.LoaderArgs) {
  const { workspace } = agentOf(context);
  const api = apiOf(context);
  const found = await openOpportunityPage(context, params.opportunityId);
  const [moves, offers] = await Promise.all([settle(listMoves(api, found.id)), settle(listOffers(api, found.id))]);
  return {
    row: rowOf(found, context.get(picturesContext), workspace.id, new Date()),
    stageSince: found.stageSince,
    next: openMoves(found).map(({ to }) => to),
    undo: found.can === null || found.can.includes("move") ? found.undo : null,
    hasAgreement: found.hasAgreement,
    canUpdate: found.can === null || found.can.includes("update"),
    timeZone: found.package?.timeZone ?? "UTC",
    moves,
    offers,
  };
}

export default function OpportunityDetail({ loaderData }: Route.ComponentProps) {
  const { row, stageSince, next, undo, hasAgreement, canUpdate, timeZone, moves, offers } = loaderData;
  return (
    <Page>
      <Breadcrumb
        items={[{ label: "Pipeline", href: listPath }, { label: `${row.client.name}, ${row.property.street}` }]}
      />
      <OpportunityHead row={row} canUpdate={canUpdate} />
      <Split aside={<StagePanel id={row.id} stage={row.stage} {...{ stageSince, next, undo, hasAgreement }} />}>
        <div className="grid gap-2">
          <Sheet title="Offers">
            <OffersPanel offers={offers} timeZone={timeZone} />
          </Sheet>
          <Sheet title="History">
            <HistoryPanel moves={moves} timeZone={timeZone} />
          </Sheet>
        </div>
      </Split>
    </Page>
  );
}
