import { href, redirect } from "react-router";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { changeOwnPhoto } from "../members/members.server.ts";
import { currentUserOf, identityApiOf } from "../session/session.server.ts";
import { Page, PageHead } from "../ui/page.tsx";
import type { Route } from "./+types/own-photo-remove";
import { loadOwnPhoto } from "./load-own-photo.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { picture, etag } = await loadOwnPhoto(context);
  if (picture === null) throw redirect(href("/account/photo"));
  return { start: await startForm(context, { etag }) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { person } = currentUserOf(context);
  return submitForm({ request, context }, confirmationForm, async ({ key }) => {
    await changeOwnPhoto(identityApiOf(context), person.id, null, key);
    return { location: href("/account/photo"), toast: "Photo removed." };
  });
}

export default function RemoveOwnPhoto({ loaderData: { start }, actionData }: Route.ComponentProps) {
  return (
    <Page narrow>
      <PageHead title="Remove your photo?" subtitle="Clients see your initials instead." />
      <Confirmation start={start} reply={actionData} send="Remove photo" look="bad" cancel={href("/account/photo")} />
    </Page>
  );
}
