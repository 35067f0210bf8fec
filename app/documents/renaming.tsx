import { startForm, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { recordId } from "../session/session.server.ts";
import { TextField } from "../ui/fields.tsx";
import type { Route } from "./+types/renaming";
import { ClashField } from "./clash-field.tsx";
import { renamingForm } from "./document.ts";
import { changeDocument, findDocument } from "./documents.server.ts";
import { loadDocumentFor } from "./load-document.server.ts";
import { documentPath } from "./place.ts";
import { crumbsTo, VerbPage } from "./verb-page.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const document = await loadDocumentFor("update", context, params.documentId);
  const { id, label, etag } = document;
  return { id, label, crumbs: crumbsTo(document), start: await startForm(context, { etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.documentId);
  return submitForm(
    { request, context },
    renamingForm,
    async ({ api, value, key, etag }) => {
      const { label } = await changeDocument(api, id, value, { key, etag });
      return { location: documentPath(id), toast: `Renamed: ${label}.` };
    },
    async (api) => {
      const { etag, label } = await findDocument(api, id);
      return { etag, typed: { label } };
    },
  );
}

export default function RenameDocument({ loaderData: { id, label, crumbs, start }, actionData }: Route.ComponentProps) {
  return (
    <VerbPage crumbs={crumbs} title="Rename document" crumb="Rename">
      <RecordForm
        id="document"
        schema={renamingForm}
        start={start}
        reply={actionData}
        initial={{ label }}
        compared={{ label: "Name" }}
        send="Save changes"
        cancel={documentPath(id)}
      >
        {(fields) => (
          <>
            <TextField field={fields.label} label="Name" />
            <ClashField field={fields.onClash} />
          </>
        )}
      </RecordForm>
    </VerbPage>
  );
}
