import { data, href, type ShouldRevalidateFunctionArgs } from "react-router";
import { changeKey, FormRefusal, startForm, submitForm } from "../forms/forms.server.ts";
import { FormStart } from "../forms/forms.tsx";
import { digestOf } from "../forms/idempotent-write.server.ts";
import { footOf, readRequestedPage } from "../json-api/pagination.ts";
import { allows } from "../json-api/resource.ts";
import { RecentChange, SelectForm, Several } from "../lists/select-bar.tsx";
import { useChosen } from "../lists/select-box.tsx";
import { turning } from "../lists/selection.ts";
import { loadPackage } from "../packages/load-package.server.ts";
import { findPackage } from "../packages/packages.server.ts";
import { inspectionsPath } from "../record-paths.ts";
import { keyField } from "../session/hidden-fields.ts";
import { apiOf, load, loadBoth, recordId } from "../session/session.server.ts";
import type { ToastUndo } from "../session/store.ts";
import { LinkButton } from "../ui/button.tsx";
import { DraftNotice } from "../ui/draft-notice.tsx";
import { useFormDraft } from "../ui/form-drafts.ts";
import { FormFoot } from "../ui/form-foot.tsx";
import { resultOfFields } from "../ui/form-parse.ts";
import { Notice } from "../ui/notice.tsx";
import { formatCount } from "../ui/number-format.ts";
import { Split } from "../ui/page.tsx";
import { PostForm } from "../ui/post-form.tsx";
import { pageAddress } from "../ui/send-address.ts";
import { TurnProvider } from "../ui/turn-link.tsx";
import type { Route } from "./+types/index";
import { type Decided, decideFindings, isSaved } from "./decide-findings.server.ts";
import { findingEntry, reportEntry } from "./entries.ts";
import { FindingList, ProposalList } from "./finding-list.tsx";
import { decisionsForm } from "./finding-schema.ts";
import { choiceName, suggested } from "./inspection.ts";
import { findTotals, listFindings, listProposals, listReports } from "./inspections.server.ts";
import { selectableFindings } from "./load-selection.server.ts";
import { ReportList } from "./report-list.tsx";
import { TotalsPanel } from "./totals-panel.tsx";
import { unsavedDecisions } from "./unsaved-decisions.server.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const id = recordId(params.packageId);
  const api = apiOf(context);
  const page = readRequestedPage(url.searchParams);
  const [{ can }, [reports, proposals, found, totals]] = await loadBoth(
    loadPackage(context, id),
    Promise.all([
      load(listReports(api, id)),
      load(listProposals(api, id)),
      load(listFindings(api, id, page)),
      load(findTotals(api, id)),
    ]),
  );
  const shown = [...proposals, ...found.items];
  // Of all that can be decided here: the same decisions about the same versions are one and the same.
  const versions = digestOf(shown.map(({ id: findingId, etag, decision }) => [findingId, etag, decision]));
  const { parked, ...start } = await startForm(context, { etag: versions });
  // What is chosen and not saved comes back to the same findings alone: fields are named by their places.
  const formId = `decisions-${digestOf(shown.map(({ id: findingId }) => findingId))}`;
  const mayAdd = allows({ can }, "update");
  const foot = footOf(found, inspectionsPath(id));
  return {
    id,
    mayAdd,
    foot,
    ...selectableFindings(context, url, {
      packageId: id,
      mayUpdate: mayAdd,
      page,
      proposals,
      findings: found.items,
      foot,
    }),
    reports: reports.map((report) => reportEntry(report, changeKey)),
    proposals: proposals.map((finding) => findingEntry(finding, reports)),
    findings: found.items.map((finding) => findingEntry(finding, reports)),
    isFirstInstead: found.isFirstInstead,
    totals: {
      low: totals.low,
      high: totals.high,
      count: totals.count,
      undecided: totals.undecided,
      proposed: totals.proposed,
    },
    formId,
    start,
    parked: parked === null ? null : { fields: parked, unsaved: unsavedDecisions(resultOfFields(parked)) },
  };
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const packageId = recordId(params.packageId);
  const answer = await submitForm<typeof decisionsForm, never, readonly Decided[]>(
    { request, context },
    decisionsForm,
    async ({ api, value, key, isRepeat }) => {
      const tried = await decideFindings(api, packageId, value.findings, key);
      // Nobody else has asked for the property then.
      if (tried.length === 0) await findPackage(api, packageId);
      const done = tried.filter(isSaved);
      const failed = tried.length - done.length;
      if (failed > 0) {
        const saved = done.length === 0 ? "" : `${formatCount(done.length, "decision")} saved, `;
        throw new FormRefusal({ text: `${saved}${failed} not saved: see below.`, question: tried });
      }
      const location = pageAddress(url);
      // Sent again it may find its own decisions, of which nothing tells what was before.
      const undo = isRepeat || done.length === 0 || done.length > mostUndone ? {} : { undo: undoOf(done, location) };
      return { location, toast: sayDone(done), ...undo };
    },
  );
  if (answer instanceof Response) return answer;
  const { question, ...reply } = answer.data;
  const unsaved = unsavedDecisions(reply.result, question ?? []);
  const isWrong = unsaved.some(({ refusal }) => refusal !== null);
  const notice = reply.notice ?? (isWrong ? { kind: "failed", text: "Nothing saved: see below.", link: null } : null);
  return data({ ...reply, notice, question: null, unsaved }, answer.init ?? {});
}

