import { useEffect, useRef, useState } from "react";
import { href, useLocation } from "react-router";
import { type FormInit, type FormReply, FormStart } from "../forms/forms.tsx";
import type { Settled } from "../json-api/settle.ts";
import { threadPath } from "../record-paths.ts";
import { buttonClasses, SubmitButton } from "../ui/button.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { controlProps, FieldMessages, firstValue } from "../ui/field-frame.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import { hiddenFieldNames } from "../ui/hidden-field-names.ts";
import { Icon } from "../ui/icon.tsx";
import { Menu, MenuHead } from "../ui/menu.tsx";
import { NotLoadedLine } from "../ui/not-loaded.tsx";
import { ChosenFiles } from "../uploads/chosen-files.tsx";
import { formatSize } from "../uploads/file-size.ts";
import { UploadFailure } from "../uploads/upload-failure.tsx";
import type { RefusedFile } from "../uploads/upload-limits.ts";
import { messageForm } from "./message.ts";
import { type PaymentQuestion, PaymentQuestionNotice } from "./payment-question.tsx";

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

/** How long typing pauses before what is typed is kept on the server, and before a failed attempt is made again (milliseconds). */
const pause = 1_500;
const retryPause = 10_000;

/** What the server has of a draft. */
interface ServerDraft {
  readonly body: string;
  /** Changes when the draft is sent, on whichever device. */
  readonly draftKey: string;
}

/** What was sent and kept from here, to tell it from what is typed since. */
interface Known extends ServerDraft {
  isTyped: boolean;
  kept: string | null;
  /** Null: nothing was sent from here. "" where it was sent from elsewhere on the page. */
  sent: string | null;
  /** What is typed for the next message while the form begins anew after one was sent. */
  next: string | null;
}

/**
 * Keeps what is typed into a form on the server while it is typed, where scripts run: so it is there on another device too. Once it
 * is sent from one of them, it is gone from the others, unless somebody typed on there.
 * @param address takes what the form says
 * @returns whether all that is typed is kept; null where nothing was typed, or not kept yet
 */
function useKeptDraft(formId: string, address: string, { body, draftKey }: ServerDraft): "kept" | "failed" | null {
  const [state, setState] = useState<"kept" | "failed" | null>(null);
  const known = useRef<Known>({ body, draftKey, isTyped: false, kept: null, sent: null, next: null });

  useEffect(() => {
    const field = document.getElementById(formId)?.querySelector("textarea");
    const before = known.current;
    known.current = { ...before, body, draftKey };
    if (!field || (body === before.body && draftKey === before.draftKey)) return;
    const isSent = draftKey !== before.draftKey;
    // Sent from here, the draft took along what was kept of the next message.
    const isDone = isSent && field.value === (before.sent ?? before.kept);
    if (isDone || (!before.isTyped && field.value === before.body)) {
      field.value = body;
      known.current = { body, draftKey, isTyped: false, kept: null, sent: null, next: null };
      setState(null);
    } else if (isSent) {
      known.current.sent = null;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      known.current.next = field.value;
    }
  }, [formId, body, draftKey]);

  useEffect(() => {
    const field = document.getElementById(formId)?.querySelector("textarea");
    const { next } = known.current;
    if (field && next !== null && field.value === "") field.value = next;
  });

  useEffect(() => {
    const form = document.getElementById(formId);
    const field = form?.querySelector("textarea");
    if (!(form instanceof HTMLFormElement) || !field) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isKeeping = false;
    const keepIn = (milliseconds: number) => {
      clearTimeout(timer);
      timer = setTimeout(keep, milliseconds);
    };
    const keep = async () => {
      // One after the other, so that the last one is what stays.
      if (isKeeping) return keepIn(pause);
      timer = undefined;
      isKeeping = true;
      const typed = field.value;
      const isKept = await post(address, form, known.current.draftKey);
      isKeeping = false;
      if (isKept) known.current.kept = typed;
      else if (timer === undefined && form.isConnected) keepIn(retryPause);
      if (field.value === typed) setState(isKept ? "kept" : "failed");
    };
    const type = () => {
      known.current.isTyped = true;
      known.current.next = null;
      setState(null);
      keepIn(pause);
    };
    const keepNow = () => {
      if (timer !== undefined) void post(address, form, known.current.draftKey);
      clearTimeout(timer);
    };
    // What is sent is no draft any more.
    const noteSend = ({ target, submitter }: SubmitEvent) => {
      if (!(target instanceof HTMLFormElement) || isCheck(submitter)) return;
      const isSame = target === form;
      if (new FormData(target).get(hiddenFieldNames.key) === known.current.draftKey)
        known.current.sent = isSame ? field.value : "";
      if (!isSame) return;
      known.current.next = null;
      clearTimeout(timer);
      timer = undefined;
    };
    form.addEventListener("input", type);
    document.addEventListener("submit", noteSend, true);
    window.addEventListener("pagehide", keepNow);
    return () => {
      keepNow();
      form.removeEventListener("input", type);
      document.removeEventListener("submit", noteSend, true);
      window.removeEventListener("pagehide", keepNow);
    };
  }, [formId, address]);
  return state;
}

/** Whether nothing is sent: the form is only checked again, as Conform does while somebody types after a first try. */
function isCheck(submitter: HTMLElement | null): boolean {
  return submitter?.getAttribute("name") === "__intent__";
}

/** Gives whether it is kept. */
async function post(address: string, form: HTMLFormElement, draftKey: string): Promise<boolean> {
  const said = new URLSearchParams({ draftKey });
  for (const [name, value] of new FormData(form)) if (typeof value === "string") said.append(name, value);
  said.append("next", "stay");
  try {
    const { status } = await fetch(address, { method: "POST", body: said, redirect: "manual", keepalive: true });
    return status === 204;
  } catch {
    return false;
  }
}
