import type { RouterContextProvider } from "react-router";
import type { Api } from "../json-api/api.ts";
import { loadPackage, ofPackage } from "../packages/load-package.server.ts";
import { inspectionsPath } from "../record-paths.ts";
import { apiOf, load, permitted, recordId, viewOnly } from "../session/session.server.ts";
import { findFinding, findReport } from "./inspections.server.ts";

type Context = Readonly<RouterContextProvider>;

interface FindingParams {
  readonly packageId: string;
  readonly findingId: string;
}

interface ReportParams {
  readonly packageId: string;
  readonly reportId: string;
}

/** The finding that a URL names, with its property. @throws 404, or 403 for those who may only look */
export async function loadFindingFor(action: "update" | "remove", context: Context, params: FindingParams) {
  const [{ id, street }, finding] = await Promise.all([
    loadPackage(context, params.packageId),
    load(findFindingOf(apiOf(context), params)),
  ]);
  return { item: { id, street }, finding: permitted(finding, action, viewOnly("finding", inspectionsPath(id))) };
}

/** The finding that a URL names. @throws ApiError; 404 when it belongs to another property */
export async function findFindingOf(api: Api, { packageId, findingId }: FindingParams) {
  return ofPackage(packageId, await findFinding(api, recordId(findingId)));
}

/** The report that a URL names, with its property. @throws 404, or 403 for those who may only look */
export async function loadReportFor(action: "remove", context: Context, params: ReportParams) {
  const [{ id, street }, report] = await Promise.all([
    loadPackage(context, params.packageId),
    load(findReportOfPackage(apiOf(context), params)),
  ]);
  return { item: { id, street }, report: permitted(report, action, viewOnly("report", inspectionsPath(id))) };
}

/** The report that a URL names. @throws ApiError; 404 when it belongs to another property */
export async function findReportOfPackage(api: Api, { packageId, reportId }: ReportParams) {
  return ofPackage(packageId, await findReport(api, recordId(reportId)));
}
