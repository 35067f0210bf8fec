import { recordVersion, submitForm } from "../forms/forms.server.ts";
import { chosen, RecordForm } from "../forms/forms.tsx";
import { mapFieldErrors } from "../json-api/api-error.ts";
import { SelectField } from "../ui/fields.tsx";
import type { Route } from "./+types/item-move";
import { moveForm } from "./document.ts";
import { type DocumentItem, itemPath } from "./document-item.ts";
import { folderChoices } from "./folders.server.ts";
import { ClashField, FormPage } from "./form-page.tsx";
import { changeItem, findItem } from "./items.server.ts";
import { itemRef, loadItemFor, startItemForm } from "./load-document.server.ts";
import { placePath } from "./place.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const item = await loadItemFor("update", context, params);
  const folders = await folderChoices(context, item, item.noun === "folder" ? item.id : null);
  return { ...(await startItemForm(context, item, recordVersion(item, typedOf))), folders };
}

function typedOf({ folderId }: DocumentItem) {
  return { folderId: folderId ?? "" };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const ref = itemRef(params);
  const isDocument = ref.noun === "document";
  // A taken name is said at the field that can do something about it.
  const fieldOf = (name: string) => (name === "name" && isDocument ? "onClash" : "folderId");
  return submitForm(
    { request, context },
    moveForm,
    async ({ api, value, ...terms }) => {
      // Where nothing is changed the service is not asked, and cannot refuse.
      await loadItemFor("update", context, params);
      const item = await mapFieldErrors(fieldOf, () => changeItem(api, ref, value, terms));
      return { location: isDocument ? placePath(item) : itemPath(item), toast: `${item.name} moved.` };
    },
    async (api) => recordVersion(await findItem(api, ref), typedOf),
  );
}

export default function MoveItem({ loaderData, actionData }: Route.ComponentProps) {
  const { item, crumbs, folders, start } = loaderData;
  const isDocument = item.noun === "document";
  const subtitle = isDocument ? item.name : `${item.name}, with everything in it`;
  return (
    <FormPage crumbs={crumbs} title={`Move ${item.noun}`} crumb="Move" subtitle={subtitle}>
      <RecordForm
        id={item.noun}
        schema={moveForm}
        start={start}
        reply={actionData}
        initial={{ folderId: item.folderId ?? "" }}
        compared={{ folderId: chosen("Folder", folders) }}
        send="Move"
        cancel={itemPath(item)}
      >
        {(fields) => (
          <>
            <SelectField field={fields.folderId} label="Move to" options={folders} />
            {isDocument ? <ClashField field={fields.onClash} /> : null}
          </>
        )}
      </RecordForm>
    </FormPage>
  );
}
