import { data } from "react-router";
import type { FormReply } from "../session/form-reply.ts";
import { restartForm, startForm } from "../session/form-start.server.ts";
import { FormStart } from "../session/form-start.tsx";
import { load } from "../session/loading.server.ts";
import { sendForm } from "../session/sending.server.ts";
import { apiOf } from "../session/session.server.ts";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { PostForm } from "../ui/post-form.tsx";
import { FileField } from "../uploads/file-field.tsx";
import { findAllowance } from "../uploads/files.server.ts";
import { nothingKept, receiveForm, storeFiles } from "../uploads/receiving.server.ts";
import { UploadFailure } from "../uploads/upload-failure.tsx";
import type { RefusedFile } from "../uploads/upload-form.server.ts";
import type { Route } from "./+types/replacement";
import { findDocument, replaceDocument } from "./documents.server.ts";
import { openDocumentFor } from "./opening.server.ts";
import { documentPath } from "./place.ts";
import { crumbsTo, VerbPage } from "./verb-page.tsx";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Replace document · Latchkey" }];

export async function loader({ params, context }: Route.LoaderArgs) {
  const document = await openDocumentFor("update", context, params.documentId);
  const { id, label, etag } = document;
  const [allowance, start] = await Promise.all([
    load(findAllowance(apiOf(context))),
    startForm(context, { version: etag }),
  ]);
  return { id, label, crumbs: crumbsTo(document), allowance, start };
}

/** The form again, with why the file was not kept. */
type ReplacementReply = FormReply & { readonly failed?: readonly RefusedFile[]; readonly empty?: boolean };
type ReplacementAnswer = Response | ReturnType<typeof data<ReplacementReply>>;

export async function action({ request, params, context }: Route.ActionArgs): Promise<ReplacementAnswer> {
  const { id } = await openDocumentFor("update", context, params.documentId);
  const { form, files, refused, discard } = await receiveForm(context, request);
  try {
    if (!form.isValid) return form.answer;
    const [file, ...others] = files;
    const start = restartForm(form.start, form.version);
    const fail = (failed: readonly RefusedFile[]) => data({ ...form.reply({ start }).data, failed }, { status: 400 });
    if (refused.length > 0) return fail(refused);
    if (file === undefined || others.length > 0) return data({ ...form.reply({}).data, empty: true }, { status: 400 });
    const outcome: { failed: readonly RefusedFile[] } = { failed: [] };
    try {
      return await sendForm<typeof form.value, never>(context, form, async (key) => {
        const [stored] = await storeFiles(context, [file], key);
        if (stored === undefined || "reason" in stored) {
          outcome.failed = stored === undefined ? [] : [stored];
          throw nothingKept();
        }
        const api = apiOf(context);
        await replaceDocument(api, id, stored.file.id, { key, etag: form.version });
        const { versionNumber, label } = await findDocument(api, id);
        return { location: documentPath(id), toast: `Version ${versionNumber} of ${label} is there.` };
      });
    } catch (error) {
      if (outcome.failed.length > 0) return fail(outcome.failed);
      throw error;
    }
  } finally {
    await discard();
  }
}

export default function ReplaceDocument({ loaderData, actionData }: Route.ComponentProps) {
  const { id, label, crumbs, allowance, start } = loaderData;
  const { failed = [], empty = false } = actionData ?? {};
  return (
    <VerbPage
      crumbs={crumbs}
      title={`Replace ${label}`}
      crumb="Replace"
      subtitle="The name stays, and what is there now is kept as an older version."
    >
      <UploadFailure failed={failed} kept={[]} />
      <PostForm files key={actionData?.start.key}>
        <FormStart start={start} reply={actionData} />
        <FileField label="File" allowance={allowance} error={empty ? "Choose one file." : undefined} />
        <div className="actions">
          <SubmitButton>Replace</SubmitButton>
          <LinkButton href={documentPath(id)}>Cancel</LinkButton>
        </div>
      </PostForm>
    </VerbPage>
  );
}
