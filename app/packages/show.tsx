import { href, Outlet } from "react-router";
import { TeamPanel } from "../assignments/agent-panel.tsx";
import { fetchAgent, fetchShares } from "../assignments/assignments.server.ts";
import { allows } from "../json-api/resource.ts";
import { absentOf, obeys } from "../json-api/service.ts";
import { settle } from "../json-api/settle.ts";
import { writingPath } from "../messages/message-link.ts";
import { clientOf } from "../opportunities/deal-parties.ts";
import { listPairs } from "../opportunities/opportunities.server.ts";
import type { FoundOpportunity } from "../opportunities/opportunity-resources.server.ts";
import { picturesContext } from "../pictures/pictures.ts";
import { clientPath, opportunityPath, packagePath } from "../record-paths.ts";
import { agentOf, apiOf, logFaults, recordId } from "../session/session.server.ts";
import { readTaskPanel } from "../tasks/task-panel.server.ts";
import { TasksPanel } from "../tasks/tasks-panel.tsx";
import { isAbsent } from "../ui/not-loaded.tsx";
import { Page } from "../ui/page.tsx";
import { withCall } from "../ui/phone.server.ts";
import { Tabs } from "../ui/tabs.tsx";
import type { Route } from "./+types/show";
import { loadPackage } from "./load-package.server.ts";
import { formatDueOffer } from "./offer-deadline.ts";
import { PackageHead } from "./package-head.tsx";
import type { FoundPackage } from "./packages.server.ts";
import { PairedClients } from "./paired-clients.tsx";
import { mostBeside } from "./photo-mosaic.tsx";
import type { PropertyAside } from "./property-aside.ts";
import { PropertyPanel } from "./property-panel.tsx";

/** What tabs and links need of the service. */
const partsOfPage = {
  documents: "documents filter[package_id]",
  inspections: "inspection_reports",
  costs: "cost_estimates",
  activity: "activities",
  links: "share_links",
  trash: "trashed_records",
  shares: "packages/client_shares",
  portal: "packages/portal_release",
};

export async function loader({ params, context }: Route.LoaderArgs) {
  const agent = agentOf(context);
  const packageId = recordId(params.packageId);
  const paired = settle(apiOf(context), (api) => listPairs(api, { packageId }), logFaults(context));
  const [found, tasks, assigned, shares] = await Promise.all([
    loadPackage(context, params.packageId),
    readTaskPanel(context, { type: "package", id: packageId }),
    fetchAgent(context, { kind: "package", id: packageId }),
    fetchShares(context, { kind: "package", id: packageId }),
  ]);
  const {
    clients,
    listPrices: _listPrices,
    comparables,
    photos,
    listingAgent,
    can: _can,
    etag: _etag,
    ...item
  } = found;
  const pictures = context.get(picturesContext);
  const pictureOf = (source: string | null, width: 200 | 350) =>
    source === null ? null : pictures.pathOf(source, width, agent.workspace.id);
  const pairs = await paired;
  return {
    item: { ...item, listingAgent: listingAgent && shownAgent(listingAgent, pictureOf) },
    tasks,
    assigned,
    shares,
    comparables: comparables.length,
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
    late: pairs.ok || isAbsent(pairs) ? null : pairs,
    absent: absentOf(apiOf(context).service, partsOfPage),
    hasPhotos: obeys(apiOf(context).service, "packages", "include=photos"),
    canOpen: agent.can("opportunities.create"),
    offerDue: formatDueOffer(item, new Date()),
    can: { update: allows({ can: _can }, "update"), archive: allows({ can: _can }, "archive") },
  };
}

function shownAgent(
  { profilePhotoUrl, ...agent }: NonNullable<FoundPackage["listingAgent"]>,
  pictureOf: (source: string | null, width: 200) => string | null,
) {
  return { ...withCall(agent), picture: pictureOf(profilePhotoUrl ?? null, 200) };
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
  const { item, tasks, comparables, photo, strip, clients, late, absent, hasPhotos, canOpen, offerDue, can } =
    loaderData;
  const params = { packageId: item.id };
  const aside: PropertyAside = {
    details: <PropertyPanel facts={item} edit={can.update ? href("/packages/:packageId/edit", params) : null} />,
    tasks: <TasksPanel panel={tasks} />,
    team: <TeamPanel agent={loaderData.assigned} shares={loaderData.shares} canShare={can.update} />,
    clients: <PairedClients packageId={item.id} clients={clients} canOpen={canOpen} />,
  };
  return (
    <Page>
      <PackageHead
        item={item}
        photos={{ cover: photo, ...strip, count: hasPhotos ? strip.count : null }}
        glance={{ facts: item, offerDue, clients, late }}
        can={can}
        absent={absent}
      />
      <Tabs
        label={item.street}
        tabs={[
          { label: "Documents", href: packagePath(item.id), part: "documents" },
          {
            label: "Inspection reports",
            href: href("/packages/:packageId/inspections", params),
            part: "inspections",
          },
          { label: "Estimated costs", href: href("/packages/:packageId/costs", params), part: "costs" },
          {
            label: "Clients",
            href: href("/packages/:packageId/clients", params),
            count: late === null ? clients.length : 0,
          },
          { label: "Comparables", href: href("/packages/:packageId/comparables", params), count: comparables },
          { label: "Activity", href: href("/packages/:packageId/activity", params), part: "activity" },
        ].filter(({ part = "" }) => !absent.includes(part))}
      />
      <Outlet context={aside} />
    </Page>
  );
}
