import { PortalFormStart } from "../../client-pages/portal-form.tsx";
import { type Texts, useTexts } from "../../client-pages/texts/texts.ts";
import type { FormReply } from "../../forms/forms.tsx";
import { SubmitButton } from "../../ui/button.tsx";
import { PostForm } from "../../ui/post-form.tsx";
import { OneFileNote } from "../../uploads/file-field.tsx";
import { formatSize } from "../../uploads/file-size.ts";
import type { RefusedFile } from "../../uploads/upload-limits.ts";
import type { DocumentUploadStart } from "../own-documents.server.ts";
import { PortalCard, useFrame } from "./portal-frame.tsx";

/** What the form for a file was answered. */
export type DocumentReply = FormReply & {
  readonly failed?: readonly RefusedFile[];
  readonly isNone?: boolean;
  readonly isSeveral?: boolean;
};

type DocumentUploadProps = { upload: DocumentUploadStart; reply: DocumentReply | undefined };

/** A client sends a document of their own. */
export function DocumentUpload({ upload, reply }: DocumentUploadProps) {
  const { upload: words } = useTexts().own;
  const { agent } = useFrame();
  return (
    <PortalCard title={words.title}>
      <p>{words.text(agent.name)}</p>
      <FileForm upload={upload} reply={reply} send={words.send} />
    </PortalCard>
  );
}

/** Why a file was not kept, each reason in its own sentence. @param size that a file may have */
export function sayRefused(
  { refused }: Texts["own"]["upload"],
  { name, code, isTemporary, isDoubtful }: RefusedFile,
  size: string,
) {
  if (isDoubtful) return refused.doubtful(name);
  if (isTemporary) return refused.later(name);
  switch (code) {
    case "empty":
      return refused.empty(name);
    case "too_large":
      return refused.tooLarge(name, size);
    case "no_room":
    case "plan_limit":
      return refused.noRoom(name);
    case "daily_limit":
      return refused.dailyLimit(name);
    case "file_type":
      return refused.type(name);
    case "file_content":
      return refused.content(name);
    default:
      return refused.other(name);
  }
}

type FileFormProps = DocumentUploadProps & {
  /** Default: the page's own address. */
  action?: string;
  /** What the button says. */
  send: string;
};

/** The form for one file. It is chosen again after a refusal: browsers do not keep it. */
export function FileForm({ upload: { start, most }, reply, action, send }: FileFormProps) {
  const { upload: words } = useTexts().own;
  const size = formatSize(most);
  const [failed] = reply?.failed ?? [];
  const refused = failed && sayRefused(words, failed, size);
  const error = reply?.isNone ? (reply.isSeveral ? words.single : words.choose) : refused;
  return (
    <PostForm files {...(action === undefined ? {} : { action })}>
      <PortalFormStart start={start} reply={reply} />
      <div className="field">
        <label htmlFor="own-document">{words.file}</label>
        <input
          id="own-document"
          className="input"
          type="file"
          name="file"
          required
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby="own-document-hint"
        />
        <OneFileNote text={words.single} />
        {error === undefined ? null : (
          <div className="err" role="alert">
            {error}
          </div>
        )}
        <div className="hint" id="own-document-hint">
          {words.hint(size)} {words.preApproval}
        </div>
      </div>
      <SubmitButton>{send}</SubmitButton>
    </PostForm>
  );
}
