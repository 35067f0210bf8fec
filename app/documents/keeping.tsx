import { redirect } from "react-router";
import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { documentPath } from "../record-paths.ts";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/keeping";
import { itemOf } from "./document-item.ts";
import { findDocument, setKeptOnDevices } from "./documents.server.ts";
import { crumbsTo } from "./form-page.tsx";
import { keepingTexts } from "./keeping-tag.tsx";
import { loadDocumentFor } from "./load-document.server.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const document = await loadDocumentFor("update", context, params.documentId);
  const { id, label, isKeptOnDevices, etag } = document;
  const cancel = documentPath(id);
  if (isKeptOnDevices === null) throw redirect(cancel);
  const { title, subtitle, send } = keepingTexts(label, isKeptOnDevices);
  const crumbs = [...crumbsTo(itemOf(document)), { label: "On devices" }];
  return startConfirmation(context, { crumbs, title, subtitle, send, cancel, etag });
}

/** Toggles it; the form's version says which state its sender saw. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.documentId);
  return confirmed({ request, context }, async ({ api, key, etag }) => {
    const { label, isKeptOnDevices } = await findDocument(api, id);
    await setKeptOnDevices(api, id, isKeptOnDevices !== true, { key, etag });
    return { location: documentPath(id), toast: keepingTexts(label, isKeptOnDevices === true).toast };
  });
}
