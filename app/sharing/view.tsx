import { href } from "react-router";
import { placeOf } from "../packages/package.ts";
import { LinkButton } from "../ui/button.tsx";
import { FactList } from "../ui/fact-list.tsx";
import { formatMoney, formatNumber } from "../ui/number-format.ts";
import { Page, PageHead, Row, Rows, Sheet } from "../ui/page.tsx";
import { Photo } from "../ui/photo.tsx";
import { formatSize } from "../uploads/file-size.ts";
import type { Route } from "./+types/view";
import { AgentContact } from "./agent-contact.tsx";
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
  return { token, start, view };
}

/** The property as people with the link see it. */
export default function SharedProperty({ loaderData: { token, start, view } }: Route.ComponentProps) {
  const { street, workspaceName, agent, hasPhoto } = view;
  return (
    <Page narrow>
      <meta name="robots" content="noindex" />
      <PageHead
        title={street}
        subtitle={[placeOf(view), sizeOf(view)].filter((line) => line !== "").join(" · ")}
        lead={<Photo large picture={hasPhoto ? href("/shared/:token/photo", { token }) : null} />}
      />
      <div className="grid gap-2">
        <Facts view={view} />
        <Documents token={token} start={start} view={view} />
        {agent === null ? null : <AgentContact agent={agent} workspaceName={workspaceName} />}
      </div>
    </Page>
  );
}

type View = Omit<SharedView, "id" | "etag" | "can">;

/** "3 Bd, 2.5 Ba, 1,840 Sqft", of what is known. */
function sizeOf({ beds, baths, sqft }: View): string {
  const parts = [
    [beds, "Bd"],
    [baths, "Ba"],
    [sqft, "Sqft"],
  ] as const;
  return parts.flatMap(([value, unit]) => (value === null ? [] : [`${formatNumber(value)} ${unit}`])).join(", ");
}

function Facts({ view: { listPrice, lotSize, garages, area, schools } }: { view: View }) {
  const facts = [
    { label: "List price", value: listPrice === null ? null : formatMoney(listPrice.currency, listPrice.amount) },
    { label: "Lot size", value: lotSize === null ? null : `${formatNumber(lotSize)} sqft` },
    { label: "Garages", value: garages === null ? null : formatNumber(garages) },
    { label: "Area", value: area },
    { label: "Schools", long: true, value: schools.length === 0 ? null : schools.map(toLink) },
  ].filter(({ value }) => value !== null && value !== "");
  if (facts.length === 0) return null;
  return (
    <Sheet title="Property">
      <FactList facts={facts} />
    </Sheet>
  );
}

function toLink({ name, url }: View["schools"][number]) {
  const isLink = url !== null && /^https?:\/\//.test(url);
  return (
    <div key={name + url}>
      {isLink ? (
        <a className="link" href={url} rel="noreferrer">
          {name}
        </a>
      ) : (
        name
      )}
    </div>
  );
}

function Documents({ token, start, view }: { token: string; start: number; view: View }) {
  const { documents, documentsTotal, allowsDownload } = view;
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
