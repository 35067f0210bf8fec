import { href } from "react-router";
import { startForm } from "../forms/forms.server.ts";
import { photoFiles } from "../pictures/photo-files.ts";
import { packagePath } from "../record-paths.ts";
import { apiOf, load, recordId } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { findAllowance } from "../uploads/files.server.ts";
import { listUnfinished } from "../uploads/own-uploads.server.ts";
import { type FilesAnswer, type KeepFiles, submitFiles } from "../uploads/submit-files.server.ts";
import { UploadFailure } from "../uploads/upload-failure.tsx";
import { reloadsAfterUpload, UploadForm } from "../uploads/upload-form.tsx";
import type { Route } from "./+types/photos";
import { type AddedPhotos, addPhotos } from "./added-photos.server.ts";
import { loadPackageFor, loadPhotos } from "./load-package.server.ts";
import { PackagePage } from "./package-page.tsx";
import { mostPhotos } from "./package-photo.ts";
import { noteOfPhoto, PhotoTile, PhotoTiles, photoName } from "./photo-tiles.tsx";

export const handle = { takesFiles: true };

export async function loader({ params, context }: Route.LoaderArgs) {
  const [shown, allowance, unfinished, start] = await Promise.all([
    loadPhotos(context, params.packageId),
    load(findAllowance(apiOf(context))),
    listUnfinished(context),
    startForm(context),
  ]);
  return { ...shown, allowance: photoFiles.within(allowance), unfinished, start };
}

export async function action({ request, params, context }: Route.ActionArgs): Promise<FilesAnswer<AddedPhotos>> {
  const { id } = await loadPackageFor("update", context, recordId(params.packageId));
  const keep: KeepFiles<AddedPhotos> = async (files, refused, { key }) => {
    const result = await addPhotos(context, id, files, refused, key);
    const toast = result.added.length === 1 ? "Photo added." : `${result.added.length} photos added.`;
    const to = { location: href("/packages/:packageId/photos", { packageId: id }), toast };
    return { result, to: result.added.length === 0 ? null : to };
  };
  return submitFiles(context, request, keep);
}

export const shouldRevalidate = reloadsAfterUpload;

export default function PackagePhotos({ loaderData, actionData }: Route.ComponentProps) {
  const { item, photos, canUpdate, allowance, unfinished, start } = loaderData;
  const { files, empty = false } = actionData ?? {};
  const packageId = item.id;
  const subtitle = "The first photo is the cover. Lists, shared pages and clients see it first.";
  return (
    <PackagePage item={item} title="Photos" subtitle={subtitle}>
      <UploadFailure failed={files?.failed ?? []} kept={files?.added ?? []} />
      {photos.length === 0 ? <p className="muted mb-2">No photos yet.</p> : null}
      <PhotoTiles>
        {photos.map((photo, index) => (
          <li key={photo.id} className="file">
            <PhotoTile photo={photo} index={index} note={noteOfPhoto(photo, index)} />
            {canUpdate ? (
              <div>
                <LinkButton
                  href={href("/packages/:packageId/photos/:photoId/edit", { packageId, photoId: photo.id })}
                  look="quiet"
                  aria-label={`Edit ${photoName(photo, index)}`}
                >
                  Edit
                </LinkButton>
              </div>
            ) : null}
          </li>
        ))}
      </PhotoTiles>
      {canUpdate && photos.length > 1 ? (
        <div className="mb-2">
          <LinkButton href={href("/packages/:packageId/photos/order", { packageId })}>Change order</LinkButton>
        </div>
      ) : null}
      {!canUpdate ? null : photos.length >= mostPhotos ? (
        <p className="muted">A property can have at most {mostPhotos} photos. Remove one to add another.</p>
      ) : (
        <UploadForm
          start={start}
          reply={actionData}
          allowance={allowance}
          unfinished={unfinished}
          label="Add photos"
          multiple
          accept={photoFiles.types}
          error={empty ? "Choose one photo or more." : undefined}
          send="Upload photos"
          cancel={packagePath(item.id)}
        />
      )}
    </PackagePage>
  );
}
