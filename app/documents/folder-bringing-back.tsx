import { data, redirect } from "react-router";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/folder-bringing-back";
import { bringBack, findFolder } from "./documents.server.ts";
import { loadFolderFor } from "./load-document.server.ts";
import { folderPath } from "./place.ts";
import { crumbsToFolder, VerbPage } from "./verb-page.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const folder = await loadFolderFor("trash", context, params.folderId);
  const { id, name, trashedAt, etag } = folder;
  if (trashedAt === null) throw redirect(folderPath(id));
  return { id, name, crumbs: crumbsToFolder(folder), start: await startForm(context, { etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.folderId);
  return submitForm({ request, context }, confirmationForm, async ({ api, key, etag }) => {
    const isBack = await bringBack(api, "folders", id, { key, etag });
    if (!isBack) throw data("The folder that it lay in is in the trash, too. Bring that back first.", { status: 409 });
    const { name } = await findFolder(api, id);
    return { location: folderPath(id), toast: `Brought back: ${name}.` };
  });
}

export default function BringBackFolder({ loaderData: { id, name, crumbs, start }, actionData }: Route.ComponentProps) {
  return (
    <VerbPage
      crumbs={crumbs}
      title={`Bring back ${name}?`}
      crumb="Bring back"
      subtitle="It goes back to where it was, with everything that went to the trash along with it."
    >
      <Confirmation start={start} reply={actionData} send="Bring back" cancel={folderPath(id)} />
    </VerbPage>
  );
}
