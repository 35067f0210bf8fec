import { redirect } from "react-router";
import { FormRefusal, submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import type { Route } from "./+types/item-restore";
import { itemPath } from "./document-item.ts";
import { FormPage } from "./form-page.tsx";
import { findItem, restoreItem } from "./items.server.ts";
import { itemRef, loadItemFor, startItemForm } from "./load-document.server.ts";
import { trashPath } from "./place.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const item = await loadItemFor("trash", context, params);
  if (item.trashedAt === null) throw redirect(itemPath(item));
  return startItemForm(context, item);
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const ref = itemRef(params);
  return submitForm({ request, context }, confirmationForm, async ({ api, key, etag }) => {
    const isRestored = await restoreItem(api, ref, { key, etag });
    if (isRestored) return { location: itemPath(ref), toast: `${(await findItem(api, ref)).name} restored.` };
    const text = "Its folder is in the trash too. Restore the folder first.";
    throw new FormRefusal({ text, link: { href: trashPath, label: "Open the trash" } });
  });
}

export default function RestoreItem({ loaderData: { item, crumbs, start }, actionData }: Route.ComponentProps) {
  const more = item.noun === "document" ? "a number if its name is taken" : "everything in it";
  const subtitle = `It goes back to where it was, with ${more}.`;
  return (
    <FormPage crumbs={crumbs} title={`Restore ${item.name}?`} crumb="Restore" subtitle={subtitle}>
      <Confirmation start={start} reply={actionData} send="Restore" cancel={itemPath(item)} />
    </FormPage>
  );
}
