import { data, redirect } from "react-router";
import { textsOf } from "../client-pages/texts/texts.ts";
import { answerFailure } from "../forms/forms.server.ts";
import { setToast } from "../session/toast.server.ts";
import { receiveFields } from "../uploads/receive-form.server.ts";
import { statusOf } from "../uploads/upload-limits.ts";
import type { Route } from "./+types/message-draft";
import { draftForm } from "./message.ts";
import { keepAsDocuments } from "./own-documents.server.ts";
import { MessagesPage } from "./parts/messages-page.tsx";
import { portalOf } from "./portal.server.ts";
import { loadThread, saveDraft } from "./portal-messages.server.ts";

/** Keeps what a client has begun to write; the page is that of the thread. */

export async function loader({ request, context, url }: Route.LoaderArgs) {
  return loadThread(context, request, url);
}

export const handle = { takesFiles: true };

/** Saving twice saves the same, so it uses no key: that is for sending. With `to=attachments` it goes on to choose documents. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const { api, base, language } = portalOf(context);
  const { form, files, refused, discard } = await receiveFields(context, request, () => draftForm, { ofRecord: true });
  try {
    if (!form.isValid) return form.answer;
    const { documentIds, failed } = await keepAsDocuments(context, files, form.start.key);
    await saveDraft(api, { body: form.value.body ?? "", documentIds: [...form.value.documentIds, ...documentIds] });
    const all = [...refused, ...failed];
    if (all.length > 0) return data({ ...form.reply({}).data, failed: all }, { status: statusOf(all) });
  } catch (error) {
    if (!form.isValid) throw error;
    return answerFailure(context, form, error);
  } finally {
    await discard([]);
  }
  if (url.searchParams.get("to") === "attachments") return redirect(`${base}/messages/attachments`, 303);
  setToast(context, textsOf(language).messages.draftSaved);
  return redirect(`${base}/messages`, 303);
}

export default function PortalMessageDraft({ loaderData, actionData }: Route.ComponentProps) {
  return <MessagesPage page={loaderData} reply={actionData} />;
}
