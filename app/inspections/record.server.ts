import { listQuery } from "../lists/list-state.ts";
import type { RecordKind } from "../record-kind.ts";
import { inspectionsPath, packagesPath } from "../record-paths.ts";
import { apiOf, recordId } from "../session/session.server.ts";
import { pickableReports } from "./pickable-reports.server.ts";

/** What the pages about records of any kind know of findings, of which each property has a list of its own. */
export const findingKind: RecordKind = {
  type: "finding",
  nouns: { one: "finding", many: "findings" },
  selectable: {
    of: "findings",
    label: "Inspection reports",
    pathOf: (packageId) => (packageId === null ? packagesPath : inspectionsPath(packageId)),
    sheet: null,
    read: (parameters) => ({
      queryAt: (page) => listQuery({ page }, page),
      parameters: { "filter[package_id]": parameters.get("package") },
      unknown: [],
    }),
  },
  pick: { reports: (context, _pictureOf, packageId) => pickableReports(apiOf(context), recordId(packageId)) },
};
