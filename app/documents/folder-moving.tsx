import { startForm, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { ApiError } from "../json-api/api-error.ts";
import { recordId } from "../session/session.server.ts";
import { SelectField } from "../ui/fields.tsx";
import type { Route } from "./+types/folder-moving";
import { folderMoveForm } from "./document.ts";
import { changeFolder } from "./documents.server.ts";
import { folderChoices } from "./folder-choices.server.ts";
import { loadFolderFor } from "./load-document.server.ts";
import { folderPath } from "./place.ts";
import { crumbsToFolder, VerbPage } from "./verb-page.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const folder = await loadFolderFor("update", context, params.folderId);
  const { id, name, etag, parentId } = folder;
  return {
    ...{ id, name, parentId },
    crumbs: crumbsToFolder(folder),
    folders: await folderChoices(context, folder, id),
    start: await startForm(context, { etag }),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.folderId);
  return submitForm({ request, context }, folderMoveForm, async ({ api, value, key, etag }) => {
    try {
      const terms = { key, etag };
      const { name } = await changeFolder(api, id, { parentId: value.holder }, terms);
      return { location: folderPath(id), toast: `Moved: ${name}.` };
    } catch (error) {
      throw error instanceof ApiError ? inField(error) : error;
    }
  });
}

/** Whatever is wrong with the place stands at the one field that this form has. */
function inField({ message, kind, cause, fieldErrors }: ApiError): ApiError {
  const errors = Object.values(fieldErrors).flat();
  return new ApiError(message, kind, cause, errors.length === 0 ? {} : { holder: errors });
}

export default function MoveFolder({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, parentId, crumbs, folders, start } = loaderData;
  return (
    <VerbPage crumbs={crumbs} title="Move folder" crumb="Move" subtitle={`${name}, with everything in it`}>
      <RecordForm
        id="folder"
        schema={folderMoveForm}
        start={start}
        reply={actionData}
        initial={{ holder: parentId ?? "" }}
        send="Move"
        cancel={folderPath(id)}
      >
        {(fields) => <SelectField field={fields.holder} label="To" options={folders} />}
      </RecordForm>
    </VerbPage>
  );
}
