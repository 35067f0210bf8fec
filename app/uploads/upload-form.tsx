import { type ComponentType, type FormEvent, useEffect, useState, useSyncExternalStore } from "react";
import { useFormAction, useLocation, useSubmit } from "react-router";
import { useHydrated } from "remix-utils/use-hydrated";
import { type FormInit, type FormReply, FormStart } from "../forms/forms.tsx";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { useOwnAddress } from "../ui/own-address.ts";
import { PostForm } from "../ui/post-form.tsx";
import type { StorageAllowance } from "./file.ts";
import { FileField } from "./file-field.tsx";
import { cancelUpload, sendFile } from "./send-file.ts";
import { UnfinishedNotice } from "./unfinished-notice.tsx";
import type { RefusedFile, UnfinishedUpload } from "./upload-limits.ts";
import { UploadList } from "./upload-list.tsx";
import { type FileUpload, UploadQueue } from "./upload-queue.ts";

/** The form again, with the files that were not uploaded. */
export type UploadReply = FormReply & { readonly failed?: readonly RefusedFile[] };

/** Given to what changes a chosen file before it is sent. */
export type FileEditorProps = { file: File; onEdit: (edited: File) => void };

type UploadFormProps = {
  start: FormInit;
  reply?: UploadReply | undefined;
  allowance: StorageAllowance;
  unfinished: readonly UnfinishedUpload[];
  label: string;
  multiple?: boolean;
  /** Media types that the file chooser offers. */
  accept?: string;
  /** Default: the page's own address. */
  action?: string;
  error?: string | undefined;
  /** What its button says. */
  send: string;
  /** The link of Cancel. */
  cancel: string;
  /** With scripts, shown for the chosen file where one is chosen. */
  editor?: ComponentType<FileEditorProps> | undefined;
};

/**
 * A form with files. Without scripts they are sent with the form; on hydrated pages they are uploaded before it, in parts, and
 * the form names their ids.
 */
export function UploadForm(props: UploadFormProps) {
  const {
    start,
    reply,
    allowance,
    unfinished,
    label,
    multiple = false,
    accept,
    error,
    send,
    cancel,
    editor: Editor,
  } = props;
  const [chosen, setChosen] = useState<File | null>(null);
  const { queue, settled } = useUploadQueue(allowance, unfinished, reply);
  const choose = (files: readonly File[]) => queue.choose(files, multiple ? "beside" : "alone");
  const uploads = useSyncExternalStore(queue.subscribe, queue.uploads, () => none);
  const [isSending, setSending] = useState(false);
  const [hasNothing, setHasNothing] = useState(false);
  const submit = useSubmit();
  const own = useOwnAddress();
  const action = useFormAction(props.action ?? own);
  const hydrated = useHydrated();

  async function sendAll(form: HTMLFormElement): Promise<void> {
    setSending(true);
    setHasNothing(false);
    const { arrived, missing } = await queue.send();
    setSending(false);
    setHasNothing(arrived.length === 0);
    if (arrived.length > 0) submit(fieldsOf(form, arrived, missing), { method: "post", action });
  }

  function takeOver(event: FormEvent<HTMLFormElement>): void {
    if (uploads.length === 0) return;
    event.preventDefault();
    if (!isSending) void sendAll(event.currentTarget);
  }

  const isRetry = uploads.some(({ status }) => status === "failed");
  return (
    <>
      {hydrated && uploads.length === 0 ? <UnfinishedNotice unfinished={unfinished} /> : null}
      <PostForm files {...(props.action === undefined ? {} : { action })} onSubmit={takeOver}>
        <FormStart start={start} reply={reply} />
        {hasNothing && uploads.length > 0 ? (
          <Notice tone="bad" title="File upload was not successful">
            Nothing was uploaded. See the reason beside each file.
          </Notice>
        ) : null}
        <FileField
          // A new key clears the chosen files.
          key={settled}
          label={label}
          allowance={allowance}
          multiple={multiple}
          {...(accept === undefined ? {} : { accept })}
          error={error}
          required={uploads.length === 0}
          onChoose={(files) => {
            choose([...files]);
            setChosen(files.item(0));
          }}
        />
        {Editor === undefined || chosen === null || isSending || uploads.length === 0 ? null : (
          <Editor file={chosen} onEdit={(edited) => choose([edited])} />
        )}
        {uploads.length === 0 ? null : (
          <UploadList uploads={uploads} withPreviews={Editor === undefined} onDrop={(key) => queue.drop(key)} />
        )}
        <div className="actions">
          <SubmitButton busy={isSending}>{isRetry && !isSending ? "Try again" : send}</SubmitButton>
          <LinkButton href={cancel}>Cancel</LinkButton>
        </div>
      </PostForm>
    </>
  );
}

const none: readonly FileUpload[] = [];

/** The page's queue, which takes in the form's answers, and the entry of the history at which it took in the latest. */
function useUploadQueue(
  { file, free }: StorageAllowance,
  unfinished: readonly UnfinishedUpload[],
  reply?: UploadReply,
) {
  const [queue] = useState(() => new UploadQueue({ file, total: free }, unfinished, sendFile, cancelUpload));
  // An answer that leads to this page again brings no reply, but another entry of the history.
  const { key: entry } = useLocation();
  const [settled, setSettled] = useState("");
  useEffect(() => {
    if (queue.settle(reply?.failed ?? [])) setSettled(entry);
  }, [queue, reply, entry]);
  return { queue, settled };
}

/** The form's fields, with ids in the place of files. */
function fieldsOf(form: HTMLFormElement, arrived: readonly string[], missing: readonly RefusedFile[]): FormData {
  const fields = new FormData(form);
  fields.delete("file");
  for (const [index, id] of arrived.entries()) fields.append(`upload[${index}]`, id);
  for (const [index, { name, reason }] of missing.entries()) {
    fields.append(`unsent[${index}]`, name);
    fields.append(`unsentReason[${index}]`, reason.slice(0, 200));
  }
  return fields;
}
