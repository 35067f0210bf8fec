import { dayFilters } from "../activity/activity.server.ts";
import type { Api } from "../json-api/api.ts";
import { allPages, largePages } from "../json-api/page.ts";
import { type FoundPage, findPage } from "../json-api/pagination.ts";
import { resource } from "../json-api/resource.ts";
import { type AuditEvent, type AuditListState, auditEventAttributes } from "./audit-event.ts";

const auditEvent = resource("audit_event", auditEventAttributes);

function parametersOf(state: AuditListState, timeZone: string) {
  return {
    sort: "-occurred_at",
    "filter[actor_account_id]": state.person,
    "filter[topic]": state.kind,
    ...dayFilters(state, timeZone),
  };
}

/** A page of the log, newest first, without a total. @param timeZone of the workspace, for the days */
export function listAuditEvents(api: Api, state: AuditListState, timeZone: string): Promise<FoundPage<AuditEvent>> {
  const query = { ...parametersOf(state, timeZone), "page[limit]": 30, "page[count]": false };
  return findPage(state.page, (cursor) => api.list("/audit_events", auditEvent, { query: { ...query, ...cursor } }));
}

/** All events that the filters leave, a page at a time. @param connect for each page anew */
export function allAuditEvents(
  connect: () => Api,
  state: AuditListState,
  timeZone: string,
): AsyncGenerator<readonly AuditEvent[], void, undefined> {
  const query = { ...parametersOf(state, timeZone), ...largePages };
  return allPages((cursor) => connect().list("/audit_events", auditEvent, { query: { ...query, ...cursor } }));
}
