import { href, redirect } from "react-router";
import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { clientPath } from "../record-paths.ts";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/photo-remove";
import { clientCrumbs } from "./client-page.tsx";
import { changePhoto } from "./clients.server.ts";
import { loadClientFor } from "./load-client.server.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id, name, profileImageUrl, etag } = await loadClientFor("update", context, params.id);
  if (profileImageUrl === null) throw redirect(href("/clients/:id/photo", params));
  return startConfirmation(context, {
    crumbs: clientCrumbs({ id, name }, "Remove photo"),
    title: `Remove the photo of ${name}?`,
    subtitle: "Their initials are shown instead.",
    send: "Remove photo",
    look: "bad",
    cancel: clientPath(id),
    etag,
  });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.id);
  return confirmed({ request, context }, async ({ api, key }) => {
    await changePhoto(api, id, null, key);
    return { location: clientPath(id), toast: "Photo removed." };
  });
}
