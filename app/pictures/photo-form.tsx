import type { ComponentType, ReactNode } from "react";
import type { FormReply } from "../forms/forms.tsx";
import { LinkButton } from "../ui/button.tsx";
import { UploadFailure } from "../uploads/upload-failure.tsx";
import { type FileEditorProps, UploadForm } from "../uploads/upload-form.tsx";
import type { RefusedFile } from "../uploads/upload-limits.ts";
import { photoFiles } from "./photo-files.ts";
import type { PhotoStart } from "./photo-upload.server.ts";

type PhotoFormProps = PhotoStart & {
  reply: (FormReply & { readonly failed?: readonly RefusedFile[]; readonly isNone?: boolean }) | undefined;
  name: "photo" | "logo";
  /** The picture that is there; null for none. */
  current: ReactNode;
  removal: string;
  cancel: string;
  /** With scripts, lets people change the chosen file. */
  editor?: ComponentType<FileEditorProps>;
};

/** The form of a record's one picture: what is there, a file to take its place, and the way to remove it. */
export function PhotoForm({ reply, name, current, removal, cancel, ...form }: PhotoFormProps) {
  const { failed = [], isNone = false } = reply ?? {};
  const isThere = current !== null;
  const label = name === "photo" ? "Photo" : "Logo";
  return (
    <>
      {isThere ? <div className="who mb-2">{current}</div> : null}
      <UploadFailure failed={failed} kept={[]} />
      <UploadForm
        {...form}
        reply={reply}
        label={isThere ? `New ${name}` : label}
        accept={photoFiles.types}
        error={isNone ? `Choose one ${name}.` : undefined}
        send={`Save ${name}`}
        cancel={cancel}
      />
      {isThere ? (
        <div className="mt-2">
          <LinkButton href={removal} look="bad">
            {`Remove ${name}`}
          </LinkButton>
        </div>
      ) : null}
    </>
  );
}
