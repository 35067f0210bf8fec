import {
  type ComponentType,
  type FormEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { type ShouldRevalidateFunctionArgs, useFormAction, useLocation, useSubmit } from "react-router";
import { useHydrated } from "remix-utils/use-hydrated";
import { type FormInit, type FormReply, FormStart } from "../forms/forms.tsx";
import { Button, LinkButton, SubmitButton } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { useOwnAddress } from "../ui/own-address.ts";
import { PostForm } from "../ui/post-form.tsx";
import type { StorageAllowance } from "./file.ts";
import { FileField } from "./file-field.tsx";
import { formatSize } from "./file-size.ts";
import { cancelUpload, sendFile } from "./send-file.ts";
import type { RefusedFile, UnfinishedUpload } from "./upload-limits.ts";
import { type FileUpload, progressOf, UploadQueue } from "./upload-queue.ts";

/** Of the preview, in CSS pixels. */
const width = 96;

/** One picture is decoded after the other: many large ones at once would take all memory of a phone. */
let decoding: Promise<void> = Promise.resolve();

/**
 * A chosen picture before it is sent; nothing for a file that this browser can't show. It is drawn on a canvas, since the content
 * policy allows no addresses of files.
 */
function PicturePreview({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isPicture = file.type.startsWith("image/");
  useEffect(() => {
    if (isPicture) decoding = decoding.then(() => draw(file, canvas.current)).catch(() => {});
  }, [file, isPicture]);
  return isPicture ? <canvas ref={canvas} className="flex-none!" width={0} height={0} /> : null;
}

async function draw(file: File, canvas: HTMLCanvasElement | null): Promise<void> {
  const picture = await createImageBitmap(file, { resizeWidth: width });
  if (canvas === null) return;
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext("2d")?.drawImage(picture, 0, 0);
}

type UploadListProps = {
  uploads: readonly FileUpload[];
  /** False where something else shows the picture. */
  withPreviews: boolean;
  onDrop: (key: number) => void;
};

function UploadList({ uploads, withPreviews, onDrop }: UploadListProps) {
  const { sent, size } = progressOf(uploads);
  const isUnderWay = uploads.some(({ status }) => status === "processing");
  return (
    <section className="mb-2" aria-label="Chosen files">
      <ul className="rows">
        {uploads.map((upload) => (
          <UploadLine key={upload.key} upload={upload} onDrop={onDrop}>
            {withPreviews ? <PicturePreview file={upload.file} /> : null}
          </UploadLine>
        ))}
      </ul>
      {uploads.length > 1 && isUnderWay ? (
        <p className="grid">
          <progress className="progress" value={sent} max={size} aria-label="All files" />
          <span className="muted small num">
            {formatSize(sent)} of {formatSize(size)}
          </span>
        </p>
      ) : null}
      <p className="vh" role="status">
        {isUnderWay ? `Uploading, ${percentOf(sent, size)} of all files uploaded.` : ""}
      </p>
    </section>
  );
}

type UploadLineProps = Pick<UploadListProps, "onDrop"> & { upload: FileUpload; children: ReactNode };

function UploadLine({ upload, onDrop, children }: UploadLineProps) {
  const { key, file, status, sent } = upload;
  return (
    <li data-status={status}>
      {children}
      <span className="grid">
        <b>{file.name}</b>
        <span className={status === "failed" || status === "invalid" ? "err" : "muted small num"}>
          {stateOf(upload)}
        </span>
        {status === "processing" ? (
          <progress className="progress" value={sent} max={file.size} aria-label={file.name} />
        ) : null}
      </span>
      {status === "completed" ? null : (
        <Button look="quiet" onClick={() => onDrop(key)}>
          Remove<span className="vh"> {file.name}</span>
        </Button>
      )}
    </li>
  );
}

function stateOf({ status, file, sent, isWaiting, reason }: FileUpload): string {
  const size = formatSize(file.size);
  if (status === "processing" && isWaiting) return "You're offline. The upload resumes when you reconnect.";
  if (status === "processing") return `${formatSize(sent)} of ${size}`;
  if (status === "completed") return `${size} · Uploaded`;
  return reason ?? size;
}

/** In tens, so that screen readers announce few changes. */
function percentOf(sent: number, size: number): string {
  return `${Math.floor((sent / Math.max(1, size)) * 10) * 10} percent`;
}

/** The form again, with the files that were not uploaded. */
export type UploadReply = FormReply & { readonly failed?: readonly RefusedFile[] };

export type FileEditorProps = { file: File; onEdit: (edited: File) => void };

type UploadFormProps = {
  start: FormInit;
  reply?: UploadReply | undefined;
  allowance: StorageAllowance;
  unfinished: readonly UnfinishedUpload[];
  label: string;
  multiple?: boolean;
  accept?: string;
  /** Default: the page's own address. */
  action?: string;
  error?: string | undefined;
  send: string;
  cancel: string;
  /** Fields before that of the files. */
  children?: ReactNode;
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
    children,
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
        {children}
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

/** Of a page with this form: also after a refusal, when other files may be there, and unfinished uploads be finished. */
export function reloadsAfterUpload({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus !== undefined || defaultShouldRevalidate;
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

/** Lists uploads that can be resumed, once their files are chosen again. Complete ones were abandoned. */
export function UnfinishedNotice({ unfinished: begun }: { unfinished: readonly UnfinishedUpload[] }) {
  const unfinished = begun.filter(({ arrived, size }) => arrived < size);
  if (unfinished.length === 0) return null;
  return (
    <Notice title="Unfinished uploads:">
      <ul>
        {unfinished.map(({ id, name, size, arrived }) => (
          <li key={id}>
            <b>{name}</b>, {formatSize(arrived)} of {formatSize(size)}
          </li>
        ))}
      </ul>
      <p>Choose {unfinished.length === 1 ? "it" : "them"} again to continue where it stopped.</p>
    </Notice>
  );
}
