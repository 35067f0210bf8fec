import { recordVersion, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { TextField } from "../ui/fields.tsx";
import type { Route } from "./+types/item-rename";
import { renameForm } from "./document.ts";
import { type DocumentItem, pathAfterRenaming } from "./document-item.ts";
import { ClashField, FormPage } from "./form-page.tsx";
import { changeItem, findItem } from "./items.server.ts";
import { itemRef, loadItemFor, startItemForm } from "./load-document.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const item = await loadItemFor("update", context, params);
  return { ...(await startItemForm(context, item, recordVersion(item, typedOf))), back: pathAfterRenaming(item) };
}

function typedOf({ name }: DocumentItem) {
  return { name };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const ref = itemRef(params);
  return submitForm(
    { request, context },
    renameForm,
    async ({ api, value, ...terms }) => {
      // Where nothing is changed the service is not asked, and cannot refuse.
      await loadItemFor("update", context, params);
      const item = await changeItem(api, ref, value, terms);
      return { location: pathAfterRenaming(item), toast: `Renamed to ${item.name}.` };
    },
    async (api) => recordVersion(await findItem(api, ref), typedOf),
  );
}

export default function RenameItem({ loaderData: { item, back, crumbs, start }, actionData }: Route.ComponentProps) {
  return (
    <FormPage crumbs={crumbs} title={`Rename ${item.noun}`} crumb="Rename">
      <RecordForm
        id={item.noun}
        schema={renameForm}
        start={start}
        reply={actionData}
        initial={{ name: item.name }}
        compared={{ name: "Name" }}
        send="Save changes"
        cancel={back}
      >
        {(fields) => (
          <>
            <TextField field={fields.name} label="Name" />
            {item.noun === "document" ? <ClashField field={fields.onClash} /> : null}
          </>
        )}
      </RecordForm>
    </FormPage>
  );
}
