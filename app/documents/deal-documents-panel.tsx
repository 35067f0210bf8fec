import type { Settled } from "../json-api/settle.ts";
import { documentPath } from "../record-paths.ts";
import { SubmitButton } from "../ui/button.tsx";
import { HiddenInputs } from "../ui/hidden-inputs.tsx";
import { NotLoadedLine } from "../ui/not-loaded.tsx";
import { formatCount } from "../ui/number-format.ts";
import { Row, Rows } from "../ui/page.tsx";
import { Panel } from "../ui/panel.tsx";
import { PostForm } from "../ui/post-form.tsx";
import { ChosenFiles } from "../uploads/chosen-files.tsx";
import type { DealDocument, DealUploads } from "./deal-documents.server.ts";
import { type Place, placePath, uploadPath } from "./place.ts";

type DealDocumentsPanelProps = {
  title: string;
  place: Place;
  documents: Settled<readonly DealDocument[]>;
  /** The hidden fields of the form that uploads; null where nothing may be added. */
  upload: Readonly<Record<string, string>> | null;
  opportunityId: string;
};

const mostShown = 5;

function DealDocumentsPanel({ title, place, documents: found, upload, opportunityId }: DealDocumentsPanelProps) {
  const form =
    upload === null ? null : <UploadHere title={title} action={uploadPath(place, opportunityId)} fields={upload} />;
  const documents = found.ok ? found.data : [];
  const more = documents.length - mostShown;
  return (
    <Panel title={title} action={form} none={found.ok && documents.length === 0 ? "None" : null}>
      <NotLoadedLine what="documents" part={found} />
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
  /** The hidden fields of the forms that upload, one set each; null where nothing may be added. */
  uploads: DealUploads | null;
};

/** The documents of a deal's property and of its client. */
export function DealDocuments({ documents, packageId, clientId, uploads, opportunityId }: DealDocumentsProps) {
  const ofKind = (kind: DealDocument["of"]): Settled<readonly DealDocument[]> =>
    documents.ok ? { ok: true, data: documents.data.filter(({ of }) => of === kind) } : documents;
  if (packageId === null && clientId === null) return null;
  return (
    <div className="sheet">
      {packageId === null ? null : (
        <DealDocumentsPanel
          title="Property documents"
          place={{ folderId: null, clientId: null, packageId }}
          documents={ofKind("property")}
          upload={uploads?.property ?? null}
          opportunityId={opportunityId}
        />
      )}
      {clientId === null ? null : (
        <DealDocumentsPanel
          title="Client documents"
          place={{ folderId: null, packageId: null, clientId }}
          documents={ofKind("client")}
          upload={uploads?.client ?? null}
          opportunityId={opportunityId}
        />
      )}
    </div>
  );
}

type UploadHereProps = {
  /** What is uploaded to, as in "Client documents". */
  title: string;
  /** The page of uploads, which returns here and shows what was refused. */
  action: string;
  fields: Readonly<Record<string, string>>;
};

/** Files are uploaded without leaving the page. Folded until it is asked for. */
function UploadHere({ title, action, fields }: UploadHereProps) {
  const to = title.toLowerCase();
  return (
    <details className="upload-here">
      <summary className="btn quiet w-fit" aria-label={`Upload to ${to}`}>
        Upload
      </summary>
      <PostForm files action={action}>
        <HiddenInputs fields={fields} />
        <input className="input drop-zone" type="file" name="file" multiple required aria-label={`Files for ${to}`} />
        <ChosenFiles />
        <div className="actions">
          <SubmitButton aria-label={`Upload files to ${to}`}>Upload files</SubmitButton>
          <a className="link small" href={action} aria-label={`Upload large files to ${to}`}>
            Large files
          </a>
        </div>
      </PostForm>
    </details>
  );
}
