import { redirect } from "react-router";
import { confirmed, FormRefusal, startConfirmation } from "../forms/forms.server.ts";
import type { Route } from "./+types/item-delete";
import { itemPath, restorePath } from "./document-item.ts";
import { crumbsTo } from "./form-page.tsx";
import { findItem, restoreItem, trashItem } from "./items.server.ts";
import { itemRef, loadItemFor } from "./load-document.server.ts";
import { placePath, trashPath } from "./place.ts";

/** Moves a document or folder to the trash, or at the other address restores it. */

export { ConfirmationPage as default } from "../forms/forms.tsx";

const isRestoring = (pattern: string) => pattern.endsWith("/trashing/removal");

export async function loader({ params, pattern, context }: Route.LoaderArgs) {
  const item = await loadItemFor("trash", context, params);
  const { noun, name, trashedAt, etag } = item;
  const cancel = itemPath(item);
  if ((trashedAt === null) === isRestoring(pattern)) throw redirect(cancel);
  if (isRestoring(pattern))
    return startConfirmation(context, {
      crumbs: [...crumbsTo(item), { label: "Restore" }],
      title: `Restore ${name}?`,
      subtitle: `It goes back to where it was, with ${noun === "document" ? "a number if its name is taken" : "everything in it"}.`,
      send: "Restore",
      cancel,
      etag,
    });
  const content = noun === "document" ? "all its versions" : "everything in it";
  return startConfirmation(context, {
    crumbs: [...crumbsTo(item), { label: "Delete" }],
    title: `Delete ${name}?`,
    subtitle: `The ${noun} moves to the trash with ${content}. You can restore it for 30 days.`,
    send: `Delete ${noun}`,
    look: "bad",
    cancel,
    replace: true,
    etag,
  });
}

export async function action({ request, params, pattern, context }: Route.ActionArgs) {
  const ref = itemRef(params);
  return confirmed({ request, context }, async ({ api, key, etag }) => {
    if (isRestoring(pattern)) {
      const isRestored = await restoreItem(api, ref, { key, etag });
      if (isRestored) return { location: itemPath(ref), toast: `${(await findItem(api, ref)).name} restored.` };
      const text = "Its folder is in the trash too. Restore the folder first.";
      throw new FormRefusal({ text, link: { href: trashPath, label: "Open the trash" } });
    }
    const item = await findItem(api, ref);
    await trashItem(api, ref, { key, etag });
    const undo = { action: restorePath(ref), fields: {} };
    return { location: placePath(item), toast: `${item.name} moved to the trash.`, undo };
  });
}
