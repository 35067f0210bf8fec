import { href } from "react-router";
import { changeOwnPhoto } from "../members/members.server.ts";
import { PhotoForm } from "../pictures/photo-form.tsx";
import { startPhoto, storePhoto } from "../pictures/photo-upload.server.ts";
import { identityApiOf } from "../session/session.server.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Page, PageHead } from "../ui/page.tsx";
import { type FileAnswer, submitFile } from "../uploads/submit-files.server.ts";
import type { Route } from "./+types/own-photo";
import { loadOwnPhoto, requirePhotos } from "./load-own-photo.server.ts";

export const handle = { takesFiles: true };

export async function loader({ context }: Route.LoaderArgs) {
  requirePhotos(context);
  const [{ person, picture }, form] = await startPhoto(context, loadOwnPhoto(context));
  return { name: person.name, picture, form };
}

export async function action({ request, context }: Route.ActionArgs): Promise<FileAnswer> {
  requirePhotos(context);
  const { person } = await loadOwnPhoto(context);
  return submitFile(context, request, (file, form) =>
    storePhoto(context, file, form.key, async (url, key) => {
      await changeOwnPhoto(identityApiOf(context), person.id, url, key);
      return { location: href("/account/photo"), toast: "Photo saved." };
    }),
  );
}

export default function OwnPhoto({ loaderData: { name, picture, form }, actionData }: Route.ComponentProps) {
  return (
    <Page narrow>
      <PageHead
        title="Your photo"
        subtitle="Clients see it beside your name: in their portal, on shared properties and on the public page."
      />
      <PhotoForm
        {...form}
        reply={actionData}
        name="photo"
        current={picture === null ? null : <Avatar large name={name} picture={picture} />}
        removal={href("/account/photo/removal")}
        cancel={href("/dashboard")}
      />
    </Page>
  );
}
