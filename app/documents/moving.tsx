import { readForm, startForm, writeForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { ApiError } from "../json-api/api-error.ts";
import { apiOf, recordId } from "../session/session.server.ts";
import { SelectField } from "../ui/fields.tsx";
import type { Route } from "./+types/moving";
import { ClashField } from "./clash-field.tsx";
import { documentMoveForm } from "./document.ts";
import { changeDocument } from "./documents.server.ts";
import { folderChoices } from "./folder-choices.server.ts";
import { loadDocumentFor } from "./load-document.server.ts";
import { documentPath, placePath } from "./place.ts";
import { crumbsTo, VerbPage } from "./verb-page.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const document = await loadDocumentFor("update", context, params.documentId);
  const { id, label, etag, folderId } = document;
  return {
    ...{ id, label, folderId },
    crumbs: crumbsTo(document),
    folders: await folderChoices(context, document),
    start: await startForm(context, { etag }),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.documentId);
  const form = await readForm(request, documentMoveForm, context);
  if (!form.isValid) return form.answer;
  const { holder: folderId, onClash } = form.value;
  return writeForm(context, form, async ({ key }) => {
    try {
      const terms = { key, etag: form.version };
      const { label, ...place } = await changeDocument(apiOf(context), id, { folderId, onClash }, terms);
      return { location: placePath(place), toast: `Moved: ${label}.` };
    } catch (error) {
      throw error instanceof ApiError ? inFields(error) : error;
    }
  });
}

/** What is wrong with the place, and with the name there, stands at the fields that this form has. */
function inFields({ message, kind, cause, fieldErrors }: ApiError): ApiError {
  const { label, folderId, ...others } = fieldErrors;
  return new ApiError(message, kind, cause, {
    ...others,
    ...(label && { onClash: label }),
    ...(folderId && { holder: folderId }),
  });
}

export default function MoveDocument({ loaderData, actionData }: Route.ComponentProps) {
  const { id, label, folderId, crumbs, folders, start } = loaderData;
  return (
    <VerbPage crumbs={crumbs} title="Move document" crumb="Move" subtitle={label}>
      <RecordForm
        id="document"
        schema={documentMoveForm}
        start={start}
        reply={actionData}
        initial={{ holder: folderId ?? "" }}
        send="Move"
        cancel={documentPath(id)}
      >
        {(fields) => (
          <>
            <SelectField field={fields.holder} label="To" options={folders} />
            <ClashField field={fields.onClash} />
          </>
        )}
      </RecordForm>
    </VerbPage>
  );
}
