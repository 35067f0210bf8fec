import type { ReactNode } from "react";
import { href } from "react-router";
import { itemOf } from "../documents/document-item.ts";
import { crumbsTo } from "../documents/form-page.tsx";
import { loadDocumentFor } from "../documents/load-document.server.ts";
import { changeKey, confirmed, startForm } from "../forms/forms.server.ts";
import { type FormInit, type FormReply, FormStart } from "../forms/forms.tsx";
import { allows } from "../json-api/resource.ts";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { LookAgain } from "../ui/look-again.tsx";
import { Notice } from "../ui/notice.tsx";
import { Page, PageHead, Row, Rows, Sheet } from "../ui/page.tsx";
import { PostForm } from "../ui/post-form.tsx";
import { kindOf } from "../uploads/document-kind.ts";
import type { Route } from "./+types/show";
import { findSummary, loadSummary, requestSummary, waitWhileQueued } from "./summaries.server.ts";
import { describePagesRead, origins, requestVersion, type Summary, summaryPath } from "./summary.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { document, summary } = await loadSummary(context, params.documentId);
  const { id, label, packageId, clientId, trashedAt } = document;
  const mayUpdate = trashedAt === null && allows(document, "update");
  const isOf = (action: string) => mayUpdate && summary !== null && allows(summary, action);
  const start = await startForm(context, { etag: requestVersion(summary?.etag ?? document.etag) });
  return {
    document: { id, label, hasPages: kindOf(document) === "PDF" },
    crumbs: crumbsTo(itemOf(document)),
    summary,
    /** Null for a document that no client ever sees. */
    isShared: packageId === null && clientId === null ? null : document.isClientVisible === true,
    can: {
      request: summary === null ? mayUpdate : isOf("request"),
      replace: mayUpdate,
      approve: isOf("approve"),
      withdraw: isOf("withdraw"),
    },
    start,
    approval: { ...start, key: changeKey(summary?.etag ?? null), parked: null },
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return confirmed({ request, context, ofRecord: true }, async ({ api, key }) => {
    const { id } = await loadDocumentFor("update", context, params.documentId);
    const summary = await requestSummary(api, id, key);
    if (summary?.state === "queued") await waitWhileQueued(() => findSummary(api, id));
    return { location: summaryPath(id) };
  });
}

export default function DocumentSummary({ loaderData, actionData }: Route.ComponentProps) {
  const { document, crumbs, summary, isShared, can, start, approval } = loaderData;
  const requestForm = (send: string) =>
    can.request ? <RequestForm start={start} reply={actionData} send={send} /> : null;
  return (
    <Page narrow>
      <PageHead
        crumbs={[...crumbs, { label: "AI Summary" }]}
        title="AI Summary"
        documentTitle={`AI Summary of ${document.label}`}
        subtitle={document.label}
      />
      <SummaryState documentId={document.id} summary={summary} mayReplace={can.replace} requestForm={requestForm} />
      {summary === null || summary.state === "queued" || summary.state === "failed" ? null : (
        <SummarySheet document={document} summary={summary} isShared={isShared} can={can} start={approval} />
      )}
    </Page>
  );
}

type RequestFormProps = {
  start: FormInit;
  reply: FormReply<unknown> | undefined;
  send: string;
};

function RequestForm({ start, reply, send }: RequestFormProps) {
  const [refusal] = Object.values(reply?.result.error ?? {}).flatMap((sentences) => sentences ?? []);
  return (
    <PostForm>
      <FormStart start={start} reply={reply} />
      {refusal === undefined ? null : (
        <Notice tone="bad" title="The summary wasn't requested.">
          {refusal}
        </Notice>
      )}
      <div className="actions">
        <SubmitButton>{send}</SubmitButton>
      </div>
    </PostForm>
  );
}

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
  start: FormInit;
};

function SummarySheet({ document, summary, isShared, can, start }: SummarySheetProps) {
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

type SummaryStateProps = {
  documentId: string;
  summary: Pick<Summary, "state" | "failure" | "versionNumber"> | null;
  mayReplace: boolean;
  /** The form that requests a summary; null where that is not allowed. @param send the button's text */
  requestForm: (send: string) => ReactNode;
};

function SummaryState({ documentId, summary, mayReplace, requestForm }: SummaryStateProps) {
  if (summary === null) {
    const form = requestForm("Summarize");
    return (
      <>
        <p className="mb-2">
          {form === null
            ? "This document has no summary yet."
            : "The document's most important points, each with its page. Clients don't see them until you approve."}
        </p>
        {form}
      </>
    );
  }
  const { state, failure, versionNumber } = summary;
  if (state === "queued")
    return (
      <>
        <LookAgain />
        <Notice title="Summary in progress.">You can leave this page; we'll keep working.</Notice>
        <div className="actions">
          <LinkButton href={summaryPath(documentId)} look="go">
            Check if it's ready
          </LinkButton>
        </div>
      </>
    );
  if (state === "failed") {
    const form = requestForm("Try again");
    return (
      <>
        <Notice tone="bad" title="The summary couldn't be created.">
          {failure}
        </Notice>
        {form}
        {form === null && mayReplace ? (
          <div className="actions">
            <LinkButton href={href("/documents/:documentId/replacement", { documentId })}>Replace the file</LinkButton>
          </div>
        ) : null}
      </>
    );
  }
  if (state === "stale")
    return (
      <>
        <Notice tone="warn" title="Outdated summary.">
          The document has been replaced since. These points are from version {versionNumber}, and clients can't see
          them.
        </Notice>
        {requestForm("Summarize new version")}
      </>
    );
  return null;
}
