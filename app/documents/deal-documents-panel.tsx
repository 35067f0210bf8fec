import type { Settled } from "../json-api/settle.ts";
import { LinkButton } from "../ui/button.tsx";
import { formatCount } from "../ui/number-format.ts";
import { Row, Rows } from "../ui/page.tsx";
import { Panel } from "../ui/panel.tsx";
import type { DealDocument } from "./deal-documents.server.ts";
import { documentPath, type Place, placePath, uploadPath } from "./place.ts";

type DealDocumentsPanelProps = {
  title: string;
  /** Whose documents these are. */
  place: Place;
  /** Of the deal; null where they cannot be had. */
  documents: readonly DealDocument[];
  canAdd: boolean;
  /** The deal to which the upload returns. */
  opportunityId: string;
};

const mostShown = 5;

/** The newest documents of a deal's property or client, and the way to upload one without leaving the deal for long. */
function DealDocumentsPanel({ title, place, documents, canAdd, opportunityId }: DealDocumentsPanelProps) {
  const upload = canAdd ? (
    <LinkButton href={uploadPath(place, opportunityId)} look="quiet" aria-label={`Upload to ${title.toLowerCase()}`}>
      Upload
    </LinkButton>
  ) : null;
  const more = documents.length - mostShown;
  return (
    <Panel title={title} action={upload} none={documents.length === 0 ? "None" : null}>
      <Rows label={title}>
        {documents.slice(0, mostShown).map(({ id, label }) => (
          <Row key={id}>
            <a className="link" href={documentPath(id)}>
              {label}
            </a>
          </Row>
        ))}
        {more > 0 ? (
          <Row>
            <a className="link muted" href={placePath(place)}>
              {formatCount(more, "more document")}
            </a>
          </Row>
        ) : null}
      </Rows>
    </Panel>
  );
}

type DealDocumentsProps = {
  opportunityId: string;
  documents: Settled<readonly DealDocument[]>;
  /** Null where the current user does not see the record itself. */
  packageId: string | null;
  clientId: string | null;
  canAdd: boolean;
};

/** The documents of a deal's property and of its client. */
export function DealDocuments({ documents, packageId, clientId, ...deal }: DealDocumentsProps) {
  const found = documents.ok ? documents.data : [];
  return (
    <>
      {packageId === null ? null : (
        <DealDocumentsPanel
          title="Property documents"
          place={{ folderId: null, clientId: null, packageId }}
          documents={found.filter(({ of }) => of === "property")}
          {...deal}
        />
      )}
      {clientId === null ? null : (
        <DealDocumentsPanel
          title="Client documents"
          place={{ folderId: null, packageId: null, clientId }}
          documents={found.filter(({ of }) => of === "client")}
          {...deal}
        />
      )}
    </>
  );
}
