import { redirect } from "react-router";
import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { documentPath } from "../record-paths.ts";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/visibility";
import { itemOf } from "./document-item.ts";
import { findDocument, setClientVisible } from "./documents.server.ts";
import { crumbsTo } from "./form-page.tsx";
import { loadDocumentFor } from "./load-document.server.ts";
import { visibilityTexts } from "./visibility-texts.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const document = await loadDocumentFor("update", context, params.documentId);
  const { id, label, isClientVisible, packageId, clientId, etag } = document;
  const cancel = documentPath(id);
  // The workspace's own documents belong to no client.
  if (packageId === null && clientId === null) throw redirect(cancel);
  const { title, subtitle, send } = visibilityTexts(label, isClientVisible === true);
  const crumbs = [...crumbsTo(itemOf(document)), { label: "Visibility" }];
  return startConfirmation(context, { crumbs, title, subtitle, send, cancel, etag });
}

/** Toggles the visibility; the form's version says which state its sender saw. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.documentId);
  return confirmed({ request, context }, async ({ api, key, etag }) => {
    const { label, isClientVisible } = await findDocument(api, id);
    await setClientVisible(api, id, isClientVisible !== true, { key, etag });
    return { location: documentPath(id), toast: visibilityTexts(label, isClientVisible === true).toast };
  });
}
