import { redirect } from "react-router";
import { answerFailure, readForm } from "../forms/forms.server.ts";
import type { Route } from "./+types/message-attachments";
import { loadAttachable } from "./load-attachable.server.ts";
import { attachmentForm } from "./message.ts";
import { AttachmentsPage } from "./parts/attachments-page.tsx";
import { portalOf } from "./portal.server.ts";
import { saveDraft } from "./portal-messages.server.ts";

/** Where a client chooses the documents that go with the message they are writing. */

export const handle = { form: "create" };

export async function loader({ context }: Route.LoaderArgs) {
  return loadAttachable(context);
}

/** Choosing twice chooses the same, so it uses no key. */
export async function action({ request, context }: Route.ActionArgs) {
  const { api, base } = portalOf(context);
  const form = await readForm(request, attachmentForm, context, { ofRecord: true });
  if (!form.isValid) return form.answer;
  try {
    await saveDraft(api, form.value);
  } catch (error) {
    return answerFailure(context, form, error);
  }
  return redirect(`${base}/messages`, 303);
}

export default function PortalMessageAttachments({ loaderData, actionData }: Route.ComponentProps) {
  return <AttachmentsPage attachable={loaderData} chosen={actionData} sent={undefined} />;
}
