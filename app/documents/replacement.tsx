import { data } from "react-router";
import type { FormReply } from "../session/form-reply.ts";
import { restartForm, startForm } from "../session/form-start.server.ts";
import { load } from "../session/loading.server.ts";
import { sendForm } from "../session/sending.server.ts";
import { apiOf } from "../session/session.server.ts";
import { findAllowance } from "../uploads/files.server.ts";
import { listUnfinished } from "../uploads/own-uploads.server.ts";
import { nothingKept, receiveForm, storeFiles } from "../uploads/receiving.server.ts";
import { UploadFailure } from "../uploads/upload-failure.tsx";
import { UploadForm } from "../uploads/upload-form.tsx";
import type { RefusedFile } from "../uploads/upload-limits.ts";
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
  const [allowance, start, unfinished] = await Promise.all([
    load(findAllowance(apiOf(context))),
    startForm(context, { version: etag }),
    listUnfinished(context),
  ]);
  return { id, label, crumbs: crumbsTo(document), allowance, start, unfinished };
}

/** The form again, with why the file was not kept. */
type ReplacementReply = FormReply & { readonly failed?: readonly RefusedFile[]; readonly empty?: boolean };
type ReplacementAnswer = Response | ReturnType<typeof data<ReplacementReply>>;

export async function action({ request, params, context }: Route.ActionArgs): Promise<ReplacementAnswer> {
  const { id } = await openDocumentFor("update", context, params.documentId);
  const { form, files, refused, discard } = await receiveForm(context, request);
  const outcome: { failed: readonly RefusedFile[]; isSettled: boolean } = { failed: [], isSettled: false };
  try {
    if (!form.isValid) return form.answer;
    const [file] = files;
    const start = restartForm(form.start, form.version);
    const fail = (failed: readonly RefusedFile[]) => data({ ...form.reply({ start }).data, failed }, { status: 400 });
    const isOne = files.length + refused.length === 1;
    if (!isOne) return data({ ...form.reply({}).data, empty: true }, { status: 400 });
    try {
      const answer = await sendForm<typeof form.value, never>(context, form, async (key) => {
        const [stored = refused[0]] = file === undefined ? [] : await storeFiles(context, [file], key);
        if (stored === undefined || "reason" in stored) {
          outcome.failed = stored === undefined ? [] : [stored];
          throw nothingKept();
        }
        const api = apiOf(context);
        await replaceDocument(api, id, stored.file.id, { key, etag: form.version });
        const { versionNumber, label } = await findDocument(api, id);
        return { location: documentPath(id), toast: `Version ${versionNumber} of ${label} is there.` };
      });
      outcome.isSettled = answer instanceof Response;
      return answer;
    } catch (error) {
      if (outcome.failed.length > 0) return fail(outcome.failed);
      throw error;
    }
  } finally {
    await discard(outcome.isSettled ? [] : null);
  }
}

export default function ReplaceDocument({ loaderData, actionData }: Route.ComponentProps) {
  const { id, label, crumbs, allowance, start, unfinished } = loaderData;
  const { failed = [], empty = false } = actionData ?? {};
  return (
    <VerbPage
      crumbs={crumbs}
      title={`Replace ${label}`}
      crumb="Replace"
      subtitle="The name stays, and what is there now is kept as an older version."
    >
      <UploadFailure failed={failed} kept={[]} />
      <UploadForm
        start={start}
        reply={actionData}
        allowance={allowance}
        unfinished={unfinished}
        label="File"
        error={empty ? "Choose one file." : undefined}
        send="Replace"
        cancel={documentPath(id)}
      />
    </VerbPage>
  );
}
