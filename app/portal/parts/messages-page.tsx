import { PortalFormStart } from "../../client-pages/portal-form.tsx";
import { useTexts } from "../../client-pages/texts/texts.ts";
import type { FormReply } from "../../forms/forms.tsx";
import { SubmitButton } from "../../ui/button.tsx";
import { firstValues } from "../../ui/field-frame.tsx";
import { PostForm, useSchemaForm } from "../../ui/form.tsx";
import { formatNumber } from "../../ui/number-format.ts";
import { longestMessage, messageForm } from "../message.ts";
import type { Thread, ThreadPage } from "../portal-messages.server.ts";
import { MessageList } from "./message-list.tsx";
import { PortalTextArea } from "./portal-choices.tsx";
import { PortalPage, useFrame, usePortalPath } from "./portal-frame.tsx";

type Reply = FormReply<unknown, unknown> | undefined;

/** The thread with the newest message in view, and the form below it. */
export function MessagesPage({ page: { thread, isOlder, start }, reply }: { page: ThreadPage; reply: Reply }) {
  const { messages } = useTexts();
  const { agent } = useFrame();
  return (
    <PortalPage title={messages.title} subtitle={messages.subtitle}>
      <div className="stack gap-5 max-w-160">
        {thread === null ? (
          <p className="muted">{messages.notOffered(agent.name)}</p>
        ) : (
          <>
            <MessageList thread={thread} isOlder={isOlder} />
            <MessageForm draft={thread.draft} start={start} reply={reply} />
          </>
        )}
      </div>
    </PortalPage>
  );
}

type MessageFormProps = { draft: Thread["draft"]; start: ThreadPage["start"]; reply: Reply };

/** Staff who look at the portal see it and cannot send it. */
function MessageForm({ draft, start, reply }: MessageFormProps) {
  const { messages, form: words } = useTexts();
  const { isView } = useFrame();
  const to = usePortalPath();
  const [form, fields] = useSchemaForm({
    id: "message",
    schema: messageForm,
    result: reply?.result,
    initial: { body: draft.body, documentIds: draft.documents.map(({ id }) => id) },
    parked: start.parked,
  });
  const { body, documentIds } = fields;
  const chosen = firstValues(documentIds);
  return (
    <section>
      <PostForm form={form} action={to("/messages")}>
        <PortalFormStart form={form} start={start} reply={reply} />
        <fieldset disabled={isView}>
          <PortalTextArea
            field={body}
            label={messages.field}
            hint={words.upTo(formatNumber(longestMessage))}
            placeholder={messages.placeholder}
          />
          {draft.documents.length === 0 ? null : (
            <fieldset className="field">
              <legend className="label">{messages.attached}</legend>
              {draft.documents.map(({ id, label }) => (
                <label key={id} className="check">
                  <input type="checkbox" name={documentIds.name} value={id} defaultChecked={chosen.includes(id)} />{" "}
                  {label}
                </label>
              ))}
            </fieldset>
          )}
          <div className="acts">
            <SubmitButton>{messages.send}</SubmitButton>
            <SubmitButton look="plain" formAction={to("/messages/draft")}>
              {messages.saveDraft}
            </SubmitButton>
            <SubmitButton look="plain" formAction={to("/messages/draft?to=attachments")}>
              {messages.attach}
            </SubmitButton>
          </div>
        </fieldset>
      </PostForm>
    </section>
  );
}
