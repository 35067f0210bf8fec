import { href, type RouterContextProvider } from "react-router";
import { loadClientFor } from "../clients/load-client.server.ts";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { confirmationForm } from "../forms/forms.tsx";
import { loadOpportunityFor, shownItem } from "../opportunities/load-opportunity.server.ts";
import { loadPackageFor } from "../packages/load-package.server.ts";
import { notFound } from "../session/session.server.ts";
import { pathOfAbout, readAbout } from "../tasks/task.ts";
import type { Route } from "./+types/new";
import { trashRecord } from "./trash.server.ts";
import { TrashPage } from "./trash-page.tsx";

type Context = Readonly<RouterContextProvider>;

/** What an address is about, by its name. @throws 404, 403 */
async function loadNamed(context: Context, url: URL) {
  const about = readAbout(url.searchParams.get("about"));
  if (about?.type === "client") return { about, name: (await loadClientFor("archive", context, about.id)).name };
  if (about?.type === "package") return { about, name: (await loadPackageFor("archive", context, about.id)).street };
  if (about?.type !== "opportunity") throw notFound();
  const { client, street } = shownItem(await loadOpportunityFor("update", context, about.id));
  return { about, name: `${client}, ${street}` };
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const { about, name } = await loadNamed(context, url);
  return { kind: about.type, name, back: pathOfAbout(about), start: await startForm(context) };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  return submitForm({ request, context, ofRecord: true }, confirmationForm, async ({ api, key, isRepeat }) => {
    // Where an earlier send moved it, it is not there to be looked at.
    const about = isRepeat ? readAbout(url.searchParams.get("about")) : (await loadNamed(context, url)).about;
    if (about === null) throw notFound();
    await trashRecord(api, about.type, about.id, key);
    return { location: href("/trash"), toast: "Moved to the trash. You can restore it for 30 days." };
  });
}

const goesAlong: Readonly<Record<string, string>> = {
  client: "Opportunities, documents, messages and tasks of this client go along, and their portal closes.",
  package: "Opportunities, documents and tasks of this property go along, and its links close.",
  opportunity: "Showings, offers, comments and tasks of this opportunity go along.",
};

export default function MoveToTrash({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, name, back, start } = loaderData;
  return (
    <TrashPage
      title={`Move ${name} to the trash?`}
      subtitle={`${goesAlong[kind] ?? ""} You can restore everything for 30 days.`}
      start={start}
      reply={actionData}
      send="Move to trash"
      look="bad"
      cancel={back}
    />
  );
}
