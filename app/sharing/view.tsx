import type { ComponentProps, ReactNode } from "react";
import { href } from "react-router";
import { AboutWorkspace } from "../client-pages/about-workspace.tsx";
import { AgentCard } from "../client-pages/agent-card.tsx";
import { DocumentPicture } from "../client-pages/document-picture.tsx";
import { BrandLine } from "../client-pages/face.tsx";
import { Gallery } from "../client-pages/gallery.tsx";
import { PortalTitle } from "../client-pages/portal-shell.tsx";
import { PropertyFacts } from "../client-pages/property-facts.tsx";
import { LanguageFoot } from "../client-pages/public-parts.tsx";
import { ReleasedCards } from "../client-pages/released-cards.tsx";
import { useTexts } from "../client-pages/texts/texts.ts";
import type { CallableFoot } from "../session/foot.ts";
import { LinkButton } from "../ui/button.tsx";
import { cityLine } from "../ui/city-line.ts";
import { withCall } from "../ui/phone.server.ts";
import { formatSize } from "../uploads/file-size.ts";
import type { Route } from "./+types/view";
import { linkToken, loadShared, sharingApiOf } from "./load-shared.server.ts";
import { findView, type SharedView } from "./shared.server.ts";
import { documentsOnPage, groupByFolder, readStart, type SharedDocument } from "./shared-property.ts";

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const token = linkToken(params.token);
  const start = readStart(url.searchParams);
  const {
    id: _id,
    etag: _etag,
    can: _can,
    ...view
  } = await loadShared(context, token, (viewing) => findView(sharingApiOf(context), viewing, start));
  const { agent, foot } = view;
  return { token, start, view: { ...view, agent: agent && withCall(agent), foot: foot && withCall(foot) } };
}

/** The property as people with the link see it. */
export default function SharedProperty({ loaderData: { token, start, view } }: Route.ComponentProps) {
  const { sharing } = useTexts();
  const pathOf = (photoId: string) => href("/shared/:token/photos/:photoId", { token, photoId });
  return (
    <SharedFrame
      {...view}
      title={view.street}
      subtitle={cityLine(view)}
      photos={<Gallery photos={view.photos} pathOf={pathOf} />}
    >
      <section className="sec">
        <h2 className="hidden">{sharing.facts}</h2>
        {/* When offers are due is between the agent and their clients. */}
        <PropertyFacts property={{ ...view, offerDueAt: null, timeZone: "UTC" }} />
      </section>
      <SharedDocuments token={token} start={start} {...view} />
      <ReleasedCards released={view.released} />
      {view.workspaceName === null ? null : <AboutWorkspace name={view.workspaceName} foot={view.foot} />}
    </SharedFrame>
  );
}

type SharedDocumentsProps = Pick<SharedView, "documents" | "documentsTotal" | "allowsDownload"> & {
  token: string;
  /** How many documents the page skips. */
  start: number;
};

/** A page of the documents that a link shows, folder by folder. */
function SharedDocuments({ token, start, documents, documentsTotal, allowsDownload }: SharedDocumentsProps) {
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

type SharedFrameProps = Pick<SharedView, "workspaceName" | "logoId"> & {
  agent: ComponentProps<typeof AgentCard>["agent"] | null;
  foot: CallableFoot | null;
  title: string;
  subtitle: string;
  /** Over the whole width. */
  photos: ReactNode;
  children: ReactNode;
};

/** Around what a link shows: whose property it is, and whom to ask. */
function SharedFrame({ workspaceName, logoId, agent, foot, title, subtitle, photos, children }: SharedFrameProps) {
  const { sharing } = useTexts();
  return (
    <>
      <PortalTitle {...(workspaceName !== null && { of: workspaceName })}>{title}</PortalTitle>
      <header className="land">
        {workspaceName === null ? null : (
          <div className="brand">
            <BrandLine brand={{ name: workspaceName, logoId }} detail={sharing.withYou} />
          </div>
        )}
      </header>
      <main id="main" className="main mid stack">
        <div>
          <h1>{title}</h1>
          <p className="lead">{subtitle}</p>
        </div>
        {photos}
        <div className="split">
          <div className="stack">{children}</div>
          {agent === null ? null : (
            <section className="card">
              <h2>{sharing.ask}</h2>
              <AgentCard agent={agent} role={workspaceName ?? ""} messages={null} />
            </section>
          )}
        </div>
        <LanguageFoot foot={foot} />
      </main>
    </>
  );
}
