import type { RouterContextProvider } from "react-router";
import { href } from "react-router";
import { startForm } from "../forms/forms.server.ts";
import { uuidOf } from "../forms/idempotent-write.server.ts";
import { picturesContext } from "../pictures/pictures.ts";
import { agentOf, apiOf, load, recordId } from "../session/session.server.ts";
import type { To } from "../session/store.ts";
import { LinkButton } from "../ui/button.tsx";
import { Photo } from "../ui/photo.tsx";
import { findAllowance } from "../uploads/files.server.ts";
import { listUnfinished } from "../uploads/own-uploads.server.ts";
import { reasonOf, refusalOf, storeSpooledFile } from "../uploads/receive-form.server.ts";
import type { SpooledFile } from "../uploads/spool.server.ts";
import { type FileAnswer, submitFile } from "../uploads/submit-file.server.ts";
import { UploadFailure } from "../uploads/upload-failure.tsx";
import { UploadForm } from "../uploads/upload-form.tsx";
import type { RefusedFile } from "../uploads/upload-limits.ts";
import type { Route } from "./+types/photo";
import { loadPackageFor } from "./load-package.server.ts";
import { packagePath } from "./package-list.ts";
import { PackagePage } from "./package-page.tsx";
import { changePhoto, makePicture } from "./packages.server.ts";

/** Phones convert HEIC to JPEG when a page asks for these. */
const readable = "image/jpeg,image/png,image/webp";

/** The service's limit. */
const mostBytes = 32 * 1024 ** 2;

type Context = Readonly<RouterContextProvider>;

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id, street, photoUrl, etag } = await loadPackageFor("update", context, params.packageId);
  const [allowance, unfinished, start] = await Promise.all([
    load(findAllowance(apiOf(context))),
    listUnfinished(context),
    startForm(context, { etag }),
  ]);
  const { workspace } = agentOf(context);
  const photo = photoUrl === null ? null : context.get(picturesContext).pathOf(photoUrl, 350, workspace.id);
  return { item: { id, street }, photo, allowance, unfinished, start };
}

export async function action({ request, params, context }: Route.ActionArgs): Promise<FileAnswer> {
  const { id } = await loadPackageFor("update", context, recordId(params.packageId));
  return submitFile(context, request, (file, { key }) => showPhoto(context, id, file, key));
}

/** Stores a file and makes it the property's photo. Other changes to the property are kept. */
async function showPhoto(context: Context, id: string, file: SpooledFile, key: string): Promise<To | RefusedFile> {
  const stored = await storeSpooledFile(context, file, uuidOf([key, "file"]));
  if ("reason" in stored) return stored;
  try {
    const url = await makePicture(apiOf(context), stored.file.id, uuidOf([key, "picture"]));
    // A retry after a crash may make another picture, and that is another change.
    await changePhoto(apiOf(context), id, url, uuidOf([key, url]));
    return { location: packagePath(id), toast: "Photo saved." };
  } catch (error) {
    return refusalOf(file, reasonOf(error));
  }
}

export default function PackagePhoto({ loaderData, actionData }: Route.ComponentProps) {
  const { item, photo, allowance, unfinished, start } = loaderData;
  const { failed = [], isNone = false } = actionData ?? {};
  return (
    <PackagePage item={item} title="Photo" subtitle="Shown in lists and on shared pages.">
      {photo === null ? null : (
        <div className="who mb-2">
          <Photo large picture={photo} />
        </div>
      )}
      <UploadFailure failed={failed} kept={[]} />
      <UploadForm
        start={start}
        reply={actionData}
        allowance={{ ...allowance, file: Math.min(allowance.file, mostBytes) }}
        unfinished={unfinished}
        label={photo === null ? "Photo" : "New photo"}
        accept={readable}
        error={isNone ? "Choose one photo." : undefined}
        send="Save photo"
        cancel={packagePath(item.id)}
      />
      {photo === null ? null : (
        <div className="mt-2">
          <LinkButton href={href("/packages/:packageId/photo/removal", { packageId: item.id })} look="bad">
            Remove photo
          </LinkButton>
        </div>
      )}
    </PackagePage>
  );
}
