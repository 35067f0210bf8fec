import { redirect } from "react-router";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { noPurge, permitted, recordId } from "../session/session.server.ts";
import type { Route } from "./+types/removal";
import { purge } from "./documents.server.ts";
import { loadDocument } from "./load-document.server.ts";
import { documentPath, trashPath } from "./place.ts";
import { crumbsTo, VerbPage } from "./verb-page.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const document = await loadDocument(context, params.documentId);
  const { id, label, trashedAt, etag } = document;
  if (trashedAt === null) throw redirect(documentPath(id));
  permitted(document, "purge", noPurge("document", trashPath));
  return { label, crumbs: crumbsTo(document), start: await startForm(context, { etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.documentId);
  return submitForm({ request, context }, confirmationForm, async ({ api, key, etag }) => {
    await purge(api, "documents", id, { key, etag });
    return { location: trashPath, toast: "Removed for good." };
  });
}

export default function RemoveDocument({ loaderData: { label, crumbs, start }, actionData }: Route.ComponentProps) {
  return (
    <VerbPage
      crumbs={crumbs}
      title={`Remove ${label} for good?`}
      crumb="Remove for good"
      subtitle="The document and all its versions are removed now. Nothing brings them back."
    >
      <Confirmation start={start} reply={actionData} send="Remove for good" look="bad" cancel={trashPath} />
    </VerbPage>
  );
}
