import { href } from "react-router";
import { PreviewPage } from "../client-pages/preview-page.tsx";
import { ReleasedCards } from "../client-pages/released-cards.tsx";
import type { PageHandle } from "../entry/page-handle.ts";
import { apiOf, load, loadBoth, recordId } from "../session/session.server.ts";
import { cityLine } from "../ui/city-line.ts";
import type { Route } from "./+types/portal-preview";
import { loadPackageFor } from "./load-package.server.ts";
import { findRelease } from "./packages.server.ts";
import { releaseLabels } from "./portal-release.ts";

/** What clients see of a property once all of it is released, in the look of the portal. */

export const handle: PageHandle = { scripts: "none", sheet: "portal" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const id = recordId(params.packageId);
  const [item, release] = await loadBoth(loadPackageFor("update", context, id), load(findRelease(apiOf(context), id)));
  const parts = ["costs", "findings", "comparables"] as const;
  return {
    item: { id, street: item.street, place: cityLine(item) },
    preview: release.preview,
    shown: parts.filter((part) => release[part]).map((part) => releaseLabels[part]),
  };
}

export default function PortalPreview({ loaderData: { item, preview, shown } }: Route.ComponentProps) {
  const isEmpty = preview.costs === null && !preview.findings?.length && !preview.comparables?.length;
  return (
    <PreviewPage
      property={item}
      back={href("/packages/:packageId/portal", { packageId: item.id })}
      said={
        <>
          <b>Preview with every switch on.</b>{" "}
          {shown.length === 0 ? "Clients see none of this yet." : `Clients see now: ${shown.join(", ").toLowerCase()}.`}
        </>
      }
    >
      {isEmpty ? (
        <p className="muted">There is no estimate, finding or comparable yet.</p>
      ) : (
        <div className="stack max-w-160">
          <ReleasedCards released={preview} />
        </div>
      )}
    </PreviewPage>
  );
}
