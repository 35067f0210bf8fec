import { href } from "react-router";
import * as z from "zod/mini";
import { startConfirmation, submitForm } from "../forms/forms.server.ts";
import { placeOnSite } from "../session/next-path.ts";
import { permitted } from "../session/session.server.ts";
import { optionalText } from "../ui/form-values.ts";
import type { Route } from "./+types/restore";
import { loadTrashed, restoreTrashed, trashCrumbs, trashedId, trashRefusal } from "./trash.server.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

/** The page that one comes from, where it is not the trash. */
const restorationForm = z.object({ back: z.optional(optionalText(2000)) });

export async function loader({ url, context }: Route.LoaderArgs) {
  const { name, etag } = permitted(await loadTrashed(context, url), "restore", trashRefusal("restore"));
  const title = `Restore ${name}?`;
  const subtitle = "It is in the trash. Everything that went along is restored, too.";
  const crumbs = trashCrumbs("Restore");
  return startConfirmation(context, { crumbs, title, subtitle, send: "Restore", cancel: href("/trash"), etag });
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const id = trashedId(url);
  // The record is not loaded: where an earlier send restored it, it is in the trash no more.
  return submitForm({ request, context, ofRecord: true }, restorationForm, async ({ api, value, key }) => {
    await restoreTrashed(api, id, key);
    return { location: placeOnSite(value.back) ?? href("/trash"), toast: "Restored." };
  });
}
