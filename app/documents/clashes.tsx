import * as z from "zod/mini";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { FormStart } from "../forms/forms.tsx";
import { uuidOf } from "../forms/idempotent-write.server.ts";
import { ApiError, orNull } from "../json-api/api-error.ts";
import { isRecordId } from "../json-api/record.ts";
import { apiOf, load } from "../session/session.server.ts";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { formatCount } from "../ui/number-format.ts";
import { PostForm } from "../ui/post-form.tsx";
import { findFile } from "../uploads/files.server.ts";
import type { Route } from "./+types/clashes";
import { createDocument } from "./documents.server.ts";
import { FormPage } from "./form-page.tsx";
import { loadPlaceToAdd } from "./load-document.server.ts";
import { placePath } from "./place.ts";

const clashWays = [
  { value: "keep_both", label: "Keep both: the new file gets a number" },
  { value: "replace", label: "Replace: the existing file becomes an older version" },
  { value: "discard", label: "Skip this file" },
] as const;

const way = z.enum(["keep_both", "replace", "discard"], "Choose what to do.");

const clashForm = z.object({
  file: z.optional(z.array(z.string().check(z.maxLength(100)))),
  choice: z.optional(z.array(way)),
});

/** More than an upload form can send. */
const mostClashes = 50;

export const handle = { form: "create" };

export async function loader({ url, context }: Route.LoaderArgs) {
  const { place, crumbs } = await loadPlaceToAdd(context, url);
  const ids = [...new Set(url.searchParams.getAll("file").filter(isRecordId))].slice(0, mostClashes);
  const api = apiOf(context);
  // A file that became no document within a week is removed.
  const found = await load(Promise.all(ids.map((id) => orNull(findFile(api, id)))));
  const files = found.filter((file) => file !== null).map(({ id, name }) => ({ id, name }));
  return { place, crumbs, files, start: await startForm(context) };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  return submitForm({ request, context, ofRecord: url.search !== "" }, clashForm, async ({ value, key }) => {
    const { place } = await loadPlaceToAdd(context, url);
    const { file: ids = [], choice = [] } = value;
    let [kept, decided] = [0, 0];
    for (const [index, fileId] of ids.slice(0, mostClashes).entries()) {
      const onClash = choice[index] ?? "discard";
      if (onClash === "discard" || !isRecordId(fileId)) continue;
      try {
        await createDocument(apiOf(context), { fileId, place, onClash }, uuidOf([key, index]));
        kept += 1;
      } catch (error) {
        if (!isDecided(error)) throw error;
        decided += 1;
      }
    }
    return { location: placePath(place), toast: toastFor(kept, decided) };
  });
}

/** Whether the file is a document already, as by the same page in another tab. */
function isDecided(error: unknown): boolean {
  return error instanceof ApiError && error.kind === "invalid" && error.fieldErrors.fileId !== undefined;
}

function toastFor(kept: number, decided: number): string {
  if (kept > 0) return `${formatCount(kept, "file")} added.`;
  return decided === 0 ? "No files added." : "These files were already handled.";
}

export default function TakenNames({ loaderData: { place, crumbs, files, start }, actionData }: Route.ComponentProps) {
  return (
    <FormPage
      crumbs={crumbs}
      title="These names already exist"
      crumb="Upload"
      subtitle="Files with these names already exist. Choose what to do with each. Anything undecided is removed after a week."
    >
      {files.length === 0 ? (
        <EmptyState action={<LinkButton href={placePath(place)}>Go back</LinkButton>}>
          There's nothing left to decide.
        </EmptyState>
      ) : (
        <PostForm>
          <FormStart start={start} reply={actionData} />
          {files.map((file, index) => (
            <fieldset className="field" key={file.id}>
              <legend>{file.name}</legend>
              <input type="hidden" name={`file[${index}]`} value={file.id} />
              <div>
                {clashWays.map(({ value, label }, way) => (
                  <label className="check" key={value}>
                    <input type="radio" name={`choice[${index}]`} value={value} defaultChecked={way === 0} required />
                    {label}
                  </label>
                ))}
              </div>
            </fieldset>
          ))}
          <div className="actions">
            <SubmitButton>Add files</SubmitButton>
            <LinkButton href={placePath(place)}>Skip all</LinkButton>
          </div>
        </PostForm>
      )}
    </FormPage>
  );
}
