import { Outlet } from "react-router";
import { costsPath } from "../costs/estimate.ts";
import { inspectionsPath } from "../inspections/inspection-paths.ts";
import { allows } from "../json-api/resource.ts";
import { picturesContext } from "../pictures/pictures.ts";
import { agentOf } from "../session/session.server.ts";
import { Page, Split } from "../ui/page.tsx";
import { Tabs } from "../ui/tabs.tsx";
import type { Route } from "./+types/show";
import { ComparablePanel } from "./comparable-panel.tsx";
import { ListPricePanel } from "./list-price-panel.tsx";
import { dueOfferOf } from "./offer-time.server.ts";
import { openPackage } from "./opening.server.ts";
import { PackageHead } from "./package-head.tsx";
import { packagePath } from "./package-list.ts";
import { PairedClients } from "./paired-clients.tsx";
import { PropertyPanel } from "./property-panel.tsx";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.item.street ?? "Not Found"} · Latchkey` },
];

export async function loader({ params, context }: Route.LoaderArgs) {
  const { workspace } = agentOf(context);
  const {
    clients,
    listPrices,
    comparables,
    can: _can,
    etag: _etag,
    ...item
  } = await openPackage(context, params.packageId);
  const pictures = context.get(picturesContext);
  const pictureOf = (source: string | null, width: 200 | 350) =>
    source === null ? null : pictures.pathOf(source, width, workspace.id);
  return {
    item,
    listPrices,
    comparables,
    photo: pictureOf(item.photoUrl, 350),
    clients: clients.map(({ id, name, email, profileImageUrl }) => ({
      ...{ id, name, email },
      picture: pictureOf(profileImageUrl, 200),
    })),
    offerDue: dueOfferOf(item, new Date()),
    can: { update: allows({ can: _can }, "update"), archive: allows({ can: _can }, "archive") },
  };
}

export default function PackageDetail({ loaderData }: Route.ComponentProps) {
  const { item, listPrices, comparables, photo, clients, offerDue, can } = loaderData;
  const aside = (
    <div className="grid gap-2">
      <PropertyPanel facts={item} offerDue={offerDue} />
      <PairedClients clients={clients} />
      <ComparablePanel packageId={item.id} comparables={comparables} canUpdate={can.update} />
      <ListPricePanel prices={listPrices} />
    </div>
  );
  return (
    <Page>
      <PackageHead item={item} photo={photo} can={can} />
      <Split aside={aside}>
        <Tabs
          label={item.street}
          tabs={[
            { label: "Documents", href: packagePath(item.id) },
            { label: "Inspection reports", href: inspectionsPath(item.id) },
            { label: "Estimated costs", href: costsPath(item.id) },
          ]}
        />
        <Outlet />
      </Split>
    </Page>
  );
}
