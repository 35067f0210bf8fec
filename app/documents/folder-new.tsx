import { startForm, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { TextField } from "../ui/fields.tsx";
import type { Route } from "./+types/folder-new";
import { folderForm } from "./document.ts";
import { createFolder } from "./folders.server.ts";
import { FormPage } from "./form-page.tsx";
import { loadPlaceToAdd } from "./load-document.server.ts";
import { folderPath, placePath } from "./place.ts";

export const handle = { form: "create" };

export async function loader({ url, context }: Route.LoaderArgs) {
  const { place, crumbs } = await loadPlaceToAdd(context, url);
  return { place, crumbs, start: await startForm(context) };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  return submitForm({ request, context, ofRecord: url.search !== "" }, folderForm, async ({ api, value, key }) => {
    const { place } = await loadPlaceToAdd(context, url);
    const created = await createFolder(api, value.name, place, key);
    const location = created === null ? placePath(place) : folderPath(created.id);
    return { location, toast: `Folder created: ${value.name}.` };
  });
}

export default function NewFolder({ loaderData: { place, crumbs, start }, actionData }: Route.ComponentProps) {
  return (
    <FormPage crumbs={crumbs} title="New folder">
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
    </FormPage>
  );
}
