import type { RouterContextProvider } from "react-router";
import { loadClientFor } from "../clients/load-client.server.ts";
import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { loadOpportunityFor, shownItem } from "../opportunities/load-opportunity.server.ts";
import { loadPackageFor } from "../packages/load-package.server.ts";
import { clientsPath, opportunitiesPath, packagesPath } from "../record-paths.ts";
import { notFound } from "../session/session.server.ts";
import { pathOfAbout, readAbout } from "../tasks/task.ts";
import type { Route } from "./+types/new";
import { trashCrumbs, trashingUndo, trashRecord } from "./trash.server.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

type Context = Readonly<RouterContextProvider>;

/** The record that an address names. @throws 404, 403 */
async function loadNamed(context: Context, url: URL) {
  const about = readAbout(url.searchParams.get("about"));
  if (about?.type === "client") {
    const { name, etag } = await loadClientFor("archive", context, about.id);
    return { about, name, etag };
  }
  if (about?.type === "package") {
    const { street, etag } = await loadPackageFor("archive", context, about.id);
    return { about, name: street, etag };
  }
  if (about?.type !== "opportunity") throw notFound();
  const found = await loadOpportunityFor("update", context, about.id);
  const { client, street } = shownItem(found);
  return { about, name: `${client}, ${street}`, etag: found.etag };
}

/** Where whoever deleted one goes on. */
const listOf: Readonly<Record<string, string>> = {
  client: clientsPath,
  package: packagesPath,
  opportunity: opportunitiesPath,
};

const goesAlong: Readonly<Record<string, string>> = {
  client: "Opportunities, documents, messages and tasks of this client go along, and their portal closes.",
  package: "Opportunities, documents and tasks of this property go along, and its links close.",
  opportunity: "Showings, offers, comments and tasks of this opportunity go along.",
};

export async function loader({ url, context }: Route.LoaderArgs) {
  const { about, name, etag } = await loadNamed(context, url);
  return startConfirmation(
    context,
    {
      crumbs: trashCrumbs("Move to trash"),
      title: `Move ${name} to the trash?`,
      subtitle: `${goesAlong[about.type] ?? ""} You can restore everything for 30 days.`,
      send: "Move to trash",
      look: "bad",
      cancel: pathOfAbout(about),
      replace: true,
    },
    { etag },
  );
}

export async function action({ request, url, context }: Route.ActionArgs) {
  return confirmed({ request, context, ofRecord: true }, async ({ api, key, etag, isRepeat }) => {
    // Where an earlier send moved the record, it cannot be loaded.
    const about = isRepeat ? readAbout(url.searchParams.get("about")) : (await loadNamed(context, url)).about;
    if (about === null) throw notFound();
    await trashRecord(api, about.type, about.id, { key, etag });
    const list = listOf[about.type] ?? clientsPath;
    const toast = "Moved to the trash. You can restore it for 30 days.";
    return { location: list, toast, undo: trashingUndo(about.id, list) };
  });
}
