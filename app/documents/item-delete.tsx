import { redirect } from "react-router";
import { submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import type { Route } from "./+types/item-delete";
import { itemPath } from "./document-item.ts";
import { FormPage } from "./form-page.tsx";
import { findItem, trashItem } from "./items.server.ts";
import { itemRef, loadItemFor, startItemForm } from "./load-document.server.ts";
import { placePath } from "./place.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const item = await loadItemFor("trash", context, params);
  if (item.trashedAt !== null) throw redirect(itemPath(item));
  return startItemForm(context, item);
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const ref = itemRef(params);
  return submitForm({ request, context }, confirmationForm, async ({ api, key, etag }) => {
    const item = await findItem(api, ref);
    await trashItem(api, ref, { key, etag });
    return { location: placePath(item), toast: `${item.name} moved to the trash.` };
  });
}

export default function DeleteItem({ loaderData: { item, crumbs, start }, actionData }: Route.ComponentProps) {
  const content = item.noun === "document" ? "all its versions" : "everything in it";
  const subtitle = `The ${item.noun} moves to the trash with ${content}. You can restore it for 30 days.`;
  return (
    <FormPage crumbs={crumbs} title={`Delete ${item.name}?`} crumb="Delete" subtitle={subtitle}>
      <Confirmation start={start} reply={actionData} send={`Delete ${item.noun}`} look="bad" cancel={itemPath(item)} />
    </FormPage>
  );
}
