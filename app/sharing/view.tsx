import { href } from "react-router";
import { placeAndSize } from "../packages/package.ts";
import { PhotoTile, PhotoTiles } from "../packages/photo-tiles.tsx";
import { Schools } from "../packages/schools.tsx";
import { FactList } from "../ui/fact-list.tsx";
import { formatMoney, formatNumber } from "../ui/number-format.ts";
import { Page, PageHead, Sheet } from "../ui/page.tsx";
import { Photo } from "../ui/photo.tsx";
import type { Route } from "./+types/view";
import { AgentContact } from "./agent-contact.tsx";
import { linkToken, loadShared, sharingApiOf } from "./load-shared.server.ts";
import { findView, type SharedView } from "./shared.server.ts";
import { SharedDocuments } from "./shared-documents.tsx";
import { readStart } from "./shared-property.ts";

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const token = linkToken(params.token);
  const start = readStart(url.searchParams);
  const {
    id: _id,
    etag: _etag,
    can: _can,
    ...view
  } = await loadShared(context, token, (viewing) => findView(sharingApiOf(context), viewing, start));
  return { token, start, view };
}

/** The property as people with the link see it. */
export default function SharedProperty({ loaderData: { token, start, view } }: Route.ComponentProps) {
  const { street, workspaceName, agent, photos } = view;
  const pathOf = (photoId: string) => href("/shared/:token/photos/:photoId", { token, photoId });
  const [cover] = photos;
  return (
    <Page narrow>
      <meta name="robots" content="noindex" />
      <PageHead
        title={street}
        subtitle={placeAndSize(view)}
        lead={<Photo large picture={cover === undefined ? null : `${pathOf(cover.id)}?size=small`} />}
      />
      {photos.length < 2 ? null : (
        <PhotoTiles>
          {photos.map(({ id, caption }, index) => (
            <li key={id} className="file">
              <PhotoTile photo={{ id, caption, picture: `${pathOf(id)}?size=small`, full: pathOf(id) }} index={index} />
            </li>
          ))}
        </PhotoTiles>
      )}
      <div className="grid gap-2">
        <Facts view={view} />
        <SharedDocuments token={token} start={start} {...view} />
        {agent === null ? null : <AgentContact agent={agent} workspaceName={workspaceName} />}
      </div>
    </Page>
  );
}

type View = Omit<SharedView, "id" | "etag" | "can">;

function Facts({ view: { listPrice, lotSize, garages, area, schools } }: { view: View }) {
  const facts = [
    { label: "List price", value: listPrice === null ? null : formatMoney(listPrice.currency, listPrice.amount) },
    { label: "Lot size", value: lotSize === null ? null : `${formatNumber(lotSize)} sqft` },
    { label: "Garages", value: garages === null ? null : formatNumber(garages) },
    { label: "Area", value: area },
    { label: "Schools", long: true, value: schools.length === 0 ? null : <Schools schools={schools} /> },
  ].filter(({ value }) => value !== null && value !== "");
  if (facts.length === 0) return null;
  return (
    <Sheet title="Property">
      <FactList facts={facts} />
    </Sheet>
  );
}
