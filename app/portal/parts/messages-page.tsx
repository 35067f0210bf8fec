import { PortalFormStart } from "../../client-pages/portal-form.tsx";
import { useTexts } from "../../client-pages/texts/texts.ts";
import type { FormReply } from "../../forms/forms.tsx";
import { SubmitButton } from "../../ui/button.tsx";
import { firstValues } from "../../ui/field-frame.tsx";
import { PostForm, useSchemaForm } from "../../ui/form.tsx";
import { formatNumber } from "../../ui/number-format.ts";
import { ChosenFiles } from "../../uploads/chosen-files.tsx";
import { formatSize } from "../../uploads/file-size.ts";
import type { RefusedFile } from "../../uploads/upload-limits.ts";
import { longestMessage, messageForm } from "../message.ts";
import type { Thread, ThreadPage } from "../portal-messages.server.ts";
import { sayRefused } from "./document-upload.tsx";
import { MessageList } from "./message-list.tsx";
import { PortalTextArea } from "./portal-choices.tsx";
import { PortalPage, useFrame, usePortalPath } from "./portal-frame.tsx";
import { PortalLate } from "./portal-late.tsx";

type Reply = (FormReply<unknown, unknown> & { readonly failed?: readonly RefusedFile[] }) | undefined;

/** The thread with the newest message in view, and the form below it. */
export function MessagesPage({
  page: { thread, isOlder, start, mostBytes },
  reply,
}: {
  page: ThreadPage;
  reply: Reply;
}) {
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
            <MessageForm draft={thread.draft} start={start} mostBytes={mostBytes} reply={reply} />
          </>
        )}
      </div>
    </PortalPage>
  );
}

type MessageFormProps = Pick<ThreadPage, "start" | "mostBytes"> & { draft: Thread["draft"]; reply: Reply };

/** Staff who look at the portal see it and cannot send it. */
function MessageForm({ draft, start, mostBytes, reply }: MessageFormProps) {
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
  // Where a file was refused, the others are attached since.
  const isAttached = (id: string) => chosen.includes(id) || reply?.failed !== undefined;
  return (
    <section>
      <PostForm form={form} action={to("/messages")} files={mostBytes?.ok === true}>
        <PortalFormStart form={form} start={start} reply={reply} />
        <fieldset disabled={isView}>
          <PortalTextArea
            field={body}
            label={messages.field}
            hint={words.upTo(formatNumber(longestMessage))}
            placeholder={messages.placeholder}
          />
          {mostBytes?.ok ? <Files most={mostBytes.data} failed={reply?.failed ?? []} /> : null}
          {mostBytes === null || mostBytes.ok ? null : <PortalLate part={mostBytes} />}
          {draft.documents.length === 0 ? null : (
            <fieldset className="field">
              <legend className="label">{messages.attached}</legend>
              {draft.documents.map(({ id, label }) => (
                <label key={id} className="check">
                  <input type="checkbox" name={documentIds.name} value={id} defaultChecked={isAttached(id)} /> {label}
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

/** Files that go with the message, and become documents of the client. @param most bytes that one may have */
function Files({ most, failed }: { most: number; failed: readonly RefusedFile[] }) {
  const { messages, own } = useTexts();
  const size = formatSize(most);
  return (
    <div className="field">
      <label htmlFor="message-files">{messages.files}</label>
      <input
        id="message-files"
        className="input"
        type="file"
        name="file"
        multiple
        aria-invalid={failed.length === 0 ? undefined : true}
        aria-describedby="message-files-hint"
      />
      <ChosenFiles />
      {failed.length === 0 ? null : (
        <div className="err" role="alert">
          {failed.map((file) => (
            <p key={file.name}>{sayRefused(own.upload, file, size)}</p>
          ))}
          <p>{messages.notSent}</p>
        </div>
      )}
      <div className="hint" id="message-files-hint">
        {own.upload.hint(size)} {messages.filesKept}
      </div>
    </div>
  );
}
