import { href, replace } from "react-router";
import { HolderPanel } from "../documents/holder-panel.tsx";
import { loadHolderContent } from "../documents/load-content.server.ts";
import { loadDocuments } from "../documents/load-document.server.ts";
import { allows } from "../json-api/resource.ts";
import { obeys } from "../json-api/service.ts";
import { apiOf, loadBoth, recordId } from "../session/session.server.ts";
import { Split } from "../ui/page.tsx";
import type { Route } from "./+types/documents";
import { loadPackage } from "./load-package.server.ts";
import { usePropertyAside } from "./property-aside.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const packageId = recordId(params.packageId);
  // The first tab that is there.
  if (!obeys(apiOf(context).service, "documents", "filter[package_id]"))
    throw replace(href("/packages/:packageId/clients", { packageId }));
  const [found, holding] = await loadBoth(
    loadPackage(context, packageId),
    loadDocuments(loadHolderContent(apiOf(context), { packageId, clientId: null }, url)),
  );
  return { mayAdd: allows(found, "update"), holding };
}

/** The property's folders and documents. */
export default function PackageDocuments({ loaderData: { mayAdd, holding } }: Route.ComponentProps) {
  const { details, tasks, team } = usePropertyAside();
  return (
    <Split
      aside={
        <>
          {details}
          {tasks}
          {team}
        </>
      }
    >
      <div>
        <HolderPanel holding={holding} mayAdd={mayAdd} empty="No documents yet." />
      </div>
    </Split>
  );
}
