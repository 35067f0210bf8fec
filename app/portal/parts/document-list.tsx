import { DocumentPicture } from "../../client-pages/document-picture.tsx";
import { dayOf } from "../../client-pages/texts/format.ts";
import { useLanguage, useTexts } from "../../client-pages/texts/texts.ts";
import { formatSize } from "../../uploads/file-size.ts";
import type { PortalDocument } from "../portal-properties.server.ts";
import { useFrame, usePortalPath } from "./portal-frame.tsx";

type DocumentListProps = { documents: readonly PortalDocument[] };

/** Documents, each to look at or to save. */
export function DocumentList({ documents: listed }: DocumentListProps) {
  const { documents, own } = useTexts();
  const { timeZone } = useFrame();
  const language = useLanguage();
  const to = usePortalPath();
  return (
    <ul className="rows">
      {listed.map(({ id, mime, kind, label, size, updatedAt, isShown, isCutOff, news, hasSummary, sent }) => {
        const address = to(`/documents/${encodeURIComponent(id)}`);
        return (
          <li key={id}>
            <DocumentPicture document={{ mime, kind }} address={address} />
            <div className="g">
              {isShown ? (
                <a href={address}>
                  <b>{label}</b>
                </a>
              ) : (
                <b>{label}</b>
              )}
              {news ? " " : null}
              {news ? <span className="muted small">{own.news[news]}</span> : null}
              <div className="muted small">
                {documents.from(dayOf(language, updatedAt, timeZone))}, {formatSize(size).replace(" ", "\u00a0")}
                {isCutOff ? ` · ${documents.cutOff}` : null}
              </div>
              {hasSummary ? (
                <a className="a small" href={`${address}/summary`} aria-label={own.summary.readOf(label)}>
                  {own.summary.read}
                </a>
              ) : null}
              {sent ? (
                <a className="a small" href={`${address}/removal`} aria-label={own.takeBack.offerOf(label)}>
                  {own.takeBack.offer}
                </a>
              ) : null}
            </div>
            <a className="btn q" href={`${address}?download=true`} aria-label={documents.saveOf(label)}>
              {documents.save}
            </a>
          </li>
        );
      })}
    </ul>
  );
}
