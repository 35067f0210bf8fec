import { href } from "react-router";
import { LinkButton } from "../ui/button.tsx";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import { formatSize } from "../uploads/file-size.ts";
import type { SharedView } from "./shared.server.ts";
import { documentsOnPage, groupByFolder, type SharedDocument } from "./shared-property.ts";

type SharedDocumentsProps = Pick<SharedView, "documents" | "documentsTotal" | "allowsDownload"> & {
  token: string;
  /** How many documents the page skips. */
  start: number;
};

/** A page of the documents that a link shows, folder by folder. */
export function SharedDocuments({ token, start, documents, documentsTotal, allowsDownload }: SharedDocumentsProps) {
  const total = documentsTotal ?? documents.length;
  const next = start + documents.length;
  if (total === 0) return null;
  return (
    <>
      {groupByFolder(documents).map(({ folder, documents: listed }) => (
        <Sheet key={folder} title={folder === "" ? "Documents" : folder}>
          <Rows label={folder === "" ? "Documents" : folder}>
            {listed.map((document) => (
              <DocumentRow key={document.id} token={token} document={document} isSaved={allowsDownload} />
            ))}
          </Rows>
        </Sheet>
      ))}
      {start === 0 && total <= documentsOnPage ? null : (
        <div className="actions">
          {start === 0 ? null : (
            <LinkButton href={pageOf(token, Math.max(0, start - documentsOnPage))}>Earlier documents</LinkButton>
          )}
          {next >= total ? null : <LinkButton href={pageOf(token, next)}>More documents</LinkButton>}
        </div>
      )}
    </>
  );
}

function pageOf(token: string, start: number): string {
  return href("/shared/:token/view", { token }) + (start === 0 ? "" : `?start=${start}`);
}

type DocumentRowProps = { token: string; document: SharedDocument; isSaved: boolean };

function DocumentRow({ token, document: { id, label, size, isShown, hasSummary }, isSaved }: DocumentRowProps) {
  const address = href("/shared/:token/documents/:documentId", { token, documentId: id });
  return (
    <Row>
      {isShown ? (
        <a className="link" href={address}>
          {label}
        </a>
      ) : (
        <span>{label}</span>
      )}
      {hasSummary ? (
        <a
          className="link small"
          href={href("/shared/:token/documents/:documentId/summary", { token, documentId: id })}
          aria-label={`Summary of ${label}`}
        >
          Summary
        </a>
      ) : null}
      <span className="muted small num">{size === null ? "" : formatSize(size)}</span>
      {isSaved ? (
        <a className="link small" href={`${address}?download=true`} aria-label={`Download ${label}`}>
          Download
        </a>
      ) : isShown ? null : (
        <span className="muted small">Can't be viewed here</span>
      )}
    </Row>
  );
}
