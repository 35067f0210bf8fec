import { startForm } from "../forms/form-start.server.ts";
import { readForm } from "../forms/read-form.server.ts";
import { RecordForm } from "../forms/record-form.tsx";
import { sendForm } from "../forms/submit-form.server.ts";
import { recordId } from "../session/load.server.ts";
import { apiOf } from "../session/session.server.ts";
import { TextField } from "../ui/fields.tsx";
import type { Route } from "./+types/folder-renaming";
import { folderForm } from "./document.ts";
import { changeFolder, findFolder } from "./documents.server.ts";
import { loadFolderFor } from "./load-document.server.ts";
import { folderPath } from "./place.ts";
import { crumbsToFolder, VerbPage } from "./verb-page.tsx";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Rename folder · Latchkey" }];

export async function loader({ params, context }: Route.LoaderArgs) {
  const folder = await loadFolderFor("update", context, params.folderId);
  const { id, name, etag } = folder;
  return { id, name, crumbs: crumbsToFolder(folder), start: await startForm(context, { etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.folderId);
  const form = await readForm(request, folderForm, context);
  if (!form.isValid) return form.answer;
  const api = apiOf(context);
  return sendForm(
    context,
    form,
    async (key) => {
      const { name } = await changeFolder(api, id, form.value, { key, etag: form.version });
      return { location: folderPath(id), toast: `Renamed: ${name}.` };
    },
    async () => {
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
