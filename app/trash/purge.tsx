import { href } from "react-router";
import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { permitted } from "../session/session.server.ts";
import type { Route } from "./+types/purge";
import { loadTrashed, purgeTrashed, trashCrumbs, trashedId, trashRefusal } from "./trash.server.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

export async function loader({ url, context }: Route.LoaderArgs) {
  const { name, etag } = permitted(await loadTrashed(context, url), "purge", trashRefusal("purge"));
  return startConfirmation(context, {
    crumbs: trashCrumbs("Delete permanently"),
    title: `Delete ${name} permanently?`,
    subtitle:
      "Everything that went along is deleted, files too. This can't be undone. The activity log keeps the name.",
    send: "Delete permanently",
    look: "bad",
    cancel: href("/trash"),
    etag,
  });
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const id = trashedId(url);
  return confirmed({ request, context, ofRecord: true }, async ({ api, key }) => {
    await purgeTrashed(api, id, key);
    return { location: href("/trash"), toast: "Deleted permanently." };
  });
}
