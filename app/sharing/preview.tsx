import { href } from "react-router";
import { Gallery } from "../client-pages/gallery.tsx";
import { PreviewPage } from "../client-pages/preview-page.tsx";
import { PropertyFacts } from "../client-pages/property-facts.tsx";
import { ReleasedCards } from "../client-pages/released-cards.tsx";
import type { PageHandle } from "../entry/page-handle.ts";
import { loadPackageFor } from "../packages/load-package.server.ts";
import { picturesContext } from "../pictures/pictures.ts";
import { documentPath } from "../record-paths.ts";
import { agentOf, loadBoth, recordId } from "../session/session.server.ts";
import { cityLine } from "../ui/city-line.ts";
import { isAbsent, NotLoadedLine } from "../ui/not-loaded.tsx";
import { formatSize } from "../uploads/file-size.ts";
import type { Route } from "./+types/preview";
import { fetchShown, isShownThen } from "./load-shown.server.ts";
import { readTicked } from "./share-link.ts";

/** What clients get when a property is shared with them, in the look of their pages. */

export const handle: PageHandle = { scripts: "none", sheet: "portal" };

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const id = recordId(params.packageId);
  const [item, { documents, released }] = await loadBoth(
    loadPackageFor("update", context, id),
    fetchShown(context, id),
  );
  const { workspace } = agentOf(context);
  const ticked = readTicked(url.searchParams);
  const pictures = context.get(picturesContext);
  return {
    item: {
      id,
      street: item.street,
      place: cityLine(item),
      timeZone: item.timeZone ?? "UTC",
      listPrice: item.listPrice,
      beds: item.beds,
      baths: item.baths,
      sqft: item.sqft,
      lotSize: item.lotSize,
      garages: item.garages,
      yearBuilt: item.yearBuilt ?? null,
      hoa: item.hoa ?? null,
      area: item.area,
      schools: item.schools,
      offerDueAt: item.isForSale === false ? null : item.offerDueAt,
    },
    photos: item.photos.map(({ id, url, caption }) => ({
      id,
      caption,
      path: pictures.pathOf(url, 640, workspace.id),
    })),
    documents: documents.ok
      ? documents.data.filter((one) => (ticked === null ? one.isShown : isShownThen(one, ticked)))
      : [],
    parts: {
      documents: documents.ok ? { ok: true as const } : documents,
      released: released.ok ? { ok: true as const } : released,
    },
    isUnsaved: ticked !== null,
    released: released.ok ? released.data : null,
  };
}

export default function SharePreview({
  loaderData: { item, photos, documents, isUnsaved, released, parts },
}: Route.ComponentProps) {
  const pathOf = (id: string) => photos.find((photo) => photo.id === id)?.path ?? "";
  return (
    <PreviewPage
      property={item}
      back={isUnsaved ? null : href("/packages/:packageId/shares/clients", { packageId: item.id })}
      said={
        isUnsaved ? (
          <>
            <b>This is what clients would get.</b> Nothing has been saved or sent. Close this tab to go back to the
            form.
          </>
        ) : (
          <>
            <b>This is what clients get.</b> Nothing has been sent.
          </>
        )
      }
    >
      <Gallery photos={photos} pathOf={pathOf} />
      <div className="stack max-w-180">
        <section className="sec">
          <h2 className="hidden">Facts</h2>
          <PropertyFacts property={item} />
        </section>
        <section className="sec">
          <h2>Documents</h2>
          <NotLoadedLine what="documents" part={parts.documents} />
          {documents.length === 0 && (parts.documents.ok || isAbsent(parts.documents)) ? (
            <p className="muted">No documents are shown to clients.</p>
          ) : (
            <ul className="rows">
              {documents.map(({ id, label, size }) => (
                <li key={id}>
                  <div className="g">
                    <a className="cover" href={documentPath(id)}>
                      <b>{label}</b>
                    </a>
                    <div className="muted small">{formatSize(size)}</div>
                  </div>
                </li>
              ))}
            </ul>
          )}
        </section>
        <NotLoadedLine what="costs, findings and comparable sales" part={parts.released} />
        <ReleasedCards released={released} />
      </div>
    </PreviewPage>
  );
}
