import { data, type ShouldRevalidateFunctionArgs } from "react-router";
import { restartForm, startForm, writeForm } from "../forms/forms.server.ts";
import type { FormReply } from "../forms/forms.tsx";
import { apiOf, load } from "../session/session.server.ts";
import { Notice } from "../ui/notice.tsx";
import { findAllowance } from "../uploads/files.server.ts";
import { listUnfinished } from "../uploads/own-uploads.server.ts";
import { nothingKept, receiveForm } from "../uploads/receive-form.server.ts";
import { UploadFailure } from "../uploads/upload-failure.tsx";
import { UploadForm } from "../uploads/upload-form.tsx";
import type { Route } from "./+types/upload-new";
import { type Addition, addFiles, locationAfter } from "./add-files.server.ts";
import { FormPage } from "./form-page.tsx";
import { loadPlaceToAdd } from "./load-document.server.ts";
import { clashesPath, placePath } from "./place.ts";

export const handle = { form: "create" };

export async function loader({ url, context }: Route.LoaderArgs) {
  const { place, crumbs } = await loadPlaceToAdd(context, url);
  const [allowance, start, unfinished] = await Promise.all([
    load(findAllowance(apiOf(context))),
    startForm(context),
    listUnfinished(context),
  ]);
  const missing = url.searchParams.getAll("missing").slice(0, 50);
  return { place, crumbs, allowance, start, unfinished, missing: missing.map((name) => name.slice(0, 200)) };
}

/** The form again, with what happened to each file. */
type UploadReply = FormReply & Partial<Addition> & { readonly empty?: boolean };
type UploadAnswer = Response | ReturnType<typeof data<UploadReply>>;

export async function action({ request, url, context }: Route.ActionArgs): Promise<UploadAnswer> {
  const { place } = await loadPlaceToAdd(context, url);
  const { form, files, refused, discard } = await receiveForm(context, request, { ofRecord: url.search !== "" });
  const outcome: { made: Addition | null; isSettled: boolean } = { made: null, isSettled: false };
  try {
    if (!form.isValid) return form.answer;
    if (files.length === 0 && refused.length === 0)
      return data({ ...form.reply({}).data, empty: true }, { status: 400 });
    const again = (made: Addition): UploadAnswer =>
      data({ ...form.reply({ start: restartForm(form.start, null) }).data, ...made }, { status: 400 });
    try {
      const answer = await writeForm<typeof form.value, never>(context, form, async ({ key }) => {
        const made = await addFiles(context, place, files, refused, key);
        outcome.made = made;
        if (made.added.length === 0 && made.clashes.length === 0) throw nothingKept();
        return locationAfter(place, made);
      });
      // Sent again, it redirects as it did the first time: its files are documents already.
      outcome.isSettled = answer instanceof Response;
      return outcome.made?.failed.length ? again(outcome.made) : answer;
    } catch (error) {
      if (outcome.made?.failed.length) return again(outcome.made);
      throw error;
    }
  } finally {
    await discard(outcome.made?.failed ?? (outcome.isSettled ? [] : null));
  }
}

/** Also after a refusal: unfinished uploads may be finished by now. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus !== undefined || defaultShouldRevalidate;
}

export default function UploadFiles({ loaderData, actionData }: Route.ComponentProps) {
  const { place, crumbs, allowance, start, unfinished, missing } = loaderData;
  const { failed = [], added = [], clashes = [], empty = false } = actionData ?? {};
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
        error={empty ? "Choose a file." : undefined}
        send="Upload"
        cancel={placePath(place)}
      />
    </FormPage>
  );
}
