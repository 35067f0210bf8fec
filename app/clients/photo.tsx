import { href } from "react-router";
import { PhotoForm } from "../pictures/photo-form.tsx";
import { startPhoto, storePhoto } from "../pictures/photo-upload.server.ts";
import { picturesContext } from "../pictures/pictures.ts";
import { clientPath } from "../record-paths.ts";
import { agentOf, apiOf, recordId } from "../session/session.server.ts";
import { Avatar } from "../ui/avatar.tsx";
import { type FileAnswer, submitFile } from "../uploads/submit-files.server.ts";
import type { Route } from "./+types/photo";
import { ClientPage } from "./client-page.tsx";
import { changePhoto } from "./clients.server.ts";
import { loadClientFor } from "./load-client.server.ts";

export const handle = { takesFiles: true };

export async function loader({ params, context }: Route.LoaderArgs) {
  const finding = loadClientFor("update", context, params.id);
  const [{ id, name, profileImageUrl }, form] = await startPhoto(context, finding);
  const { workspace } = agentOf(context);
  const picture =
    profileImageUrl === null ? null : context.get(picturesContext).pathOf(profileImageUrl, 350, workspace.id);
  return { client: { id, name }, picture, form };
}

export async function action({ request, params, context }: Route.ActionArgs): Promise<FileAnswer> {
  const { id } = await loadClientFor("update", context, recordId(params.id));
  return submitFile(context, request, (file, form) =>
    storePhoto(context, file, form.key, async (url, key) => {
      await changePhoto(apiOf(context), id, url, key);
      return { location: clientPath(id), toast: "Photo saved." };
    }),
  );
}

export default function ClientPhoto({ loaderData: { client, picture, form }, actionData }: Route.ComponentProps) {
  return (
    <ClientPage client={client} title="Photo" subtitle={`Shown beside the name of ${client.name}.`}>
      <PhotoForm
        {...form}
        reply={actionData}
        name="photo"
        current={picture === null ? null : <Avatar large name={client.name} picture={picture} />}
        removal={href("/clients/:id/photo/removal", { id: client.id })}
        cancel={clientPath(client.id)}
      />
    </ClientPage>
  );
}
