import { href, type RouterContextProvider } from "react-router";
import { startForm } from "../forms/forms.server.ts";
import { uuidOf } from "../forms/idempotent-write.server.ts";
import { ApiError } from "../json-api/api-error.ts";
import { apiOf, load, notFound, refuse, viewOnly } from "../session/session.server.ts";
import type { To } from "../session/store.ts";
import { Notice } from "../ui/notice.tsx";
import { type Choice, Options } from "../ui/options.tsx";
import type { StoredFile } from "../uploads/file.ts";
import { findAllowance } from "../uploads/files.server.ts";
import { listUnfinished } from "../uploads/own-uploads.server.ts";
import { refusalOf, storeFiles } from "../uploads/receive-form.server.ts";
import type { SpooledFile } from "../uploads/spool.server.ts";
import { type FilesAnswer, type KeepFiles, submitFiles } from "../uploads/submit-files.server.ts";
import { UploadFailure } from "../uploads/upload-failure.tsx";
import { reloadsAfterUpload, UploadForm } from "../uploads/upload-form.tsx";
import type { RefusedFile } from "../uploads/upload-limits.ts";
import type { Route } from "./+types/upload-new";
import { createDocument } from "./documents.server.ts";
import { folderChoices } from "./folders.server.ts";
import { FormPage } from "./form-page.tsx";
import { loadFolder, loadPlaceToAdd, placeOfFolder } from "./load-document.server.ts";
import {
  clashesPath,
  type Place,
  pathAfterUpload,
  placePath,
  placeQuery,
  returningToHolder,
  returnParameters,
} from "./place.ts";

export const handle = { form: "create", takesFiles: true };

export async function loader({ url, context }: Route.LoaderArgs) {
  const { place, crumbs } = await loadPlaceToAdd(context, url);
  const [allowance, start, unfinished, folders] = await Promise.all([
    load(findAllowance(apiOf(context))),
    startForm(context),
    listUnfinished(context),
    foldersAt(context, place),
  ]);
  const missing = url.searchParams.getAll("missing").slice(0, 50);
  const back = pathAfterUpload(place, url.searchParams);
  return {
    ...{ place, crumbs, back, folders, allowance, start, unfinished },
    missing: missing.map((name) => name.slice(0, 200)),
  };
}

/** The folders of a property or a client that a file can go into; none where the address names one, or there are none. */
async function foldersAt(context: Route.LoaderArgs["context"], place: Place): Promise<readonly Choice[]> {
  if (place.folderId !== null || (place.packageId === null && place.clientId === null)) return [];
  const [none, ...folders] = await folderChoices(context, place);
  return none === undefined || folders.length === 0 ? [] : [...folders, { ...none, value: noFolder }];
}

/** The folder that the form names at a place. @throws 404 for one that is not there, 403 where nothing may be added to it */
async function loadChosenPlace(context: Route.LoaderArgs["context"], place: Place, folder: string): Promise<Place> {
  const { place: chosen, mayAdd } = await placeOfFolder(context, await loadFolder(context, folder));
  if (chosen.packageId !== place.packageId || chosen.clientId !== place.clientId) throw notFound();
  if (!mayAdd) throw refuse(viewOnly("folder", placePath(chosen)));
  return chosen;
}

/** What a select that has to be answered sends for no folder. */
const noFolder = "none";

export async function action({ request, url, context }: Route.ActionArgs): Promise<FilesAnswer<Addition>> {
  const { place } = await loadPlaceToAdd(context, url);
  const keep: KeepFiles<Addition> = async (files, refused, { key, folder = "" }) => {
    const isChosen = folder !== "" && folder !== noFolder;
    const target = isChosen ? await loadChosenPlace(context, place, folder) : place;
    const result = await addFiles(context, target, files, refused, key);
    const isNone = result.added.length === 0 && result.clashes.length === 0;
    const query = isChosen ? returningToHolder(url.searchParams) : url.searchParams;
    return { result, to: isNone ? null : locationAfter(target, result, query) };
  };
  return submitFiles(context, request, keep, { ofRecord: url.search !== "" });
}

export const shouldRevalidate = reloadsAfterUpload;

