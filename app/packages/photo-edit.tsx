import { href } from "react-router";
import { recordVersion, startChange, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { LinkButton } from "../ui/button.tsx";
import { TextField } from "../ui/fields.tsx";
import type { Route } from "./+types/photo-edit";
import { findPhotoOf, loadPhotoFor } from "./load-package.server.ts";
import { PackagePage } from "./package-page.tsx";
import { captionForm, typedCaption } from "./package-photo.ts";
import { changeCaption } from "./package-photos.server.ts";

const compared = { caption: "Caption" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const { item, photo } = await loadPhotoFor("update", context, params);
  return { item, position: photo.position, ...(await startChange(context, photo, typedCaption)) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return submitForm(
    { request, context },
    captionForm,
    async ({ api, value, ...terms }) => {
      const { id } = await findPhotoOf(api, params);
      await changeCaption(api, id, value.caption, terms);
      return { location: href("/packages/:packageId/photos", params), toast: "Caption saved." };
    },
    async (api) => recordVersion(await findPhotoOf(api, params), typedCaption),
  );
}

export default function EditPhoto({ loaderData, actionData, params }: Route.ComponentProps) {
  const { item, initial, position, start } = loaderData;
  return (
    <PackagePage item={item} title={`Edit photo ${position}`} subtitle="The caption is shown below the photo.">
      <RecordForm
        id="photo"
        schema={captionForm}
        start={start}
        reply={actionData}
        initial={initial}
        compared={compared}
        send="Save caption"
        cancel={href("/packages/:packageId/photos", params)}
      >
        {(fields) => <TextField field={fields.caption} label="Caption" hint="Optional, e.g. Kitchen" />}
      </RecordForm>
      <div className="mt-2">
        <LinkButton href={href("/packages/:packageId/photos/:photoId/removal", params)} look="bad">
          Remove photo
        </LinkButton>
      </div>
    </PackagePage>
  );
}
