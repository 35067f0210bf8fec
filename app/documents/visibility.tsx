import { redirect } from "react-router";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/visibility";
import { itemOf } from "./document-item.ts";
import { findDocument, setClientVisible } from "./documents.server.ts";
import { crumbsTo, FormPage } from "./form-page.tsx";
import { loadDocumentFor } from "./load-document.server.ts";
import { documentPath } from "./place.ts";
import { visibilityTexts } from "./visibility-texts.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const document = await loadDocumentFor("update", context, params.documentId);
  const { id, label, isClientVisible, packageId, clientId, etag } = document;
  // The workspace's own documents belong to no client.
  if (packageId === null && clientId === null) throw redirect(documentPath(id));
  const page = { crumbs: crumbsTo(itemOf(document)), ...visibilityTexts(label, isClientVisible === true) };
  return { id, page, start: await startForm(context, { etag }) };
}

/** Toggles the visibility; the form's version says which state its sender saw. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.documentId);
  return submitForm({ request, context }, confirmationForm, async ({ api, key, etag }) => {
    const { label, isClientVisible } = await findDocument(api, id);
    await setClientVisible(api, id, isClientVisible !== true, { key, etag });
    return { location: documentPath(id), toast: visibilityTexts(label, isClientVisible === true).toast };
  });
}

export default function DocumentVisibility({ loaderData, actionData }: Route.ComponentProps) {
  const { id, page, start } = loaderData;
  return (
    <FormPage {...page} crumb="Visibility">
      <Confirmation start={start} reply={actionData} send={page.send} cancel={documentPath(id)} />
    </FormPage>
  );
}
