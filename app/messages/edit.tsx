import { recordVersion, startChange, submitForm, type TypedVersion } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { MentionArea } from "../mentions/mention-area.tsx";
import { loadMentionable } from "../mentions/mentions.server.ts";
import { threadPath } from "../record-paths.ts";
import { recordId } from "../session/session.server.ts";
import { TextArea } from "../ui/fields.tsx";
import type { Route } from "./+types/edit";
import { loadMessageFor } from "./load-thread.server.ts";
import { editForm } from "./message.ts";
import { type FoundMessage, findMessage, updateMessage } from "./messages.server.ts";
import { type PaymentQuestion, PaymentQuestionNotice } from "./payment-question.tsx";
import { ThreadPage } from "./thread-page.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { item, message } = await loadMessageFor("update", context, params);
  const { kind } = message;
  // A client's message names nobody.
  const colleagues = kind === "note" ? await loadMentionable(context, { type: "client", id: item.id }) : null;
  return { item, kind, colleagues, ...(await startChange(context, message, typedOf)) };
}

function typedOf({ body }: FoundMessage) {
  return { body };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const [clientId, messageId] = [recordId(params.clientId), recordId(params.messageId)];
  return submitForm<typeof editForm, TypedVersion<ReturnType<typeof typedOf>>, PaymentQuestion>(
    { request, context },
    editForm,
    async ({ api, value, ...terms }) => {
      await loadMessageFor("update", context, params);
      await updateMessage(api, messageId, value, terms);
      return { location: threadPath(clientId), toast: "Message updated." };
    },
    async (api) => recordVersion(await findMessage(api, messageId), typedOf),
  );
}

export default function EditMessage({ loaderData, actionData }: Route.ComponentProps) {
  const { item, kind, colleagues, ...form } = loaderData;
  const [title, who] = kind === "note" ? ["Edit note", "Your team"] : ["Edit message", "You and the client"];
  return (
    <ThreadPage
      item={item}
      title={title}
      subtitle={`${who} will see that it was edited. Owners and admins can read what it said before, in the audit log.`}
    >
      <RecordForm
        id="message-edit"
        schema={editForm}
        compared={{ body: "Message" }}
        {...form}
        reply={actionData}
        send="Save changes"
        cancel={threadPath(item.id)}
      >
        {(fields) => (
          <>
            <PaymentQuestionNotice question={actionData?.question} field={fields.paymentConfirmed} />
            {colleagues === null ? (
              <TextArea field={fields.body} label="Message" rows={6} />
            ) : (
              <MentionArea field={fields.body} colleagues={colleagues} label="Note" rows={6} />
            )}
          </>
        )}
      </RecordForm>
    </ThreadPage>
  );
}
