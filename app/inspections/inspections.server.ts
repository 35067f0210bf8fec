import type { RouterContextProvider } from "react-router";
import type { Api } from "../json-api/api.ts";
import { mapFieldErrors } from "../json-api/api-error.ts";
import { type FoundPage, findPage, type RequestedPage } from "../json-api/pagination.ts";
import { path } from "../json-api/path.ts";
import { type ChangeTerms, changedAttributes, type WriteTerms } from "../json-api/record.ts";
import { recordCalls } from "../json-api/record-calls.ts";
import { resource } from "../json-api/resource.ts";
import { loadPackage, ofPackage } from "../packages/load-package.server.ts";
import { inspectionsPath } from "../record-paths.ts";
import { apiOf, load, permitted, recordId, viewOnly } from "../session/session.server.ts";
import { costsOf, type TypedFinding } from "./finding-schema.ts";
import {
  type Finding,
  findingAttributes,
  type InspectionReport,
  type RepairTotals,
  reportAttributes,
  totalsAttributes,
} from "./inspection.ts";

/** The calls about inspections: the only file that names their JSON:API types. */

const report = resource("inspection_report", reportAttributes);
const finding = resource("finding", findingAttributes);
const totals = resource("repair_totals", totalsAttributes);

/** The service's largest page; properties have a few reports. */
const most = 250;
const findingsOnPage = 50;

/** The reports of a package, the newest first. */
export async function listReports(api: Api, packageId: string): Promise<readonly InspectionReport[]> {
  const filter = { "filter[package_id]": packageId, sort: "-inserted_at" };
  const query = { ...filter, "page[limit]": most, "page[count]": "false" };
  return (await api.list("/inspection_reports", report, { query })).items;
}

/** The newest report on a document; null when there is none. */
export async function findReportOf(api: Api, documentId: string): Promise<InspectionReport | null> {
  const filter = { "filter[document_id]": documentId, sort: "-inserted_at" };
  const query = { ...filter, "page[limit]": 1, "page[count]": "false" };
  return (await api.list("/inspection_reports", report, { query })).items[0] ?? null;
}

const reports = recordCalls("/inspection_reports", report);
/** With a report its suggested findings are removed. */
export const { find: findReport, remove: removeReport } = reports;

/**
 * Has the newest version of a document analyzed.
 * @returns null where the service does not say more
 * @throws ApiError "forbidden", "missing"
 */
export function requestReport(api: Api, documentId: string, key: string): Promise<InspectionReport | null> {
  const failure = "Failed to analyze the report";
  return api.create("/inspection_reports", report, { documentId }, { key, failure });
}

/** The suggested findings of a package, most severe first, at most 100. */
export async function listProposals(api: Api, packageId: string): Promise<readonly Finding[]> {
  const query = { ...among(packageId, true), "page[limit]": 100, "page[count]": "false" };
  return (await api.list("/findings", finding, { query })).items;
}

/** A page of a package's findings, most severe first. */
export function listFindings(api: Api, packageId: string, requestedPage: RequestedPage): Promise<FoundPage<Finding>> {
  const query = { ...among(packageId, false), "page[limit]": findingsOnPage };
  return findPage(requestedPage, (cursor) => api.list("/findings", finding, { query: { ...query, ...cursor } }));
}

function among(packageId: string, isProposed: boolean): Record<string, string> {
  const filter = { "filter[package_id]": packageId, "filter[proposed]": String(isProposed) };
  return { ...filter, sort: "severity,inserted_at" };
}

const findings = recordCalls("/findings", finding);
const findFinding = findings.find;
export const removeFinding = findings.remove;

/** The total cost of a package's findings. @throws ApiError "missing" */
export function findTotals(api: Api, packageId: string): Promise<RepairTotals> {
  return api.find(path`/packages/${packageId}/repair_totals`, totals);
}

/** @returns null where the service created it without saying more. @throws ApiError "invalid" with fields, "forbidden" */
export function createFinding(api: Api, packageId: string, typed: TypedFinding, key: string): Promise<Finding | null> {
  const { isClientAsked, ...given } = attributesOf(typed);
  // Not every service asks clients.
  const attributes = { packageId, ...given, ...(isClientAsked && { isClientAsked }) };
  return mapFieldErrors(fieldOf, () => api.create("/findings", finding, attributes, { key }));
}

/** Updates a finding; a suggested one is accepted by it. @throws ApiError "stale", "invalid" with fields, "forbidden", "missing" */
export async function updateFinding(api: Api, id: string, typed: TypedFinding, terms: ChangeTerms): Promise<void> {
  const attributes = changedAttributes(attributesOf(typed), terms.isChanged, costFields);
  await update(api, id, { ...attributes, isProposed: false }, terms);
}

/**
 * Decides on a finding; a suggested one is accepted by it, and one that was suggested may become so again.
 * @returns the finding as it is then; null where the service does not say
 * @throws ApiError "stale", "forbidden", "missing"
 */
export function decideFinding(
  api: Api,
  id: string,
  { decision, isProposed }: Pick<Finding, "decision" | "isProposed">,
  terms: WriteTerms,
): Promise<Finding | null> {
  return update(api, id, { decision, isProposed }, terms);
}

/** The fields that the costs are made of. */
const costFields = { lowCost: ["lowCost", "currency"], highCost: ["highCost", "currency"] };

function update(api: Api, id: string, attributes: Readonly<Record<string, unknown>>, terms: WriteTerms) {
  return mapFieldErrors(fieldOf, () => api.update(path`/findings/${id}`, finding, id, attributes, terms));
}

function attributesOf({ currency, lowCost, highCost, ...rest }: TypedFinding) {
  return { ...rest, ...costsOf({ lowCost, highCost, currency }) };
}

/** Errors of "lowCost.amount" belong to the field "lowCost". */
function fieldOf(name: string): string {
  return name.split(".", 1)[0] ?? "";
}

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