export default function UploadFiles({ loaderData, actionData }: Route.ComponentProps) {
  const { place, crumbs, back, folders, allowance, start, unfinished, missing } = loaderData;
  const { failed = [], added = [], clashes = [] } = actionData?.files ?? {};
  return (
    <FormPage crumbs={crumbs} title="Upload files" crumb="Upload">
      <UploadFailure failed={failed} kept={added} waiting={clashes.length} />
      {clashes.length === 0 ? null : (
        <Notice tone="warn" title={`${clashes.map(({ name }) => name).join(", ")}:`}>
          {clashes.length === 1 ? "This name is" : "These names are"} already taken.{" "}
          <a
            href={clashesPath(
              place,
              clashes.map(({ id }) => id),
            )}
          >
            Choose what to do with {clashes.length === 1 ? "it" : "them"}
          </a>
        </Notice>
      )}
      {failed.length > 0 || missing.length === 0 ? null : (
        <Notice tone="warn" title="Not uploaded:">
          {missing.join(", ")}. Everything else was uploaded.
        </Notice>
      )}
      <UploadForm
        start={start}
        reply={actionData}
        allowance={allowance}
        unfinished={unfinished}
        label="Files"
        multiple
        error={actionData?.empty ? "Choose a file." : undefined}
        send="Upload"
        cancel={back}
      >
        {folders.length === 0 ? null : (
          <div className="field">
            <label htmlFor="upload-folder">Folder</label>
            <select id="upload-folder" className="input" name="folder" required defaultValue={actionData?.folder ?? ""}>
              <option value="">Choose a folder</option>
              <Options options={folders} />
            </select>
          </div>
        )}
      </UploadForm>
    </FormPage>
  );
}

type Context = Readonly<RouterContextProvider>;

interface Addition {
  readonly added: readonly string[];
  /** Files that are stored but not documents yet: another document has their name. */
  readonly clashes: readonly { readonly id: string; readonly name: string }[];
  readonly failed: readonly RefusedFile[];
}

/**
 * Stores the files of a form and creates documents of them at a place, one by one; one that fails does not stop the others.
 * @param refused files that were refused while they arrived
 * @param key of the form
 * @throws ApiError when the session has ended
 */
async function addFiles(
  context: Context,
  place: Place,
  files: readonly SpooledFile[],
  refused: readonly RefusedFile[],
  key: string,
): Promise<Addition> {
  const added: string[] = [];
  const clashes: { id: string; name: string }[] = [];
  const failed = [...refused];
  const stored = await storeFiles(context, files, key);
  for (const [index, spooled] of files.entries()) {
    const outcome = stored[index];
    if (outcome === undefined) continue;
    if ("reason" in outcome) {
      failed.push(outcome);
      continue;
    }
    const { id, name } = outcome.file;
    try {
      added.push(await addFile(context, place, outcome.file, uuidOf([key, "document", index])));
    } catch (error) {
      if (isNameTaken(error)) clashes.push({ id, name });
      else failed.push(refusalOf(spooled, error));
    }
  }
  return { added, clashes, failed };
}

/** Gives the label. @throws ApiError */
async function addFile(context: Context, place: Place, file: StoredFile, key: string): Promise<string> {
  const document = await createDocument(apiOf(context), { fileId: file.id, place, onClash: null }, key);
  return document?.label ?? file.name;
}

function isNameTaken(error: unknown): boolean {
  return error instanceof ApiError && error.cause.code === "name_taken";
}

/** Where the form of an upload leads that added something. @param query of the form's page, which says where it returns to */
function locationAfter(place: Place, { added, clashes, failed }: Addition, query: URLSearchParams): To {
  const toast = toastFor(added);
  const missing = failed.map(({ name }): [string, string] => ["missing", name]);
  if (missing.length > 0)
    return { location: href("/documents/uploads/new") + placeQuery(place, [...returnParameters(query), ...missing]) };
  const files = clashes.map(({ id }) => id);
  if (files.length > 0) return { location: clashesPath(place, files), ...toast };
  return { location: pathAfterUpload(place, query), ...toast };
}

function toastFor(added: readonly string[]): { toast?: string } {
  const [first] = added;
  if (first === undefined) return {};
  return { toast: added.length === 1 ? `${first} uploaded.` : `${added.length} files uploaded.` };
}
