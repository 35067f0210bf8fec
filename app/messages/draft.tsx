import { data, href, redirect } from "react-router";
import type * as z from "zod/mini";
import { greetingOf } from "../../spelling/greeting.ts";
import { isRecordId } from "../json-api/record.ts";
import { threadPath } from "../record-paths.ts";
import { agentOf, apiOf, load, recordId } from "../session/session.server.ts";
import { setToast } from "../session/toast.server.ts";
import { receiveFields } from "../uploads/receive-form.server.ts";
import { statusOf } from "../uploads/upload-limits.ts";
import type { Route } from "./+types/draft";
import { keepAsDocuments, loadComposing } from "./composing.server.ts";
import { itemOf, loadBeside, loadThread } from "./load-thread.server.ts";
import { draftForm } from "./message.ts";
import { MessageForm } from "./message-form.tsx";
import { findDraft, findThread, keepDraft } from "./messages.server.ts";
import { findReply } from "./replies.server.ts";
import { appendReply, fillIn } from "./saved-reply.ts";
import { ThreadPage } from "./thread-page.tsx";

/** Keeps what is typed to a client, and goes on to what the button says. Saying it again changes nothing, so no key is claimed. */

export const handle = { takesFiles: true };

export async function loader({ params, context }: Route.LoaderArgs) {
  const clientId = recordId(params.clientId);
  const [thread, composing] = await loadBeside(loadThread(context, clientId), loadComposing(context, clientId));
  return { item: itemOf(thread), composing: { ...composing, client: thread.clientName } };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const clientId = recordId(params.clientId);
  const { form, files, refused, discard } = await receiveFields(context, request, () => draftForm, { ofRecord: true });
  try {
    if (!form.isValid) return form.answer;
    const { documentIds, failed } = await keepAsDocuments(context, clientId, files, form.start.key);
    const value = { ...form.value, documentIds: [...form.value.documentIds, ...documentIds] };
    const all = [...refused, ...failed];
    if (all.length === 0) return await keepTyped(context, clientId, value);
    const { body, packageId } = value;
    await load(keepDraft(apiOf(context), clientId, { body, packageId, documentIds: value.documentIds }));
    return data({ ...form.reply({}).data, failed: all }, { status: statusOf(all) });
  } finally {
    await discard([]);
  }
}

/** Keeps the draft, and leads to what comes next. */
async function keepTyped(
  context: Route.ActionArgs["context"],
  clientId: string,
  { next, draftKey, ...typed }: z.output<typeof draftForm>,
): Promise<Response> {
  const api = apiOf(context);
  // Said by a script while somebody types: what is typed may have been sent meanwhile, on another device too.
  if (next === "stay") {
    const kept = await load(keepDraft(api, clientId, { ...typed, submissionKey: draftKey }));
    return new Response(null, { status: (kept?.submissionKey ?? draftKey) === draftKey ? 204 : 409 });
  }
  const [, replyId = ""] = /^reply (.*)$/s.exec(next) ?? [];
  if (!isRecordId(replyId)) {
    await load(keepDraft(api, clientId, typed));
    if (next === "attach") return redirect(href("/messages/:clientId/attachments", { clientId }), 303);
    if (next === "") setToast(context, "Draft saved.");
    return redirect(threadPath(clientId), 303);
  }
  const [reply, thread, draft] = await load(
    Promise.all([findReply(api, replyId), findThread(api, clientId), findDraft(api, clientId)]),
  );
  const property = draft.packages.find(({ id }) => id === typed.packageId)?.street ?? "";
  const words = {
    client: greetingOf(thread.clientName, thread.clientGreetedAs, thread.clientLanguage ?? "en"),
    agent: agentOf(context).person.name,
    property,
  };
  const body = appendReply(typed.body, fillIn(reply.body, words));
  await load(keepDraft(api, clientId, { ...typed, body }));
  return redirect(threadPath(clientId), 303);
}

/** What could not be kept as it was. */
export default function Draft({ loaderData: { item, composing }, actionData }: Route.ComponentProps) {
  return (
    <ThreadPage item={item} title="Draft" subtitle="Not sent yet.">
      <MessageForm composing={composing} reply={actionData} />
    </ThreadPage>
  );
}
