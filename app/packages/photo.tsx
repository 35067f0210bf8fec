import { data, type RouterContextProvider } from "react-router";
import { picturesContext } from "../pictures/pictures.ts";
import type { FormReply } from "../session/form-reply.ts";
import { restartForm, startForm } from "../session/form-start.server.ts";
import { FormStart } from "../session/form-start.tsx";
import { load, recordId } from "../session/loading.server.ts";
import { uuidOf } from "../session/once.server.ts";
import { sendForm } from "../session/sending.server.ts";
import { agentOf, apiOf } from "../session/session.server.ts";
import type { To } from "../session/store.ts";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { Photo } from "../ui/photo.tsx";
import { PostForm } from "../ui/post-form.tsx";
import { FileField } from "../uploads/file-field.tsx";
import { findAllowance } from "../uploads/files.server.ts";
import { nothingKept, reasonOf, receiveForm, storeFiles } from "../uploads/receiving.server.ts";
import type { SpooledFile } from "../uploads/spool.server.ts";
import { UploadFailure } from "../uploads/upload-failure.tsx";
import type { RefusedFile } from "../uploads/upload-form.server.ts";
import type { Route } from "./+types/photo";
import { openPackageFor } from "./opening.server.ts";
import { packagePath } from "./package-list.ts";
import { PackagePage } from "./package-page.tsx";
import { changePhoto, makePicture } from "./packages.server.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Photo · Latchkey" }];

/** Asked for these, phones turn their own HEIC into JPEG. */
const readable = "image/jpeg,image/png,image/webp";

/** A photo that is larger says nothing more; the service refuses it. */
const mostBytes = 32 * 1024 ** 2;

type Context = Readonly<RouterContextProvider>;

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id, street, photoUrl, etag } = await openPackageFor("update", context, params.packageId);
  const [allowance, start] = await Promise.all([
    load(findAllowance(apiOf(context))),
    startForm(context, { version: etag }),
  ]);
  const { workspace } = agentOf(context);
  const photo = photoUrl === null ? null : context.get(picturesContext).pathOf(photoUrl, 350, workspace.id);
  return { item: { id, street }, photo, allowance, start };
}

/** The form again, with why the photo was not kept. */
type PhotoReply = FormReply & { readonly failed?: readonly RefusedFile[]; readonly empty?: boolean };
type PhotoAnswer = Response | ReturnType<typeof data<PhotoReply>>;

export async function action({ request, params, context }: Route.ActionArgs): Promise<PhotoAnswer> {
  const { id } = await openPackageFor("update", context, recordId(params.packageId));
  const { form, files, refused, discard } = await receiveForm(context, request);
  try {
    if (!form.isValid) return form.answer;
    const fail = (failed: readonly RefusedFile[]) =>
      data({ ...form.reply({ start: restartForm(form.start, form.version) }).data, failed }, { status: 400 });
    if (refused.length > 0) return fail(refused);
    const [file, ...others] = files;
    if (file === undefined || others.length > 0) return data({ ...form.reply({}).data, empty: true }, { status: 400 });
    const outcome: { failed: readonly RefusedFile[] } = { failed: [] };
    try {
      return await sendForm<typeof form.value, never>(context, form, async (key) => {
        const made = await showPhoto(context, id, file, key);
        if ("location" in made) return made;
        outcome.failed = [made];
        throw nothingKept();
      });
    } catch (error) {
      if (outcome.failed.length > 0) return fail(outcome.failed);
      throw error;
    }
  } finally {
    await discard();
  }
}

/** Stores a file and has the package show it. Whatever else of the package changed meanwhile stays as it is. */
async function showPhoto(context: Context, id: string, file: SpooledFile, key: string): Promise<To | RefusedFile> {
  const [stored] = await storeFiles(context, [file], key);
  if (stored === undefined || "reason" in stored) return stored ?? { name: file.name, reason: "It was not stored." };
  try {
    const url = await makePicture(apiOf(context), stored.file.id, uuidOf([key, "picture"]));
    await changePhoto(apiOf(context), id, url, key);
    return { location: packagePath(id), toast: "Photo saved." };
  } catch (error) {
    return { name: file.name, reason: reasonOf(error) };
  }
}

export default function PackagePhoto({ loaderData, actionData }: Route.ComponentProps) {
  const { item, photo, allowance, start } = loaderData;
  const { failed = [], empty = false } = actionData ?? {};
  return (
    <PackagePage item={item} title="Photo" subtitle={`${item.street}, as lists and shared pages show it.`}>
      {photo === null ? null : (
        <div className="flex mb-3">
          <Photo large picture={photo} />
        </div>
      )}
      <UploadFailure failed={failed} kept={[]} />
      <PostForm files key={actionData?.start.key}>
        <FormStart start={start} reply={actionData} />
        <FileField
          label={photo === null ? "Photo" : "Another photo"}
          allowance={{ ...allowance, file: Math.min(allowance.file, mostBytes) }}
          accept={readable}
          error={empty ? "Choose one picture." : undefined}
        />
        <div className="actions">
          <SubmitButton>Save photo</SubmitButton>
          <LinkButton href={packagePath(item.id)}>Cancel</LinkButton>
        </div>
      </PostForm>
      {photo === null ? null : (
        <div className="mt-3">
          <LinkButton href={packagePath(item.id, "photo/removal")} look="bad">
            Remove photo
          </LinkButton>
        </div>
      )}
    </PackagePage>
  );
}