/** More would not fit into the cookie that brings the toast. */
const mostUndone = 12;

/** What takes decisions back, unless somebody has decided otherwise since. */
function undoOf(done: readonly Decided[], action: string): ToastUndo {
  const fields = done.flatMap(({ id, choice, was }, index) => [
    [`findings[${index}].id`, id],
    [`findings[${index}].was`, choice],
    [`findings[${index}].choice`, was],
  ]);
  return { action, fields: { [keyField]: changeKey(null), ...Object.fromEntries(fields) } };
}

function sayDone(done: readonly Decided[]): string {
  const [first] = done;
  if (first === undefined) return "No decision was changed.";
  if (done.length > 1) return `${done.length} decisions saved.`;
  const word = first.choice === suggested ? "Suggested again" : choiceName(first.choice);
  return first.title === null ? `${word}.` : `${word}: ${first.title}.`;
}

/** Also after a refusal: some decisions may be saved by then. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus !== undefined || defaultShouldRevalidate;
}

export default function Inspections({ loaderData, actionData }: Route.ComponentProps) {
  const { id, mayAdd, reports, proposals, findings, foot, isFirstInstead, totals, parked, selection } = loaderData;
  const { formId } = loaderData;
  useFormDraft(formId);
  const start = { ...loaderData.start, parked: null };
  const unsaved = actionData?.unsaved ?? parked?.unsaved ?? [];
  const rows = {
    packageId: id,
    isSelectable: selection?.bar != null,
    isChosen: useChosen(),
    unsaved: new Map(unsaved.map((decision) => [decision.id, decision])),
  };
  const lists = (
    <div className="grid gap-2">
      <ProposalList proposals={proposals} total={totals.proposed} rows={rows} />
      <TurnProvider value={selection?.isKept ? turning : null}>
        <FindingList
          findings={findings}
          counts={totals}
          first={proposals.length}
          foot={foot}
          mayAdd={mayAdd}
          reports={reports}
          rows={rows}
        />
      </TurnProvider>
    </div>
  );
  const aside = (
    <>
      <TotalsPanel totals={totals} />
      <ReportList packageId={id} reports={reports} mayAdd={mayAdd} start={start} />
    </>
  );
  return (
    <Split aside={aside}>
      <div>
        {mayAdd ? (
          <div className="actions">
            <a
              className="btn [border:1px_dashed_var(--color-edge)]"
              href={href("/packages/:packageId/inspections/reports/new", { packageId: id })}
            >
              Analyze new report
            </a>
            <LinkButton href={href("/packages/:packageId/inspections/findings/new", { packageId: id })} look="quiet">
              Add finding
            </LinkButton>
            {selection?.begin ? (
              <a className="btn quiet md:hidden" href={selection.begin}>
                Select
              </a>
            ) : null}
          </div>
        ) : null}
        {isFirstInstead ? <Notice tone="warn">That page no longer exists. This is the first page.</Notice> : null}
        {rows.isSelectable ? <SelectForm fields={loaderData.chosenFrom} /> : null}
        <RecentChange selection={selection} />
        <Several selection={selection}>
          {[...proposals, ...findings].some(({ can }) => can.update) ? (
            <PostForm id={formId}>
              <FormStart start={{ ...start, parked: parked?.fields ?? null }} reply={actionData} />
              <DraftNotice formId={formId} />
              {lists}
              <FormFoot send="Save decisions" look="plain">
                <span className="muted small self-center">Costs feed the Estimated costs tab.</span>
              </FormFoot>
            </PostForm>
          ) : (
            lists
          )}
        </Several>
      </div>
    </Split>
  );
}
