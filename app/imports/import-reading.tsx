import { Notice } from "../ui/notice.tsx";

/** Which columns of a file have text and are not imported, by their headings. */
export function IgnoredColumns({ columns }: { columns: readonly string[] }) {
  if (columns.length === 0) return null;
  return (
    <Notice tone="warn" title="These columns will be skipped:">
      {columns.join(", ")}.
    </Notice>
  );
}

type ImportReadingProps = {
  /** As people call it; null where there is nothing to say. */
  encoding: string | null;
  /** Where columns are chosen; null where the file was not kept. */
  columnsHref: string | null;
};

/** How a file was read, and where that can be changed. */
export function ImportReading({ encoding, columnsHref }: ImportReadingProps) {
  if (encoding === null) return null;
  return (
    <p className="muted small mt-2">
      Encoding: {encoding}.{" "}
      {columnsHref === null ? (
        "The file itself was not kept, so its columns and encoding can’t be changed here. Large files are not kept: split it, and choose it again."
      ) : (
        <a className="link" href={columnsHref}>
          Change columns or encoding
        </a>
      )}
    </p>
  );
}
