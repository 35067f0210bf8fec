import { redirect } from "react-router";
import * as z from "zod/mini";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { permitted, recordId, viewOnly } from "../session/session.server.ts";
import { CheckboxField } from "../ui/fields.tsx";
import { checkbox } from "../ui/form-values.ts";
import type { Route } from "./+types/folder-visibility";
import { itemOf } from "./document-item.ts";
import { contentOf } from "./folder-tile.tsx";
import { findFolder, setFolderVisible } from "./folders.server.ts";
import { crumbsTo, FormPage } from "./form-page.tsx";
import { loadFolder } from "./load-document.server.ts";
import { folderPath } from "./place.ts";
import { folderVisibilityTexts, visibilityOf } from "./visibility-texts.ts";

const visibilityForm = z.object({ withContents: checkbox() });

export async function loader({ params, context }: Route.LoaderArgs) {
  const folder = await loadFolder(context, params.folderId);
  const { id, name, etag } = folder;
  const visibility = visibilityOf(folder);
  // The workspace's own folders belong to no client, and a service may know nothing of it.
  if (visibility === null) throw redirect(folderPath(id));
  permitted(folder, "show", viewOnly("folder", folderPath(id)));
  const page = { crumbs: crumbsTo(itemOf(folder)), ...folderVisibilityTexts(name, visibility === "client") };
  return { id, page, inside: contentOf(folder), start: await startForm(context, { etag }) };
}

/** Toggles the visibility; the form's version says which state its sender saw. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.folderId);
  return submitForm({ request, context }, visibilityForm, async ({ api, value, key, etag }) => {
    const { name, isClientVisible } = await findFolder(api, id);
    const isVisible = isClientVisible === true;
    await setFolderVisible(api, id, { isClientVisible: !isVisible, withContents: value.withContents }, { key, etag });
    return { location: folderPath(id), toast: folderVisibilityTexts(name, isVisible).toast };
  });
}

export default function FolderVisibility({ loaderData, actionData }: Route.ComponentProps) {
  const { id, page, inside, start } = loaderData;
  return (
    <FormPage crumbs={page.crumbs} title={page.title} subtitle={page.subtitle} crumb="Visibility">
      <RecordForm
        id="visibility"
        schema={visibilityForm}
        start={start}
        reply={actionData}
        initial={{ withContents: "on" }}
        send={page.send}
        cancel={folderPath(id)}
      >
        {(fields) =>
          inside === null ? null : (
            <CheckboxField
              field={fields.withContents}
              label={page.withContents}
              hint={`${inside}. Without this, what is inside stays as it is.`}
            />
          )
        }
      </RecordForm>
    </FormPage>
  );
}
