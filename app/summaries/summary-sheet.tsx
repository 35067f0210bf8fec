import { href } from "react-router";
import { type FormInit, FormStart } from "../forms/forms.tsx";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import { PostForm } from "../ui/post-form.tsx";
import { describePagesRead, origins, type Summary } from "./summary.ts";

type SummarySheetProps = {
  document: {
    readonly id: string;
    /** Whether links can open one of its pages. */
    readonly hasPages: boolean;
  };
  summary: Summary;
  /** Whether clients see the document; null for one that they never see. */
  isShared: boolean | null;
  can: { readonly approve: boolean; readonly withdraw: boolean };
  /** The key of the form that approves it. */
  start: FormInit;
};

/** The points of a summary with their pages, and whether clients see them. */
export function SummarySheet({ document, summary, isShared, can, start }: SummarySheetProps) {
  const { method, points, finishedAt, versionNumber } = summary;
  return (
    <div className="grid gap-2">
      <Sheet title={method === "model" ? "Summary" : "Key sentences"}>
        <Rows label="Points">
          {points.map(({ text, page }) => (
            <Row key={`${page} ${text}`}>
              <p>{text}</p>
              <PageLink document={document} version={versionNumber} page={page} />
            </Row>
          ))}
        </Rows>
      </Sheet>
      <p className="muted small">
        {method === null ? null : `${origins[method]} `}
        {describePagesRead(summary)} Created <DateTime value={finishedAt} form="day" />.
      </p>
      {isShared === null ? null : (
        <Sheet title="Clients" padded>
          <Approval documentId={document.id} summary={summary} isShared={isShared} can={can} start={start} />
        </Sheet>
      )}
    </div>
  );
}

type PageLinkProps = { document: SummarySheetProps["document"]; version: number; page: number };

function PageLink({ document: { id, hasPages }, version, page }: PageLinkProps) {
  if (!hasPages) return <span className="muted small num">Page {page}</span>;
  return (
    <a
      className="link small num"
      data-reload=""
      href={`${href("/documents/:documentId/content", { documentId: id })}?version=${version}#page=${page}`}
    >
      Page {page}
    </a>
  );
}

type ApprovalProps = Omit<SummarySheetProps, "document" | "isShared"> & { documentId: string; isShared: boolean };

function Approval({ documentId, summary, isShared, can, start }: ApprovalProps) {
  const { approvedAt, approvedByName, state } = summary;
  if (approvedAt === null)
    return (
      <>
        <p className="mb-2">
          {state === "ready" ? "Clients can't see this summary yet." : "Clients can't see this summary."}
        </p>
        {can.approve ? (
          <PostForm action={href("/documents/:documentId/summary/approval", { documentId })}>
            <FormStart start={start} />
            <SubmitButton>Approve for clients</SubmitButton>
          </PostForm>
        ) : null}
      </>
    );
  return (
    <>
      <p className="mb-2">
        Approved{approvedByName === null ? "" : ` by ${approvedByName}`} on <DateTime value={approvedAt} form="day" />.{" "}
        {isShared ? null : (
          <>
            Clients see it with the document, which is <b>not shown to them</b> right now.{" "}
            <a className="link" href={href("/documents/:documentId/visibility", { documentId })}>
              Show to clients
            </a>
          </>
        )}
      </p>
      {can.withdraw ? (
        <LinkButton href={href("/documents/:documentId/summary/approval/removal", { documentId })}>
          Hide from clients
        </LinkButton>
      ) : null}
    </>
  );
}
