import { href, redirect } from "react-router";
import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { changeOwnPhoto } from "../members/members.server.ts";
import { currentUserOf, identityApiOf } from "../session/session.server.ts";
import type { Route } from "./+types/own-photo-remove";
import { loadOwnPhoto } from "./load-own-photo.server.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const { picture, etag } = await loadOwnPhoto(context);
  const cancel = href("/account/photo");
  if (picture === null) throw redirect(cancel);
  const title = "Remove your photo?";
  const subtitle = "Clients see your initials instead.";
  return startConfirmation(context, { title, subtitle, send: "Remove photo", look: "bad", cancel, etag });
}

export async function action({ request, context }: Route.ActionArgs) {
  const { person } = currentUserOf(context);
  return confirmed({ request, context }, async ({ key }) => {
    await changeOwnPhoto(identityApiOf(context), person.id, null, key);
    return { location: href("/account/photo"), toast: "Photo removed." };
  });
}
