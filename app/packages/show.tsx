import { href, Outlet } from "react-router";
import { AgentPanel } from "../assignments/agent-panel.tsx";
import { fetchAgent } from "../assignments/load-assignment.server.ts";
import { fetchShares } from "../assignments/load-shares.server.ts";
import { SharesPanel } from "../assignments/shares-panel.tsx";
import { withCall } from "../clients/call-link.server.ts";
import { clientPath } from "../clients/client-links.ts";
import { allows } from "../json-api/resource.ts";
import { settle } from "../json-api/settle.ts";
import { isLacking } from "../lists/lacking.ts";
import { FitsPanel } from "../matching/fits-panel.tsx";
import { fetchClientFits } from "../matching/load-fits.server.ts";
import { writingPath } from "../messages/message-link.ts";
import { clientOf } from "../opportunities/deal-parties.ts";
import { listPairs } from "../opportunities/opportunities.server.ts";
import { opportunityPath } from "../opportunities/opportunity-list.ts";
import type { FoundOpportunity } from "../opportunities/opportunity-resources.server.ts";
import { picturesContext } from "../pictures/pictures.ts";
import { agentOf, apiOf, logFaults, recordId } from "../session/session.server.ts";
import { readTaskPanel } from "../tasks/task-panel.server.ts";
import { TasksPanel } from "../tasks/tasks-panel.tsx";
import { Notice } from "../ui/notice.tsx";
import { Page, Split } from "../ui/page.tsx";
import { Tabs } from "../ui/tabs.tsx";
import type { Route } from "./+types/show";
import { ComparablePanel } from "./comparable-panel.tsx";
import { ListPricePanel } from "./list-price-panel.tsx";
import { loadPackage } from "./load-package.server.ts";
import { formatDueOffer } from "./offer-deadline.ts";
import { PackageHead } from "./package-head.tsx";
import { packagePath, pricePath } from "./package-list.ts";
import { type FoundPackage, lackingOfPackage } from "./packages.server.ts";
import { PairedClients } from "./paired-clients.tsx";
import { mostBeside } from "./photo-mosaic.tsx";
import { PropertyPanel } from "./property-panel.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const agent = agentOf(context);
  const packageId = recordId(params.packageId);
  const paired = settle(apiOf(context), (api) => listPairs(api, { packageId }), logFaults(context));
  const [{ clients, listPrices, comparables, photos, can: _can, etag: _etag, ...item }, tasks, assigned, shares, fits] =
    await Promise.all([
      loadPackage(context, params.packageId),
      readTaskPanel(context, { type: "package", id: packageId }),
      fetchAgent(context, { kind: "package", id: packageId }),
      fetchShares(context, { kind: "package", id: packageId }),
      fetchClientFits(context, packageId),
    ]);
  const pictures = context.get(picturesContext);
  const pictureOf = (source: string | null, width: 200 | 350) =>
    source === null ? null : pictures.pathOf(source, width, agent.workspace.id);
  const pairs = await paired;
  return {
    item: { ...item, listingAgent: item.listingAgent && withCall(item.listingAgent) },
    tasks,
    assigned,
    shares,
    fits,
    listPrices,
    comparables,
    photo: pictureOf(item.photoUrl, 350),
    strip: {
      count: photos.length,
      pictures: photos.slice(1, 1 + mostBeside).flatMap(({ url }) => pictureOf(url, 200) ?? []),
    },
    clients: (pairs.ok ? pairs.data.items.map(pairedOf) : clients.map(unpaired)).map(
      ({ profileImageUrl, clientId, ...client }) => ({
        ...client,
        picture: pictureOf(profileImageUrl, 200),
        message: clientId && writingPath(agent, { id: clientId, email: client.email }, packageId),
      }),
    ),
    lacking: pairs.ok || pairs.code === "missing" ? null : pairs.code,
    without: lackingOfPackage(apiOf(context), packageId),
    canOpen: agent.can("opportunities.create"),
    offerDue: formatDueOffer(item, new Date()),
    can: { update: allows({ can: _can }, "update"), archive: allows({ can: _can }, "archive") },
  };
}

function pairedOf(found: FoundOpportunity) {
  const { id, stage, client } = found;
  const { id: clientId, name, email } = clientOf(found);
  return {
    id,
    clientId,
    name,
    email,
    profileImageUrl: client?.profileImageUrl ?? null,
    href: opportunityPath(id),
    stage,
  };
}

function unpaired({ id, name, email, profileImageUrl }: FoundPackage["clients"][number]) {
  return { id, clientId: id, name, email, profileImageUrl, href: clientPath(id), stage: null };
}

export default function PackageDetail({ loaderData }: Route.ComponentProps) {
  const { item, tasks, listPrices, comparables, photo, strip, clients, lacking, without, canOpen, offerDue, can } =
    loaderData;
  const aside = (
    <div className="grid gap-2">
      <PropertyPanel
        facts={item}
        offerDue={offerDue}
        edit={can.update ? href("/packages/:packageId/edit", { packageId: item.id }) : null}
      />
      <AgentPanel panel={loaderData.assigned} />
      <SharesPanel panel={loaderData.shares} canUpdate={can.update} />
      <TasksPanel panel={tasks} />
    </div>
  );
  const below = (
    <div className="grid gap-2">
      {item.archivedAt === null ? <FitsPanel panel={loaderData.fits} share={null} /> : null}
      <PairedClients packageId={item.id} clients={clients} lacking={lacking} canOpen={canOpen} />
      {isLacking(without, "include=comparables") ? null : (
        <ComparablePanel packageId={item.id} comparables={comparables} canUpdate={can.update} />
      )}
      <ListPricePanel prices={listPrices} changePath={can.update ? pricePath(item.id, "") : null} />
    </div>
  );
  return (
    <Page>
      <PackageHead
        item={item}
        photos={{ cover: photo, ...strip, count: isLacking(without, "include=photos") ? null : strip.count }}
        glance={{ listPrice: item.listPrice, clients }}
        can={can}
      />
      {without.sentence === null ? null : <Notice>{without.sentence}</Notice>}
      <Split aside={aside} below={below}>
        <Tabs
          label={item.street}
          tabs={[
            { label: "Documents", href: packagePath(item.id) },
            { label: "Inspection reports", href: href("/packages/:packageId/inspections", { packageId: item.id }) },
            { label: "Estimated costs", href: href("/packages/:packageId/costs", { packageId: item.id }) },
          ]}
        />
        <Outlet />
      </Split>
    </Page>
  );
}
