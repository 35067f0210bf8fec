import { href } from "react-router";
import { personFilter } from "../activity/activity-list.ts";
import { LogFilters } from "../activity/log-filters.tsx";
import { listQuery, readList, shownPage, usedFilters } from "../lists/list-state.ts";
import { findFilter } from "../picking/find-filter.server.ts";
import { pickableColleagues } from "../picking/picking.server.ts";
import { FilterQuestion } from "../picking/record-filter.tsx";
import {
  agentOf,
  identityApiOf,
  isRecordsElsewhere,
  loadOffered,
  logFaults,
  requirePermission,
} from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { labelIn } from "../ui/options.tsx";
import { PageHead } from "../ui/page.tsx";
import { Toolbar } from "../ui/toolbar.tsx";
import type { Route } from "./+types/index";
import { toAuditEntry } from "./audit-event.ts";
import { auditExportPath, auditLogPath, auditTopicLabels, listState } from "./audit-list.ts";
import { lacking, listAuditEvents } from "./audit-log.server.ts";
import { AuditTable } from "./audit-table.tsx";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

/** The audit log, or as much of it as the current user may see. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { workspace, can } = agentOf(context);
  requirePermission(context, "activity.view", "see the audit log", {
    label: "Back to settings",
    href: href("/settings"),
  });
  const api = identityApiOf(context);
  const person = await findFilter(api, pickableColleagues, url, personFilter, logFaults(context));
  const state = { ...readList(listState, url.searchParams), person: person.id };
  const timeZone = workspace.timeZone ?? "UTC";
  const found = await loadOffered(listAuditEvents(api, state, timeZone), lacking);
  return {
    ...shownPage(auditLogPath, state, found),
    entries: found.items.map((event) => toAuditEntry(event, timeZone)),
    person: await person.shown,
    workspace: workspace.name,
    isElsewhere: isRecordsElsewhere(context),
    canExport: can("activity.export"),
  };
}

const topics = [
  { value: "", label: "All kinds" },
  ...Object.entries(auditTopicLabels).map(([value, label]) => ({ value, label })),
];

export default function AuditLog({ loaderData }: Route.ComponentProps) {
  const { state, entries, foot, isFirstInstead, person, workspace, isElsewhere, canExport } = loaderData;
  return (
    <>
      <PageHead title="Audit log" subtitle={`Who did what in ${workspace}, when and from where`}>
        {canExport ? (
          <LinkButton href={auditExportPath + listQuery(state)} reload>
            Export CSV
          </LinkButton>
        ) : null}
      </PageHead>
      {isElsewhere ? (
        <Notice>
          This log has sign-ins, members, settings and downloads. The connected service keeps the records.
        </Notice>
      ) : null}
      {isFirstInstead ? <Notice tone="warn">That page no longer exists. This is the first page.</Notice> : null}
      <Toolbar
        action={auditLogPath}
        label="Filter the audit log"
        used={usedFilters(auditLogPath, state, {
          person: person.chosen === null ? null : `Person: ${person.chosen.name}`,
          kind: labelIn(topics, state.kind),
        })}
        filters={<LogFilters path={auditLogPath} state={state} person={person} topics={topics} />}
      />
      <FilterQuestion filter={person} hrefOf={(id) => auditLogPath + listQuery({ ...state, person: id })} />
      <AuditTable entries={entries} foot={foot} />
      {canExport ? null : (
        <p className="muted small mt-2">
          This is the part of the log that your role shows. Owners and admins see all of it.
        </p>
      )}
      <p className="muted small mt-2">
        A dash under From where means that it was not noted. Nobody can change or delete events; those of a record that
        is deleted permanently go with it, and who deleted it stays.
      </p>
    </>
  );
}
