import type { RouterContextProvider } from "react-router";
import { href } from "react-router";
import { startForm } from "../forms/forms.server.ts";
import { uuidOf } from "../forms/idempotent-write.server.ts";
import { photoFiles } from "../pictures/photo-files.ts";
import { makePicture } from "../pictures/picture-creation.server.ts";
import { picturesContext } from "../pictures/pictures.ts";
import { agentOf, apiOf, load, recordId } from "../session/session.server.ts";
import type { To } from "../session/store.ts";
import { Avatar } from "../ui/avatar.tsx";
import { LinkButton } from "../ui/button.tsx";
import { findAllowance } from "../uploads/files.server.ts";
import { listUnfinished } from "../uploads/own-uploads.server.ts";
import { refusalOf, storeSpooledFile } from "../uploads/receive-form.server.ts";
import type { SpooledFile } from "../uploads/spool.server.ts";
import { type FileAnswer, submitFile } from "../uploads/submit-file.server.ts";
import { UploadFailure } from "../uploads/upload-failure.tsx";
import { UploadForm } from "../uploads/upload-form.tsx";
import type { RefusedFile } from "../uploads/upload-limits.ts";
import type { Route } from "./+types/photo";
import { clientPath } from "./client-links.ts";
import { ClientPage } from "./client-page.tsx";
import { changePhoto } from "./clients.server.ts";
import { loadClientFor } from "./load-client.server.ts";

type Context = Readonly<RouterContextProvider>;

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id, name, profileImageUrl, etag } = await loadClientFor("update", context, params.id);
  const [allowance, unfinished, start] = await Promise.all([
    load(findAllowance(apiOf(context))),
    listUnfinished(context),
    startForm(context, { etag }),
  ]);
  const { workspace } = agentOf(context);
  const picture =
    profileImageUrl === null ? null : context.get(picturesContext).pathOf(profileImageUrl, 350, workspace.id);
  return { client: { id, name }, picture, allowance: photoFiles.within(allowance), unfinished, start };
}

export async function action({ request, params, context }: Route.ActionArgs): Promise<FileAnswer> {
  const { id } = await loadClientFor("update", context, recordId(params.id));
  return submitFile(context, request, (file, { key }) => showPhoto(context, id, file, key));
}

/** Stores a file and makes it the client's photo. Other changes to the client are kept. */
async function showPhoto(context: Context, id: string, file: SpooledFile, key: string): Promise<To | RefusedFile> {
  const stored = await storeSpooledFile(context, file, uuidOf([key, "file"]));
  if ("reason" in stored) return stored;
  try {
    const url = await makePicture(apiOf(context), stored.file.id, uuidOf([key, "picture"]));
    await changePhoto(apiOf(context), id, url, uuidOf([key, "photo"]));
    return { location: clientPath(id), toast: "Photo saved." };
  } catch (error) {
    return refusalOf(file, error);
  }
}

export default function ClientPhoto({ loaderData, actionData }: Route.ComponentProps) {
  const { client, picture, allowance, unfinished, start } = loaderData;
  const { failed = [], isNone = false } = actionData ?? {};
  return (
    <ClientPage client={client} title="Photo" subtitle={`Shown beside the name of ${client.name}.`}>
      {picture === null ? null : (
        <div className="who mb-2">
          <Avatar large name={client.name} picture={picture} />
        </div>
      )}
      <UploadFailure failed={failed} kept={[]} />
      <UploadForm
        start={start}
        reply={actionData}
        allowance={allowance}
        unfinished={unfinished}
        label={picture === null ? "Photo" : "New photo"}
        accept={photoFiles.types}
        error={isNone ? "Choose one photo." : undefined}
        send="Save photo"
        cancel={clientPath(client.id)}
      />
      {picture === null ? null : (
        <div className="mt-2">
          <LinkButton href={href("/clients/:id/photo/removal", { id: client.id })} look="bad">
            Remove photo
          </LinkButton>
        </div>
      )}
    </ClientPage>
  );
}
