import { allows } from "../json-api/resource.ts";
import { picturesContext } from "../pictures/pictures.ts";
import { agentOf } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { FactList } from "../ui/fact-list.tsx";
import { Notice } from "../ui/notice.tsx";
import { formatMoney, formatNumber } from "../ui/number-format.ts";
import { Breadcrumb, Page, PageHead, Row, Rows, Sheet, Split } from "../ui/page.tsx";
import type { Route } from "./+types/show";
import { urgencyOf } from "./offer-time.ts";
import { openPackage } from "./opening.server.ts";
import { placeOf } from "./package.ts";
import { listPath, packagePath } from "./package-list.ts";
import { OfferDue } from "./package-table.tsx";
import type { FoundPackage } from "./packages.server.ts";
import { PairedClients } from "./paired-clients.tsx";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.found.street ?? "Not Found"} · Latchkey` },
];

export async function loader({ params, context }: Route.LoaderArgs) {
  const { workspace } = agentOf(context);
  const { clients, can: _can, ...found } = await openPackage(context, params.packageId);
  const pictures = context.get(picturesContext);
  const { offerDueAt, timeZone } = found;
  return {
    found,
    clients: clients.map(({ id, name, email, profileImageUrl: picture }) => ({
      ...{ id, name, email },
      picture: picture === null ? null : pictures.pathOf(picture, 200, workspace.id),
    })),
    offerDue:
      offerDueAt === null
        ? null
        : { at: offerDueAt, timeZone: timeZone ?? "UTC", urgency: urgencyOf(offerDueAt, Date.now()) },
    can: { update: allows({ can: _can }, "update"), archive: allows({ can: _can }, "archive") },
  };
}

/** "3 Bd, 2.5 Ba, 1,840 Sqft", of what is known. */
function sizeOf({ beds, baths, sqft }: Pick<FoundPackage, "beds" | "baths" | "sqft">): string {
  const parts = [
    [beds, "Bd"],
    [baths, "Ba"],
    [sqft, "Sqft"],
  ] as const;
  return parts.flatMap(([value, unit]) => (value === null ? [] : [`${formatNumber(value)} ${unit}`])).join(", ");
}

export default function PackageDetail({ loaderData: { found, clients, offerDue, can } }: Route.ComponentProps) {
  const { id, street, archivedAt, listPrices, schools, listingAgent } = found;
  const figure = (value: number | null, unit = "") => (value === null ? null : formatNumber(value) + unit);
  return (
    <Page>
      <Breadcrumb items={[{ label: "Properties", href: listPath }, { label: "Manage property" }]} />
      <PageHead title={street} subtitle={[placeOf(found), sizeOf(found)].filter((text) => text !== "").join(" · ")}>
        {can.update ? <LinkButton href={packagePath(id, "edit")}>Edit info</LinkButton> : null}
        {can.archive && archivedAt === null ? (
          <LinkButton href={packagePath(id, "archival")} look="quiet">
            Archive
          </LinkButton>
        ) : null}
      </PageHead>
      {archivedAt === null ? null : (
        <Notice title="Archived.">
          Put away on <DateTime value={archivedAt} form="day" />.{" "}
          {can.archive ? <a href={packagePath(id, "archival/removal")}>Bring back</a> : null}
        </Notice>
      )}
      <Split aside={<PairedClients clients={clients} />}>
        <div className="grid gap-2">
          <Sheet title="Property">
            <FactList
              facts={[
                { label: "Offers due", long: true, value: offerDue === null ? null : <OfferDue due={offerDue} /> },
                {
                  label: "List price",
                  value: found.listPrice ? formatMoney(found.listPrice.currency, found.listPrice.amount) : null,
                },
                { label: "Beds", value: figure(found.beds) },
                { label: "Baths", value: figure(found.baths) },
                { label: "Sqft", value: figure(found.sqft) },
                { label: "Lot size", value: figure(found.lotSize, " sqft") },
                { label: "Garages", value: figure(found.garages) },
                { label: "Area", value: found.area },
                {
                  label: "Schools",
                  long: true,
                  value:
                    schools.length === 0 ? null : schools.map((school) => <School key={school.name} {...school} />),
                },
                {
                  label: "Listing agent",
                  long: true,
                  value:
                    listingAgent === null
                      ? null
                      : [listingAgent.name, listingAgent.email, listingAgent.phoneNumber].filter(Boolean).join(" · "),
                },
              ]}
            />
          </Sheet>
          {listPrices.length === 0 ? null : (
            <Sheet title="List prices">
              <Rows label="List prices">
                {listPrices.map(({ id, price, changedAt, actorName }) => (
                  <Row key={id}>
                    <span className="num">{price === null ? "None" : formatMoney(price.currency, price.amount)}</span>
                    <span className="muted small">
                      <DateTime value={changedAt} /> {actorName === null ? null : `by ${actorName}`}
                    </span>
                  </Row>
                ))}
              </Rows>
            </Sheet>
          )}
        </div>
      </Split>
    </Page>
  );
}

function School({ name, url }: FoundPackage["schools"][number]) {
  if (url === null || !/^https?:\/\//.test(url)) return <div>{name}</div>;
  return (
    <div>
      <a className="link" href={url} rel="noreferrer">
        {name}
      </a>
    </div>
  );
}
