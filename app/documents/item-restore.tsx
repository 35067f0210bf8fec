import { redirect } from "react-router";
import { confirmed, FormRefusal, startConfirmation } from "../forms/forms.server.ts";
import type { Route } from "./+types/item-restore";
import { itemPath } from "./document-item.ts";
import { crumbsTo } from "./form-page.tsx";
import { findItem, restoreItem } from "./items.server.ts";
import { itemRef, loadItemFor } from "./load-document.server.ts";
import { trashPath } from "./place.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const item = await loadItemFor("trash", context, params);
  if (item.trashedAt === null) throw redirect(itemPath(item));
  const more = item.noun === "document" ? "a number if its name is taken" : "everything in it";
  return startConfirmation(context, {
    crumbs: [...crumbsTo(item), { label: "Restore" }],
    title: `Restore ${item.name}?`,
    subtitle: `It goes back to where it was, with ${more}.`,
    send: "Restore",
    cancel: itemPath(item),
    etag: item.etag,
  });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const ref = itemRef(params);
  return confirmed({ request, context }, async ({ api, key, etag }) => {
    const isRestored = await restoreItem(api, ref, { key, etag });
    if (isRestored) return { location: itemPath(ref), toast: `${(await findItem(api, ref)).name} restored.` };
    const text = "Its folder is in the trash too. Restore the folder first.";
    throw new FormRefusal({ text, link: { href: trashPath, label: "Open the trash" } });
  });
}
