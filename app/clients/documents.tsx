import { HolderPanel } from "../documents/holder-panel.tsx";
import { loadHolderContent } from "../documents/load-content.server.ts";
import { loadDocuments } from "../documents/load-document.server.ts";
import { allows } from "../json-api/resource.ts";
import { apiOf } from "../session/session.server.ts";
import type { Route } from "./+types/documents";
import { loadClient } from "./load-client.server.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const client = await loadClient(context, params.id);
  const holder = { packageId: null, clientId: client.id };
  return {
    mayAdd: allows(client, "update"),
    holding: await loadDocuments(loadHolderContent(apiOf(context), holder, url)),
  };
}

/** The documents of one client. */
export default function ClientDocuments({ loaderData: { mayAdd, holding } }: Route.ComponentProps) {
  return <HolderPanel holding={holding} mayAdd={mayAdd} empty="No documents yet. Keep files for this client here." />;
}
