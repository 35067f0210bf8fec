import { hasThumbnail } from "../uploads/document-kind.ts";

/** Short words for types of files that need no translation. */
const marks: Readonly<Record<string, string>> = {
  "application/pdf": "PDF",
  "application/msword": "DOC",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "DOC",
  "application/vnd.ms-excel": "XLS",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "XLS",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": "PPT",
  "application/zip": "ZIP",
  "text/csv": "CSV",
  "text/plain": "TXT",
  "image/jpeg": "JPG",
};

function markOf(mime: string): string {
  return marks[mime] ?? (/^image\/(png|webp|gif|avif|heic|heif|tiff|bmp)$/.exec(mime)?.[1] ?? "").toUpperCase();
}

type DocumentPictureProps = {
  document: { readonly mime?: string | null | undefined; readonly kind?: string | null | undefined };
  /** The address of the document, below which its thumbnail is. */
  address: string;
};

/** A sheet that is always as large: the first page of a document or the picture itself, and its type until then. The label stands beside it. */
export function DocumentPicture({ document, address }: DocumentPictureProps) {
  const mime = document.mime ?? "";
  const isPictured = hasThumbnail({ mime, kind: document.kind ?? "" });
  return (
    <span className="sheet" aria-hidden="true">
      {markOf(mime)}
      {isPictured ? (
        <img src={`${address}/thumbnail`} alt="" width={56} height={72} loading="lazy" decoding="async" />
      ) : null}
    </span>
  );
}
