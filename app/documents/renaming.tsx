import { startForm } from "../session/form-start.server.ts";
import { FormStart } from "../session/form-start.tsx";
import { recordId } from "../session/loading.server.ts";
import { sendForm } from "../session/sending.server.ts";
import { apiOf } from "../session/session.server.ts";
import { readSubmission } from "../session/submission.server.ts";
import { BothVersions } from "../ui/both-versions.tsx";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { TextField } from "../ui/fields.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import type { Route } from "./+types/renaming";
import { ClashField } from "./clash-field.tsx";
import { renamingForm } from "./document.ts";
import { changeDocument, findDocument } from "./documents.server.ts";
import { openDocumentFor } from "./opening.server.ts";
import { documentPath } from "./place.ts";
import { crumbsTo, VerbPage } from "./verb-page.tsx";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Rename document · Latchkey" }];

export async function loader({ params, context }: Route.LoaderArgs) {
  const document = await openDocumentFor("update", context, params.documentId);
  const { id, label, etag } = document;
  return { id, label, crumbs: crumbsTo(document), start: await startForm(context, { version: etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.documentId);
  const form = await readSubmission(request, renamingForm, context);
  if (!form.isValid) return form.answer;
  const api = apiOf(context);
  return sendForm(
    context,
    form,
    async (key) => {
      const { label } = await changeDocument(api, id, form.value, { key, etag: form.version });
      return { location: documentPath(id), toast: `Renamed: ${label}.` };
    },
    async () => {
      const { etag, label } = await findDocument(api, id);
      return { etag, label };
    },
  );
}

export default function RenameDocument({ loaderData: { id, label, crumbs, start }, actionData }: Route.ComponentProps) {
  const [form, fields] = useSchemaForm({
    id: "document",
    schema: renamingForm,
    result: actionData?.result,
    initial: { label },
    parked: start.parked,
  });
  const current = actionData?.current;
  return (
    <VerbPage crumbs={crumbs} title="Rename document" crumb="Rename">
      <PostForm form={form}>
        <FormStart start={start} reply={actionData} />
        {current ? (
          <BothVersions theirs={{ label: current.label }} result={actionData.result} labels={{ label: "Name" }} />
        ) : null}
        <ErrorSummary form={form} />
        <TextField field={fields.label} label="Name" autoComplete="off" />
        <ClashField field={fields.onClash} />
        <div className="actions">
          <SubmitButton>Save changes</SubmitButton>
          <LinkButton href={documentPath(id)}>Cancel</LinkButton>
        </div>
      </PostForm>
    </VerbPage>
  );
}
