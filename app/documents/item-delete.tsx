import { redirect } from "react-router";
import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import type { Route } from "./+types/item-delete";
import { itemPath, restorePath } from "./document-item.ts";
import { crumbsTo } from "./form-page.tsx";
import { findItem, trashItem } from "./items.server.ts";
import { itemRef, loadItemFor } from "./load-document.server.ts";
import { placePath } from "./place.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const item = await loadItemFor("trash", context, params);
  const { noun, name, trashedAt } = item;
  if (trashedAt !== null) throw redirect(itemPath(item));
  const content = noun === "document" ? "all its versions" : "everything in it";
  return startConfirmation(context, {
    crumbs: [...crumbsTo(item), { label: "Delete" }],
    title: `Delete ${name}?`,
    subtitle: `The ${noun} moves to the trash with ${content}. You can restore it for 30 days.`,
    send: `Delete ${noun}`,
    look: "bad",
    cancel: itemPath(item),
    replace: true,
    etag: item.etag,
  });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const ref = itemRef(params);
  return confirmed({ request, context }, async ({ api, key, etag }) => {
    const item = await findItem(api, ref);
    await trashItem(api, ref, { key, etag });
    return {
      location: placePath(item),
      toast: `${item.name} moved to the trash.`,
      undo: { action: restorePath(ref), fields: {} },
    };
  });
}
