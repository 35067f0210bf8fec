import { readForm, startForm, writeForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { apiOf } from "../session/session.server.ts";
import { TextField } from "../ui/fields.tsx";
import type { Route } from "./+types/folder-new";
import { folderForm } from "./document.ts";
import { createFolder } from "./documents.server.ts";
import { loadPlaceToAdd } from "./load-document.server.ts";
import { folderPath, placePath } from "./place.ts";
import { VerbPage } from "./verb-page.tsx";

export const handle = { form: "create" };

export async function loader({ url, context }: Route.LoaderArgs) {
  const { place, crumbs } = await loadPlaceToAdd(context, url);
  return { place, crumbs, start: await startForm(context) };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await readForm(request, folderForm, context, { ofRecord: url.search !== "" });
  if (!form.isValid) return form.answer;
  const { place } = await loadPlaceToAdd(context, url);
  return writeForm(context, form, async ({ key }) => {
    const { id, name } = await createFolder(apiOf(context), form.value.name, place, key);
    return { location: folderPath(id), toast: `Folder created: ${name}.` };
  });
}

export default function NewFolder({ loaderData: { place, crumbs, start }, actionData }: Route.ComponentProps) {
  return (
    <VerbPage crumbs={crumbs} title="New folder">
      <RecordForm
        id="folder"
        schema={folderForm}
        start={start}
        reply={actionData}
        send="Create folder"
        cancel={placePath(place)}
      >
        {(fields) => <TextField field={fields.name} label="Name" />}
      </RecordForm>
    </VerbPage>
  );
}
