import { startForm } from "../forms/forms.server.ts";
import { apiOf, load } from "../session/session.server.ts";
import { Notice } from "../ui/notice.tsx";
import { findAllowance } from "../uploads/files.server.ts";
import { listUnfinished } from "../uploads/own-uploads.server.ts";
import { type FilesAnswer, type KeepFiles, submitFiles } from "../uploads/submit-files.server.ts";
import { UploadFailure } from "../uploads/upload-failure.tsx";
import { reloadsAfterUpload, UploadForm } from "../uploads/upload-form.tsx";
import type { Route } from "./+types/upload-new";
import { type Addition, addFiles, locationAfter } from "./add-files.server.ts";
import { FormPage } from "./form-page.tsx";
import { loadPlaceToAdd } from "./load-document.server.ts";
import { clashesPath, pathAfterUpload } from "./place.ts";

export const handle = { form: "create", takesFiles: true };

export async function loader({ url, context }: Route.LoaderArgs) {
  const { place, crumbs } = await loadPlaceToAdd(context, url);
  const [allowance, start, unfinished] = await Promise.all([
    load(findAllowance(apiOf(context))),
    startForm(context),
    listUnfinished(context),
  ]);
  const missing = url.searchParams.getAll("missing").slice(0, 50);
  const back = pathAfterUpload(place, url.searchParams);
  return { place, crumbs, back, allowance, start, unfinished, missing: missing.map((name) => name.slice(0, 200)) };
}

export async function action({ request, url, context }: Route.ActionArgs): Promise<FilesAnswer<Addition>> {
  const { place } = await loadPlaceToAdd(context, url);
  const keep: KeepFiles<Addition> = async (files, refused, { key }) => {
    const result = await addFiles(context, place, files, refused, key);
    const isNone = result.added.length === 0 && result.clashes.length === 0;
    return { result, to: isNone ? null : locationAfter(place, result, url.searchParams) };
  };
  return submitFiles(context, request, keep, { ofRecord: url.search !== "" });
}

export const shouldRevalidate = reloadsAfterUpload;

export default function UploadFiles({ loaderData, actionData }: Route.ComponentProps) {
  const { place, crumbs, back, allowance, start, unfinished, missing } = loaderData;
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
      />
    </FormPage>
  );
}
