import type { Snippet } from "./document.ts";

/** The words of a search as a document's text has them. */
export function FoundWords({ snippet: { before, match, after, page } }: { snippet: Snippet }) {
  return (
    <div className="small">
      {before}
      <mark className="found">{match}</mark>
      {after} <span className="muted">Page {page}</span>
    </div>
  );
}
