import { HolderPanel } from "../documents/holder-panel.tsx";
import { loadHolderContent } from "../documents/load-content.server.ts";
import { loadDocuments } from "../documents/load-document.server.ts";
import { allows } from "../json-api/resource.ts";
import { apiOf, loadBoth, recordId } from "../session/session.server.ts";
import type { Route } from "./+types/documents";
import { loadClient } from "./load-client.server.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const clientId = recordId(params.id);
  const [client, holding] = await loadBoth(
    loadClient(context, clientId),
    loadDocuments(loadHolderContent(apiOf(context), { packageId: null, clientId }, url)),
  );
  return { mayAdd: allows(client, "update"), holding };
}

/** The documents of one client. */
export default function ClientDocuments({ loaderData: { mayAdd, holding } }: Route.ComponentProps) {
  return <HolderPanel holding={holding} mayAdd={mayAdd} empty="No documents yet. Keep files for this client here." />;
}
