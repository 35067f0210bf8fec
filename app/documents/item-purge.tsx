import { redirect } from "react-router";
import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { agentOf, permitted, refuse } from "../session/session.server.ts";
import type { Route } from "./+types/item-purge";
import { itemPath } from "./document-item.ts";
import { crumbsTo } from "./form-page.tsx";
import { purgeItem } from "./items.server.ts";
import { itemRef, loadItem, placementRefusal } from "./load-document.server.ts";
import { trashPath } from "./place.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const item = await loadItem(context, params);
  if (item.trashedAt === null) {
    // Outside the trash nobody may delete it: those who may do so there are led on.
    if (!agentOf(context).can("documents.purge")) throw refuse(placementRefusal("purge", item));
    throw redirect(itemPath(item));
  }
  const { noun, name } = permitted(item, "purge", placementRefusal("purge", item));
  const content = noun === "document" ? "all its versions" : "everything in it";
  return startConfirmation(context, {
    crumbs: [...crumbsTo(item), { label: "Delete permanently" }],
    title: `Delete ${name} permanently?`,
    subtitle: `The ${noun} and ${content} are deleted now. This can't be undone.`,
    send: "Delete permanently",
    look: "bad",
    cancel: trashPath,
    etag: item.etag,
  });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const ref = itemRef(params);
  return confirmed({ request, context }, async ({ api, key, etag }) => {
    await purgeItem(api, ref, { key, etag });
    return { location: trashPath, toast: "Deleted permanently." };
  });
}
