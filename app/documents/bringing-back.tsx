import { data, redirect } from "react-router";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/bringing-back";
import { bringBack, findDocument } from "./documents.server.ts";
import { loadDocumentFor } from "./load-document.server.ts";
import { documentPath } from "./place.ts";
import { crumbsTo, VerbPage } from "./verb-page.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const document = await loadDocumentFor("trash", context, params.documentId);
  const { id, label, trashedAt, etag } = document;
  if (trashedAt === null) throw redirect(documentPath(id));
  return { id, label, crumbs: crumbsTo(document), start: await startForm(context, { etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.documentId);
  return submitForm({ request, context }, confirmationForm, async ({ api, key, etag }) => {
    const isBack = await bringBack(api, "documents", id, { key, etag });
    if (!isBack) throw data("The folder that it lay in is in the trash, too. Bring that back first.", { status: 409 });
    const { label } = await findDocument(api, id);
    return { location: documentPath(id), toast: `Brought back: ${label}.` };
  });
}

export default function BringBackDocument({
  loaderData: { id, label, crumbs, start },
  actionData,
}: Route.ComponentProps) {
  return (
    <VerbPage
      crumbs={crumbs}
      title={`Bring back ${label}?`}
      crumb="Bring back"
      subtitle="It goes back to where it was. Should its name be taken there, it gets a number."
    >
      <Confirmation start={start} reply={actionData} send="Bring back" cancel={documentPath(id)} />
    </VerbPage>
  );
}
