import { href } from "react-router";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { loadPackageFor } from "../packages/load-package.server.ts";
import { PackagePage } from "../packages/package-page.tsx";
import { apiOf, load, loadBoth, recordId } from "../session/session.server.ts";
import { TextField } from "../ui/fields.tsx";
import type { Route } from "./+types/new";
import { LinkFieldset } from "./link-fieldset.tsx";
import { keepNewLinkAddress } from "./new-link-address.server.ts";
import { linkPath, newLinkForm } from "./share-link.ts";
import { createLink, listFolderChoices, loadPackageZone } from "./shares.server.ts";

export const handle = { form: "create" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const id = recordId(params.packageId);
  const [{ street }, folders] = await loadBoth(
    loadPackageFor("update", context, id),
    load(listFolderChoices(apiOf(context), id)),
  );
  return { item: { id, street }, folders, start: await startForm(context) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.packageId);
  return submitForm({ request, context, ofRecord: true }, newLinkForm, async ({ api, value, key }) => {
    const timeZone = await loadPackageZone(api, id);
    const link = await createLink(api, id, value, { key, timeZone });
    const toast = "Link created.";
    if (link === null) return { location: href("/packages/:packageId/shares", { packageId: id }), toast };
    await keepNewLinkAddress(context, link.id, link.urlToken);
    return { location: linkPath(id, link.id), toast };
  });
}

export default function NewLink({ loaderData: { item, folders, start }, actionData }: Route.ComponentProps) {
  return (
    <PackagePage
      item={item}
      title="New link"
      subtitle="Anyone with the link can see the photo, facts and folders you choose, without signing in."
    >
      <RecordForm
        id="link"
        schema={newLinkForm}
        start={start}
        reply={actionData}
        initial={{ label: item.street, endsOn: "", allowsDownload: "on" }}
        send="Create link"
        cancel={href("/packages/:packageId/shares", { packageId: item.id })}
      >
        {(fields) => (
          <>
            <LinkFieldset fields={fields} folders={folders} />
            <TextField
              field={fields.passcode}
              label="Passcode"
              autoComplete="off"
              hint="At least 6 characters. Send it separately from the link."
              optional
            />
          </>
        )}
      </RecordForm>
    </PackagePage>
  );
}
