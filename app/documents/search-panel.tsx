import type { ListFoot } from "../json-api/pagination.ts";
import { documentPath } from "../record-paths.ts";
import { EmptyState, Notice } from "../ui/notice.tsx";
import { TableFoot } from "../ui/table-foot.tsx";
import { formatSize } from "../uploads/file-size.ts";
import type { DocumentRow } from "./document-table.tsx";
import { FilePicture } from "./document-tile.tsx";
import { FoundWords } from "./found-words.tsx";

export interface SearchContent {
  readonly results: readonly DocumentRow[];
  readonly foot: ListFoot;
  readonly isFirstInstead: boolean;
}

/** Documents in a list, each with the words as its text has them. */
export function SearchPanel({ content: { results, foot, isFirstInstead } }: { content: SearchContent }) {
  if (results.length === 0 && !isFirstInstead) return <EmptyState>No results.</EmptyState>;
  return (
    <>
      {isFirstInstead ? <Notice tone="warn">That page no longer exists. This is the first page.</Notice> : null}
      <div className="sheet">
        <ul className="finds" aria-label="Documents">
          {results.map((result) => (
            <Result key={result.id} document={result} />
          ))}
        </ul>
        <TableFoot {...foot} />
      </div>
    </>
  );
}

function Result({ document }: { document: DocumentRow }) {
  const { id, label, kind, size, folder, holder, thumbnail, snippet } = document;
  return (
    <li>
      <a className="grid grid-cols-[96px_1fr] gap-1.5 hair-b p-1.5" href={documentPath(id)}>
        <FilePicture kind={kind} thumbnail={thumbnail} />
        <div>
          <b>{label}</b>
          <div className="muted small">
            {[kind, formatSize(size), folder, holder].filter((part) => part !== null).join(" · ")}
          </div>
          {snippet === null ? null : <FoundWords snippet={snippet} />}
        </div>
      </a>
    </li>
  );
}
