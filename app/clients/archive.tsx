import { href, redirect } from "react-router";
import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { settle } from "../json-api/settle.ts";
import { countOpen } from "../opportunities/opportunities.server.ts";
import { clientPath, clientsPath } from "../record-paths.ts";
import { apiOf, logFaults, recordId } from "../session/session.server.ts";
import { formatCount } from "../ui/number-format.ts";
import type { Route } from "./+types/archive";
import { clientCrumbs } from "./client-page.tsx";
import { archiveClient, restoreClient } from "./clients.server.ts";
import { loadClientFor } from "./load-client.server.ts";

/** Archives a client, or at the other address restores them. */

export { ConfirmationPage as default } from "../forms/forms.tsx";

const isRestoring = (pattern: string) => pattern.endsWith("/removal");

export async function loader({ params, pattern, context }: Route.LoaderArgs) {
  const deals = isRestoring(pattern)
    ? null
    : settle(apiOf(context), (api) => countOpen(api, recordId(params.id)), logFaults(context));
  const { id, name, archivedAt, etag } = await loadClientFor("archive", context, params.id);
  if ((archivedAt === null) === isRestoring(pattern)) throw redirect(clientPath(id));
  const cancel = clientPath(id);
  if (deals === null) {
    const crumbs = clientCrumbs({ id, name }, "Restore");
    const subtitle = "The client will be back in your list.";
    return startConfirmation(context, { crumbs, title: `Restore ${name}?`, subtitle, send: "Restore", cancel, etag });
  }
  const open = await deals;
  return startConfirmation(context, {
    crumbs: clientCrumbs({ id, name }, "Archive client"),
    title: `Archive ${name}?`,
    subtitle: `The client is hidden from your list. Nothing is deleted and you can restore it anytime. ${sayDeals(open.ok ? open.data : null)}`,
    part: { what: "number of open deals", part: open },
    send: "Archive client",
    cancel,
    etag,
  });
}

/** What becomes of the deals. @param open how many are under way; null where that is not known */
function sayDeals(open: number | null): string {
  if (open === 0) return "There are no open deals.";
  const deals = open === null ? "Open deals" : formatCount(open, "open deal");
  const [stay, they, are] = open === 1 ? ["stays", "it", "is"] : ["stay", "they", "are"];
  return `${deals} ${stay} open, marked “client archived”: if ${they} ${are} over, close or lose ${open === 1 ? "it" : "them"} first.`;
}

export async function action({ request, params, pattern, context }: Route.ActionArgs) {
  const id = recordId(params.id);
  return confirmed({ request, context }, async ({ api, key }) => {
    if (isRestoring(pattern)) {
      await restoreClient(api, id, key);
      return { location: clientPath(id), toast: "Client restored." };
    }
    const name = await archiveClient(api, id, key);
    const undo = { action: href("/clients/:id/archival/removal", { id }), fields: {} };
    return { location: clientsPath, toast: name === null ? "Client archived." : `Client archived: ${name}`, undo };
  });
}
