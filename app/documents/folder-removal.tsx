import { redirect } from "react-router";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { noPurge, permitted, recordId } from "../session/session.server.ts";
import type { Route } from "./+types/folder-removal";
import { purge } from "./documents.server.ts";
import { loadFolder } from "./load-document.server.ts";
import { folderPath, trashPath } from "./place.ts";
import { crumbsToFolder, VerbPage } from "./verb-page.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const folder = await loadFolder(context, params.folderId);
  const { id, name, trashedAt, etag } = folder;
  if (trashedAt === null) throw redirect(folderPath(id));
  permitted(folder, "purge", noPurge("folder", trashPath));
  return { name, crumbs: crumbsToFolder(folder), start: await startForm(context, { etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.folderId);
  return submitForm({ request, context }, confirmationForm, async ({ api, key, etag }) => {
    await purge(api, "folders", id, { key, etag });
    return { location: trashPath, toast: "Removed for good." };
  });
}

export default function RemoveFolder({ loaderData: { name, crumbs, start }, actionData }: Route.ComponentProps) {
  return (
    <VerbPage
      crumbs={crumbs}
      title={`Remove ${name} for good?`}
      crumb="Remove for good"
      subtitle="The folder and everything in it are removed now. Nothing brings them back."
    >
      <Confirmation start={start} reply={actionData} send="Remove for good" look="bad" cancel={trashPath} />
    </VerbPage>
  );
}
