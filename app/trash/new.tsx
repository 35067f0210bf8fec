import { href, type RouterContextProvider, replace } from "react-router";
import { loadClientFor } from "../clients/load-client.server.ts";
import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { loadOpportunityFor, shownItem } from "../opportunities/load-opportunity.server.ts";
import { loadPackageFor } from "../packages/load-package.server.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { apiOf, notFound } from "../session/session.server.ts";
import { pathOfAbout, readAbout } from "../tasks/task.ts";
import type { Route } from "./+types/new";
import { isTrashed, trashCrumbs, trashRecord } from "./trash.server.ts";
import { restorationPath } from "./trashing-path.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

type Context = Readonly<RouterContextProvider>;

/** The record that an address names. @throws 404, 403 */
async function loadNamed(context: Context, url: URL) {
  const about = readAbout(url.searchParams.get("about"));
  if (about?.type === "client") return { about, name: (await loadClientFor("archive", context, about.id)).name };
  if (about?.type === "package") return { about, name: (await loadPackageFor("archive", context, about.id)).street };
  if (about?.type !== "opportunity") throw notFound();
  const { client, street } = shownItem(await loadOpportunityFor("update", context, about.id));
  return { about, name: `${client}, ${street}` };
}

const goesAlong: Readonly<Record<string, string>> = {
  client: "Opportunities, documents, messages and tasks of this client go along, and their portal closes.",
  package: "Opportunities, documents and tasks of this property go along, and its links close.",
  opportunity: "Showings, offers, comments and tasks of this opportunity go along.",
};

/** Whoever comes back to the question once the record is in the trash can restore it. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { about, name } = await loadNamed(context, url).catch(async (error: unknown) => {
    const id = readAbout(url.searchParams.get("about"))?.id;
    const { method } = context.get(requestSessionContext).request;
    if (method === "GET" && id !== undefined && (await isTrashed(apiOf(context), id)))
      throw replace(restorationPath(id));
    throw error;
  });
  return startConfirmation(context, {
    crumbs: trashCrumbs("Move to trash"),
    title: `Move ${name} to the trash?`,
    subtitle: `${goesAlong[about.type] ?? ""} You can restore everything for 30 days.`,
    send: "Move to trash",
    look: "bad",
    cancel: pathOfAbout(about),
  });
}

export async function action({ request, url, context }: Route.ActionArgs) {
  return confirmed({ request, context, ofRecord: true }, async ({ api, key, isRepeat }) => {
    // Where an earlier send moved the record, it cannot be loaded.
    const about = isRepeat ? readAbout(url.searchParams.get("about")) : (await loadNamed(context, url)).about;
    if (about === null) throw notFound();
    await trashRecord(api, about.type, about.id, key);
    return { location: href("/trash"), toast: "Moved to the trash. You can restore it for 30 days." };
  });
}
