import { startForm, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { recordId } from "../session/session.server.ts";
import { TextField } from "../ui/fields.tsx";
import type { Route } from "./+types/folder-renaming";
import { folderForm } from "./document.ts";
import { changeFolder, findFolder } from "./documents.server.ts";
import { loadFolderFor } from "./load-document.server.ts";
import { folderPath } from "./place.ts";
import { crumbsToFolder, VerbPage } from "./verb-page.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const folder = await loadFolderFor("update", context, params.folderId);
  const { id, name, etag } = folder;
  return { id, name, crumbs: crumbsToFolder(folder), start: await startForm(context, { etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.folderId);
  return submitForm(
    { request, context },
    folderForm,
    async ({ api, value, key, etag }) => {
      const { name } = await changeFolder(api, id, value, { key, etag });
      return { location: folderPath(id), toast: `Renamed: ${name}.` };
    },
    async (api) => {
      const { etag, name } = await findFolder(api, id);
      return { etag, typed: { name } };
    },
  );
}

export default function RenameFolder({ loaderData: { id, name, crumbs, start }, actionData }: Route.ComponentProps) {
  return (
    <VerbPage crumbs={crumbs} title="Rename folder" crumb="Rename">
      <RecordForm
        id="folder"
        schema={folderForm}
        start={start}
        reply={actionData}
        initial={{ name }}
        compared={{ name: "Name" }}
        send="Save changes"
        cancel={folderPath(id)}
      >
        {(fields) => <TextField field={fields.name} label="Name" />}
      </RecordForm>
    </VerbPage>
  );
}
