import { href, Outlet } from "react-router";
import { trashingPath } from "../action-paths.ts";
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
import { clientPath, opportunityPath, packagePath, packagesPath } from "../record-paths.ts";
import { agentOf, apiOf, logFaults, recordId } from "../session/session.server.ts";
import { readTaskPanel } from "../tasks/load-task.server.ts";
import { TasksPanel } from "../tasks/tasks-panel.tsx";
import { LinkButton } from "../ui/button.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { Icon } from "../ui/icon.tsx";
import { Menu, MenuDelete, MenuLink, MoreLabel } from "../ui/menu.tsx";
import { isAbsent } from "../ui/not-loaded.tsx";
import { Notice } from "../ui/notice.tsx";
import { Page, PageHead } from "../ui/page.tsx";
import { withCall } from "../ui/phone.server.ts";
import { Photo } from "../ui/photo.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { Tags } from "../ui/tag.tsx";
import type { Route } from "./+types/show";
import { loadPackage } from "./load-package.server.ts";
import { formatDueOffer } from "./offer-deadline.ts";
import { placeAndSize } from "./package.ts";
import { PackageGlance } from "./package-glance.tsx";
import type { FoundPackage } from "./packages.server.ts";
import { PairedClients } from "./paired-clients.tsx";
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
  const { item, tasks, comparables, clients, late, absent, canOpen, can } = loaderData;
  const params = { packageId: item.id };
  const aside: PropertyAside = {
    details: <PropertyPanel facts={item} edit={can.update ? href("/packages/:packageId/edit", params) : null} />,
    tasks: <TasksPanel panel={tasks} />,
    team: <TeamPanel agent={loaderData.assigned} shares={loaderData.shares} canShare={can.update} />,
    clients: <PairedClients packageId={item.id} clients={clients} canOpen={canOpen} />,
  };
  return (
    <Page>
      <PackageHead {...loaderData} />
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

type Shown = Route.ComponentProps["loaderData"];

/** The head of a property's page: photo, address and actions. */
function PackageHead(shown: Shown) {
  const { item, offerDue, clients, late, can, absent } = shown;
  const { id, street, archivedAt } = item;
  return (
    <>
      <PageHead
        crumbs={[{ label: "Properties", href: packagesPath }, { label: "Manage property" }]}
        title={street}
        subtitle={
          <>
            {placeAndSize(item)} <Tags items={item.tags ?? []} />
          </>
        }
        lead={<PhotoMosaic {...shown} />}
        below={<PackageGlance facts={item} offerDue={offerDue} clients={clients} late={late} />}
      >
        {can.update ? (
          <>
            {absent.includes("portal") ? null : (
              <LinkButton href={href("/packages/:packageId/portal", { packageId: id })} look="quiet">
                <Icon name="eye" />
                Client portal
              </LinkButton>
            )}
            <LinkButton href={href("/packages/:packageId/edit", { packageId: id })}>
              <Icon name="edit" />
              Edit info
            </LinkButton>
          </>
        ) : null}
        <span className="duo flex max-sm:order-1 max-sm:flex-[1_0_100%]">
          {can.update && !absent.includes("shares") ? (
            <LinkButton href={href("/packages/:packageId/shares/clients", { packageId: id })} look="go">
              <Icon name="mail" />
              Share property
            </LinkButton>
          ) : null}
          {absent.includes("links") ? null : (
            <LinkButton href={href("/packages/:packageId/shares", { packageId: id })}>
              <Icon name="link" />
              Share
            </LinkButton>
          )}
        </span>
        {can.archive ? (
          <Menu label={<MoreLabel />} button="quiet only" end>
            {archivedAt === null ? (
              <MenuLink href={href("/packages/:packageId/archival", { packageId: id })}>Archive</MenuLink>
            ) : null}
            {absent.includes("trash") ? null : <MenuDelete href={trashingPath("package", id)} />}
          </Menu>
        ) : null}
      </PageHead>
      {archivedAt === null ? null : (
        <Notice>
          Archived on <DateTime value={archivedAt} form="day" />. Its opportunities and tasks stay in their lists.{" "}
          {can.archive ? <a href={href("/packages/:packageId/archival/removal", { packageId: id })}>Restore</a> : null}
        </Notice>
      )}
    </>
  );
}

/** Photos beside the first one. */
const mostBeside = 3;

/** The first photos of a property in one box, and the way to all of them. */
function PhotoMosaic({ item, photo, strip: { count, pictures }, hasPhotos, can }: Shown) {
  const label = count === 0 ? "Add photos" : count === 1 ? "1 photo" : `${count} photos`;
  const all = [photo, ...pictures];
  return (
    <div className="mosaic relative grid h-[172px] w-[272px] flex-none grid-cols-[minmax(0,2fr)_minmax(0,1fr)] grid-rows-3 gap-0.25 overflow-clip rounded-lg max-sm:-mx-2 max-sm:block max-sm:aspect-[16/9] max-sm:h-auto max-sm:w-auto max-sm:flex-[1_0_100%] max-sm:rounded-none">
      {all.map((picture, place) => (
        <Photo
          key={picture}
          picture={picture}
          className={`photo size-full rounded-none ${areaOf(place, all.length)}`}
        />
      ))}
      {!hasPhotos || (count === 0 && !can.update) ? null : (
        <a
          className="btn absolute right-1 bottom-1 min-h-[28px] text-0"
          href={href("/packages/:packageId/photos", { packageId: item.id })}
        >
          {label}
        </a>
      )}
    </div>
  );
}

/** In two columns and three rows: the first photo fills the left one, the last one what is left. On phones the first is alone. */
function areaOf(place: number, count: number): string {
  if (place === 0) return count === 1 ? "row-span-3 col-span-2" : "row-span-3";
  const rows = place < count - 1 ? "" : ["", "row-span-3", "row-span-2"][place];
  return `max-sm:hidden ${rows ?? ""}`.trim();
}
