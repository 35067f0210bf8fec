import { href, useLocation } from "react-router";
import { RecentChange, SelectForm, SelectLink, Several } from "../batches/select-bar.tsx";
import { useChosen } from "../batches/select-box.tsx";
import { turning } from "../batches/selection.ts";
import { changeKey, startForm } from "../forms/forms.server.ts";
import { footOf, readRequestedPage } from "../json-api/pagination.ts";
import { allows } from "../json-api/resource.ts";
import { loadPackage } from "../packages/load-package.server.ts";
import { apiOf, loadBoth, loadOffered, recordId } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { Split } from "../ui/page.tsx";
import { TurnProvider } from "../ui/turn-link.tsx";
import type { Route } from "./+types/index";
import { findingEntry, reportEntry } from "./entries.ts";
import { FindingList, ProposalList } from "./finding-list.tsx";
import { inspectionsPath, noInspections } from "./inspection.ts";
import { findTotals, listFindings, listProposals, listReports } from "./inspections.server.ts";
import { selectableFindings } from "./load-selection.server.ts";
import { ReportList } from "./report-list.tsx";
import { TotalsPanel } from "./totals-panel.tsx";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const id = recordId(params.packageId);
  const api = apiOf(context);
  const page = readRequestedPage(url.searchParams);
  const [{ can }, [reports, proposals, found, totals, start]] = await loadBoth(
    loadPackage(context, id),
    Promise.all([
      loadOffered(listReports(api, id), noInspections),
      loadOffered(listProposals(api, id), noInspections),
      loadOffered(listFindings(api, id, page), noInspections),
      loadOffered(findTotals(api, id), noInspections),
      startForm(context),
    ]),
  );
  const keyOf = changeKey;
  const mayAdd = allows({ can }, "update");
  const foot = footOf(found, inspectionsPath(id));
  const shown = { packageId: id, mayUpdate: mayAdd, page, proposals, findings: found.items, foot };
  return {
    id,
    mayAdd,
    foot,
    ...selectableFindings(context, url, shown),
    reports: reports.map((report) => reportEntry(report, keyOf)),
    proposals: proposals.map((finding) => findingEntry(finding, reports, keyOf)),
    findings: found.items.map((finding) => findingEntry(finding, reports, keyOf)),
    isFirstInstead: found.isFirstInstead,
    totals: {
      low: totals.low,
      high: totals.high,
      count: totals.count,
      undecided: totals.undecided,
      proposed: totals.proposed,
    },
    start: { ...start, key: "", parked: null },
  };
}

export default function Inspections({ loaderData }: Route.ComponentProps) {
  const { id, mayAdd, reports, proposals, findings, foot, isFirstInstead, totals, start, selection } = loaderData;
  const { pathname, search } = useLocation();
  const rows = {
    packageId: id,
    start,
    isSelecting: selection?.isKept === true,
    isChosen: useChosen(),
    back: pathname + search,
  };
  const aside = (
    <>
      <TotalsPanel totals={totals} />
      <ReportList packageId={id} reports={reports} start={start} />
    </>
  );
  return (
    <Split aside={aside}>
      <div>
        {mayAdd ? (
          <div className="actions">
            <a className="btn dashed" href={href("/packages/:packageId/inspections/reports/new", { packageId: id })}>
              Analyze new report
            </a>
            <LinkButton href={href("/packages/:packageId/inspections/findings/new", { packageId: id })} look="quiet">
              Add finding
            </LinkButton>
            <SelectLink selection={selection} />
          </div>
        ) : null}
        {isFirstInstead ? <Notice tone="warn">That page no longer exists. This is the first page.</Notice> : null}
        {rows.isSelecting ? <SelectForm fields={loaderData.chosenFrom} /> : null}
        <RecentChange selection={selection} />
        <Several selection={selection}>
          <div className="grid gap-2">
            <ProposalList proposals={proposals} total={totals.proposed} rows={rows} />
            <TurnProvider value={rows.isSelecting ? turning : null}>
              <FindingList findings={findings} foot={foot} mayAdd={mayAdd} rows={rows} />
            </TurnProvider>
          </div>
        </Several>
      </div>
    </Split>
  );
}
