import { startForm } from "../forms/forms.server.ts";
import { uuidOf } from "../forms/idempotent-write.server.ts";
import { apiOf, load, loadBoth, recordId } from "../session/session.server.ts";
import { findAllowance } from "../uploads/files.server.ts";
import { listUnfinished } from "../uploads/own-uploads.server.ts";
import { storeSpooledFile } from "../uploads/receive-form.server.ts";
import { type FileAnswer, submitFile } from "../uploads/submit-files.server.ts";
import { UploadFailure } from "../uploads/upload-failure.tsx";
import { UploadForm } from "../uploads/upload-form.tsx";
import type { Route } from "./+types/replacement";
import { itemOf } from "./document-item.ts";
import { findDocument, replaceDocument } from "./documents.server.ts";
import { crumbsTo, FormPage } from "./form-page.tsx";
import { loadDocumentFor } from "./load-document.server.ts";
import { pathAfterChange } from "./place.ts";

export const handle = { takesFiles: true };

export async function loader({ params, context }: Route.LoaderArgs) {
  const documentId = recordId(params.documentId);
  const [document, [allowance, unfinished]] = await loadBoth(
    loadDocumentFor("update", context, documentId),
    Promise.all([load(findAllowance(apiOf(context))), listUnfinished(context)]),
  );
  const { label, etag } = document;
  const start = await startForm(context, { etag });
  return { label, back: pathAfterChange(document), crumbs: crumbsTo(itemOf(document)), allowance, start, unfinished };
}

export async function action({ request, params, context }: Route.ActionArgs): Promise<FileAnswer> {
  const { id } = await loadDocumentFor("update", context, params.documentId);
  return submitFile(context, request, async (spooled, { key, version }) => {
    const stored = await storeSpooledFile(context, spooled, uuidOf([key, "file"]));
    if ("reason" in stored) return stored;
    const api = apiOf(context);
    await replaceDocument(api, id, stored.file.id, { key, etag: version });
    const replaced = await findDocument(api, id);
    const { versionNumber, label } = replaced;
    return { location: pathAfterChange(replaced), toast: `Version ${versionNumber} of ${label} uploaded.` };
  });
}

export default function ReplaceDocument({ loaderData, actionData }: Route.ComponentProps) {
  const { label, back, crumbs, allowance, start, unfinished } = loaderData;
  const { failed = [], isNone = false } = actionData ?? {};
  return (
    <FormPage
      crumbs={crumbs}
      title={`Replace ${label}`}
      crumb="Replace"
      subtitle="The name stays the same. The current file is kept as an older version."
    >
      <UploadFailure failed={failed} kept={[]} />
      <UploadForm
        start={start}
        reply={actionData}
        allowance={allowance}
        unfinished={unfinished}
        label="File"
        error={isNone ? "Choose one file." : undefined}
        send="Replace"
        cancel={back}
      />
    </FormPage>
  );
}
