import { redirect } from "react-router";
import { submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { agentOf, permitted, refuse } from "../session/session.server.ts";
import type { Route } from "./+types/item-purge";
import { itemPath } from "./document-item.ts";
import { FormPage } from "./form-page.tsx";
import { purgeItem } from "./items.server.ts";
import { itemRef, loadItem, placementRefusal, startItemForm } from "./load-document.server.ts";
import { trashPath } from "./place.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const item = await loadItem(context, params);
  if (item.trashedAt !== null) return startItemForm(context, permitted(item, "purge", placementRefusal("purge", item)));
  // Outside the trash nobody may delete it: those who may do so there are led on.
  if (!agentOf(context).can("documents.purge")) throw refuse(placementRefusal("purge", item));
  throw redirect(itemPath(item));
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const ref = itemRef(params);
  return submitForm({ request, context }, confirmationForm, async ({ api, key, etag }) => {
    await purgeItem(api, ref, { key, etag });
    return { location: trashPath, toast: "Deleted permanently." };
  });
}

export default function PurgeItem({ loaderData: { item, crumbs, start }, actionData }: Route.ComponentProps) {
  const content = item.noun === "document" ? "all its versions" : "everything in it";
  const subtitle = `The ${item.noun} and ${content} are deleted now. This can't be undone.`;
  return (
    <FormPage crumbs={crumbs} title={`Delete ${item.name} permanently?`} crumb="Delete permanently" subtitle={subtitle}>
      <Confirmation start={start} reply={actionData} send="Delete permanently" look="bad" cancel={trashPath} />
    </FormPage>
  );
}
