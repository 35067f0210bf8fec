import { redirect } from "react-router";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/folder-trashing";
import { findFolder, trash } from "./documents.server.ts";
import { loadFolderFor } from "./load-document.server.ts";
import { folderPath, placePath } from "./place.ts";
import { crumbsToFolder, VerbPage } from "./verb-page.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const folder = await loadFolderFor("trash", context, params.folderId);
  const { id, name, trashedAt, etag } = folder;
  if (trashedAt !== null) throw redirect(folderPath(id));
  return { id, name, crumbs: crumbsToFolder(folder), start: await startForm(context, { etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.folderId);
  return submitForm({ request, context }, confirmationForm, async ({ api, key, etag }) => {
    const { name, parentId, packageId, clientId } = await findFolder(api, id);
    await trash(api, "folders", id, { key, etag });
    return { location: placePath({ folderId: parentId, packageId, clientId }), toast: `Moved to the trash: ${name}.` };
  });
}

export default function DeleteFolder({ loaderData: { id, name, crumbs, start }, actionData }: Route.ComponentProps) {
  return (
    <VerbPage
      crumbs={crumbs}
      title={`Delete ${name}?`}
      crumb="Delete"
      subtitle="It goes to the trash with everything in it, and can be brought back for 30 days."
    >
      <Confirmation start={start} reply={actionData} send="Delete folder" look="bad" cancel={folderPath(id)} />
    </VerbPage>
  );
}
