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

export async function loader({ params, context }: Route.LoaderArgs) {
  const document = await loadDocumentFor("update", context, params.documentId);
  const { id, label, isClientVisible, packageId, clientId, etag } = document;
  // The workspace's own documents belong to no client.
  if (packageId === null && clientId === null) throw redirect(documentPath(id));
  const start = await startForm(context, { etag });
  return { id, label, isVisible: isClientVisible === true, crumbs: crumbsTo(itemOf(document)), start };
}

/** Toggles the visibility; the form's version says which state its sender saw. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.documentId);
  return submitForm({ request, context }, confirmationForm, async ({ api, key, etag }) => {
    const { label, isClientVisible } = await findDocument(api, id);
    const isShown = isClientVisible !== true;
    await setClientVisible(api, id, isShown, { key, etag });
    const toast = isShown ? `${label} is now visible to clients.` : `${label} is now hidden from clients.`;
    return { location: documentPath(id), toast };
  });
}

export default function DocumentVisibility({ loaderData, actionData }: Route.ComponentProps) {
  const { id, label, isVisible, crumbs, start } = loaderData;
  return (
    <FormPage
      crumbs={crumbs}
      title={isVisible ? `Hide ${label} from clients?` : `Show ${label} to clients?`}
      crumb="Visibility"
      subtitle={
        isVisible
          ? "Clients can no longer see it. Your team still can."
          : "The client can see it among their documents."
      }
    >
      <Confirmation
        start={start}
        reply={actionData}
        send={isVisible ? "Hide from clients" : "Show to clients"}
        cancel={documentPath(id)}
      />
    </FormPage>
  );
}
