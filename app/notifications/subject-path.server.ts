import { href } from "react-router";
import { clientPath } from "../clients/client-links.ts";
import { opportunityPath } from "../opportunities/opportunity-list.ts";
import { packagePath } from "../packages/package-list.ts";
import { taskPath } from "../tasks/task-list.ts";
import { notificationsPath } from "./notification-list.ts";

/** What a notification is about. */
interface Subject {
  readonly kind: string;
  readonly clientId: string | null;
  readonly packageId: string | null;
  readonly opportunityId: string | null;
  readonly subjectType: string | null;
  readonly subjectId: string | null;
}

/** The page that a notification is about: the record itself, else the deal, the client or the property. */
export function pathOfSubject({ kind, clientId, packageId, opportunityId, subjectType, subjectId }: Subject): string {
  if (subjectType === "message" && clientId !== null) return href("/messages/:clientId", { clientId });
  if (subjectType === "task" && subjectId !== null) return taskPath(subjectId);
  if (subjectType === "document" && subjectId !== null)
    return href("/documents/:documentId", { documentId: subjectId });
  if (subjectType === "inspection_report" && packageId !== null)
    return href("/packages/:packageId/inspections", { packageId });
  if (kind === "link_opened" && packageId !== null) return href("/packages/:packageId/shares", { packageId });
  if (subjectType === "member" && subjectId !== null)
    return href("/settings/members/:memberId", { memberId: subjectId });
  if (subjectType === "workspace_export") return href("/settings/export");
  const severalOf = lists[subjectType ?? ""];
  if (severalOf !== undefined) return severalOf;
  if (kind === "records_assigned") return href("/clients");
  if (opportunityId !== null) return opportunityPath(opportunityId);
  if (clientId !== null) return clientPath(clientId);
  return packageId === null ? notificationsPath : packagePath(packageId);
}

/** Where those are found of which somebody was given several. */
const lists: Readonly<Record<string, string>> = {
  several_client: href("/clients"),
  several_package: href("/packages"),
  several_opportunity: href("/opportunities"),
};
