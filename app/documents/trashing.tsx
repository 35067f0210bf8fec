import { redirect } from "react-router";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/trashing";
import { findDocument, trash } from "./documents.server.ts";
import { loadDocumentFor } from "./load-document.server.ts";
import { documentPath, placePath } from "./place.ts";
import { crumbsTo, VerbPage } from "./verb-page.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const document = await loadDocumentFor("trash", context, params.documentId);
  const { id, label, trashedAt, etag } = document;
  if (trashedAt !== null) throw redirect(documentPath(id));
  return { id, label, crumbs: crumbsTo(document), start: await startForm(context, { etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.documentId);
  return submitForm({ request, context }, confirmationForm, async ({ api, key, etag }) => {
    const { label, folderId, packageId, clientId } = await findDocument(api, id);
    await trash(api, "documents", id, { key, etag });
    return { location: placePath({ folderId, packageId, clientId }), toast: `Moved to the trash: ${label}.` };
  });
}

export default function DeleteDocument({ loaderData: { id, label, crumbs, start }, actionData }: Route.ComponentProps) {
  return (
    <VerbPage
      crumbs={crumbs}
      title={`Delete ${label}?`}
      crumb="Delete"
      subtitle="It goes to the trash with all its versions, and can be brought back for 30 days."
    >
      <Confirmation start={start} reply={actionData} send="Delete document" look="bad" cancel={documentPath(id)} />
    </VerbPage>
  );
}
