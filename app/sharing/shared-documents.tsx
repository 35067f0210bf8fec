import { href } from "react-router";
import { DocumentPicture } from "../client-pages/document-picture.tsx";
import { useTexts } from "../client-pages/texts/texts.ts";
import { LinkButton } from "../ui/button.tsx";
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
  const { sharing } = useTexts();
  const total = documentsTotal ?? documents.length;
  const next = start + documents.length;
  if (total === 0) return null;
  return (
    <div className="stack">
      {groupByFolder(documents).map(({ folder, documents: listed }) => (
        <section key={folder} className="sec">
          <h2>{folder === "" ? sharing.documents : folder}</h2>
          <ul className="rows">
            {listed.map((document) => (
              <DocumentLine key={document.id} token={token} document={document} isSaved={allowsDownload} />
            ))}
          </ul>
        </section>
      ))}
      {start === 0 && total <= documentsOnPage ? null : (
        <div className="acts">
          {start === 0 ? null : (
            <LinkButton href={pageOf(token, Math.max(0, start - documentsOnPage))}>{sharing.earlier}</LinkButton>
          )}
          {next >= total ? null : <LinkButton href={pageOf(token, next)}>{sharing.more}</LinkButton>}
        </div>
      )}
    </div>
  );
}

function pageOf(token: string, start: number): string {
  return href("/shared/:token/view", { token }) + (start === 0 ? "" : `?start=${start}`);
}

type DocumentLineProps = { token: string; document: SharedDocument; isSaved: boolean };

function DocumentLine({
  token,
  document: { id, mime, kind, label, size, isShown, isCutOff, hasSummary },
  isSaved,
}: DocumentLineProps) {
  const { sharing } = useTexts();
  const address = href("/shared/:token/documents/:documentId", { token, documentId: id });
  const notes = [
    size === null ? "" : formatSize(size),
    isShown || isSaved ? "" : sharing.notShown,
    isCutOff ? sharing.cutOff : "",
  ];
  return (
    <li>
      <DocumentPicture document={{ mime, kind }} address={address} />
      <div className="g">
        {isShown ? (
          <a href={address}>
            <b>{label}</b>
          </a>
        ) : (
          <b>{label}</b>
        )}
        <div className="muted small">{notes.filter((note) => note !== "").join(" · ")}</div>
        {hasSummary ? (
          <a
            className="a small"
            href={href("/shared/:token/documents/:documentId/summary", { token, documentId: id })}
            aria-label={sharing.summaryOf(label)}
          >
            {sharing.summary}
          </a>
        ) : null}
      </div>
      {isSaved ? (
        <a className="btn q" href={`${address}?download=true`} aria-label={sharing.saveOf(label)}>
          {sharing.save}
        </a>
      ) : null}
    </li>
  );
}
