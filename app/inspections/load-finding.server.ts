import type { RouterContextProvider } from "react-router";
import { apiOf, load, notFound, permitted, recordId, viewOnly } from "../session/session.server.ts";
import type { Finding, InspectionReport } from "./inspection.ts";
import { inspectionsPath } from "./inspection-paths.ts";
import { findFinding, findReport } from "./inspections.server.ts";

type Context = Readonly<RouterContextProvider>;

/** The finding of a page's address, for a page that does something to it. @throws 404, also for one of another package; 403 */
export async function loadFindingFor(
  action: "update" | "remove",
  context: Context,
  params: { readonly packageId: string; readonly findingId: string },
): Promise<Finding> {
  const packageId = recordId(params.packageId);
  const finding = await load(findFinding(apiOf(context), recordId(params.findingId)));
  return permitted(findingOf(packageId, finding), action, viewOnly("finding", inspectionsPath(packageId)));
}

/** The same of a report. @throws 404, 403 */
export async function loadReportFor(
  action: "remove",
  context: Context,
  params: { readonly packageId: string; readonly reportId: string },
): Promise<InspectionReport> {
  const packageId = recordId(params.packageId);
  const report = await load(findReport(apiOf(context), recordId(params.reportId)));
  if (report.packageId !== packageId) throw notFound();
  return permitted(report, action, viewOnly("report", inspectionsPath(packageId)));
}

/** The finding, if it is one of the package. @throws 404 */
export function findingOf(packageId: string, finding: Finding): Finding {
  if (finding.packageId !== packageId) throw notFound();
  return finding;
}
