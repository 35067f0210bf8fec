import { href, useLocation } from "react-router";
import { type FormInit, type FormReply, FormStart } from "../forms/forms.tsx";
import type { Settled } from "../json-api/settle.ts";
import { threadPath } from "../record-paths.ts";
import { buttonClasses, SubmitButton } from "../ui/button.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { controlProps, FieldMessages, firstValue } from "../ui/field-frame.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import { Icon } from "../ui/icon.tsx";
import { Menu, MenuHead } from "../ui/menu.tsx";
import { NotLoadedLine } from "../ui/not-loaded.tsx";
import { ChosenFiles } from "../uploads/chosen-files.tsx";
import { formatSize } from "../uploads/file-size.ts";
import { UploadFailure } from "../uploads/upload-failure.tsx";
import type { RefusedFile } from "../uploads/upload-limits.ts";
import { messageForm } from "./message.ts";
import { type PaymentQuestion, PaymentQuestionNotice } from "./payment-question.tsx";
import { useKeptDraft } from "./use-kept-draft.ts";

/** What the form of a message begins with. */
export interface Composing {
  readonly clientId: string;
  readonly client: string;
  readonly body: string;
  readonly packageId: string | null;
  readonly documents: readonly { readonly id: string; readonly label: string }[];
  readonly packages: readonly { readonly id: string; readonly street: string }[];
  readonly replies: Settled<readonly { readonly id: string; readonly name: string }[]>;
  /** That a file may have which goes with it. */
  readonly mostBytes: Settled<number>;
  /** Changes when the draft is sent, on whichever device. */
  readonly draftKey: string;
  readonly start: FormInit;
}

export const messageFormId = "message";

/** What the form was answered; with the files that were refused. */
type MessageReply = FormReply<unknown, PaymentQuestion | null> & { readonly failed?: readonly RefusedFile[] };

type MessageFormProps = { composing: Composing; reply: MessageReply | undefined };

/**
 * What is written to a client. Its other buttons keep it as a draft, and add something to that: so they work without scripts, and
 * nothing that was typed is lost on the way.
 */
export function MessageForm({ composing, reply }: MessageFormProps) {
  const { clientId, client, body, packageId, documents, packages, replies, mostBytes, start } = composing;
  // Each answer of the server empties the field: what it took is attached.
  const { key: entry } = useLocation();
  const [form, fields] = useSchemaForm({
    id: messageFormId,
    schema: messageForm,
    result: reply?.result,
    parked: start.parked,
    initial: { body, packageId: packageId ?? "" },
  });
  const draftPath = href("/messages/:clientId/draft", { clientId });
  const draft = useKeptDraft(form.id, draftPath, composing);
  return (
    <PostForm form={form} action={threadPath(clientId)} files={mostBytes.ok}>
      <FormStart start={start} reply={reply} />
      <UploadFailure
        failed={reply?.failed ?? []}
        otherwise="The message wasn't sent. What was uploaded is attached below."
      />
      <ErrorSummary form={form} />
      <PaymentQuestionNotice question={reply?.question} field={fields.paymentConfirmed} />
      <div className="box">
        <label className="vh" htmlFor={fields.body.id}>
          Message to {client}
        </label>
        <textarea
          {...controlProps(fields.body, undefined)}
          required={false}
          className="input"
          rows={2}
          dir="auto"
          placeholder="Enter message"
          defaultValue={firstValue(fields.body)}
        />
        <FieldMessages field={fields.body} hint={undefined} />
        {mostBytes.ok ? (
          <div>
            <input
              key={entry}
              className="input drop-zone"
              type="file"
              name="file"
              multiple
              aria-label="Files from this device"
              aria-describedby="message-files"
            />
            <ChosenFiles />
            <p className="hint" id="message-files">
              Up to {formatSize(mostBytes.data)} each. Files are added to {client}’s documents, and {client} sees them.
            </p>
          </div>
        ) : (
          <NotLoadedLine what="limit for files" part={mostBytes} />
        )}
        {documents.length === 0 ? null : (
          <fieldset>
            <legend className="vh">Attached</legend>
            {documents.map(({ id, label }) => (
              <label key={id} className="check">
                <input type="checkbox" name="documentIds" value={id} defaultChecked />
                {label}
              </label>
            ))}
          </fieldset>
        )}
        <div className="actions">
          <SubmitButton>Send message</SubmitButton>
          {packages.length === 0 ? null : (
            <span className="sel">
              <select
                {...controlProps(fields.packageId, undefined)}
                className="input"
                aria-label="About"
                defaultValue={firstValue(fields.packageId)}
              >
                <option value="">About no property in particular</option>
                {packages.map(({ id, street }) => (
                  <option key={id} value={id}>
                    About {street}
                  </option>
                ))}
              </select>
            </span>
          )}
          <button
            className={buttonClasses["quiet only"]}
            type="submit"
            formAction={draftPath}
            formNoValidate
            name="next"
            value="attach"
            title="Attach documents"
          >
            <Icon name="clip" />
            <span className="vh">Attach documents</span>
          </button>
          <NotLoadedLine what="saved replies" part={replies} />
          {!replies.ok || replies.data.length === 0 ? null : (
            <Menu
              label={
                <>
                  <Icon name="list" />
                  Saved replies
                </>
              }
              button="quiet"
            >
              <MenuHead>Added to what you typed</MenuHead>
              {replies.data.map(({ id, name }) => (
                <button
                  key={id}
                  className="item"
                  type="submit"
                  formAction={draftPath}
                  formNoValidate
                  name="next"
                  value={`reply ${id}`}
                >
                  {name}
                </button>
              ))}
            </Menu>
          )}
          <span className="small muted flex-1 text-end">
            {draft === null ? null : draft === "kept" ? "Draft saved" : "Draft not saved yet"}
          </span>
          <button
            className={buttonClasses.quiet}
            type="submit"
            formAction={draftPath}
            formNoValidate
            name="next"
            value=""
          >
            Save draft
          </button>
        </div>
      </div>
    </PostForm>
  );
}
