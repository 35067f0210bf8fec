import { redirect } from "react-router";
import { textsOf } from "../client-pages/texts/texts.ts";
import { answerFailure, readForm } from "../forms/forms.server.ts";
import { setToast } from "../session/toast.server.ts";
import type { Route } from "./+types/message-draft";
import { draftForm } from "./message.ts";
import { MessagesPage } from "./parts/messages-page.tsx";
import { portalOf } from "./portal.server.ts";
import { loadThread, saveDraft } from "./portal-messages.server.ts";

/** Keeps what a client has begun to write; the page is that of the thread. */

export async function loader({ request, context, url }: Route.LoaderArgs) {
  return loadThread(context, request, url);
}

/** Saving twice saves the same, so it uses no key: that is for sending. With `to=attachments` it goes on to choose documents. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const { api, base, language } = portalOf(context);
  const form = await readForm(request, draftForm, context, { ofRecord: true });
  if (!form.isValid) return form.answer;
  const { body, documentIds } = form.value;
  try {
    await saveDraft(api, { body: body ?? "", documentIds });
  } catch (error) {
    return answerFailure(context, form, error);
  }
  if (url.searchParams.get("to") === "attachments") return redirect(`${base}/messages/attachments`, 303);
  setToast(context, textsOf(language).messages.draftSaved);
  return redirect(`${base}/messages`, 303);
}

export default function PortalMessageDraft({ loaderData, actionData }: Route.ComponentProps) {
  return <MessagesPage page={loaderData} reply={actionData} />;
}
