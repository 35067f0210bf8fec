import { href } from "react-router";
import { About, Changed } from "../activity/timeline.tsx";
import type { ListFoot } from "../json-api/pagination.ts";
import { listQuery, readList, shownPage } from "../lists/list-state.ts";
import { usedFilters } from "../lists/used-filters.ts";
import { pickableColleagues } from "../members/pickable-colleagues.server.ts";
import { findFilter } from "../picking/find-filter.server.ts";
import { FilterQuestion, RecordFilter } from "../picking/record-filter.tsx";
import {
  agentOf,
  identityApiOf,
  isRecordsElsewhere,
  load,
  logFaults,
  requirePermission,
} from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { Notice } from "../ui/notice.tsx";
import { formatCount } from "../ui/number-format.ts";
import { labelIn } from "../ui/options.tsx";
import { PageHead } from "../ui/page.tsx";
import { TableFoot } from "../ui/table-foot.tsx";
import { DayFilter, SelectFilter, Toolbar } from "../ui/toolbar.tsx";
import type { Route } from "./+types/index";
import {
  type AuditEntry,
  auditExportPath,
  auditLogPath,
  auditTopicLabels,
  listState,
  toAuditEntry,
} from "./audit-event.ts";
import { listAuditEvents } from "./audit-log.server.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

/** The filter by the person who did it. */
const personFilter = { name: "person", kind: "colleagues" } as const;

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
  const found = await load(listAuditEvents(api, state, timeZone));
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
        filters={
          <>
            <RecordFilter
              {...personFilter}
              label="Person"
              filter={person}
              all={{ label: "Anyone", href: auditLogPath + listQuery({ ...state, person: null }) }}
            />
            <SelectFilter name="kind" label="Kind" options={topics} value={state.kind ?? ""} />
            <DayFilter name="from" label="From" value={state.from ?? ""} />
            <DayFilter name="until" label="Until" value={state.until ?? ""} />
          </>
        }
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

function AuditTable({ entries, foot }: { entries: readonly AuditEntry[]; foot: ListFoot }) {
  return (
    <DataTable
      caption="Audit log"
      rows={entries}
      rowKey={({ id }) => id}
      empty="No activity matches these filters."
      columns={[
        { head: "When", card: "lead", cell: When },
        { head: "Who", card: "end", cell: ({ actorName }) => actorName ?? "—" },
        { head: "From where", from: "md", cell: (entry) => <FromWhere {...entry} /> },
        { head: "What happened", card: "own", cell: (entry) => <WhatHappened {...entry} /> },
      ]}
      foot={foot.previous === null && foot.next === null ? null : <TableFoot {...foot} />}
    />
  );
}

function When({ occurredAt }: AuditEntry) {
  return (
    <span className="small">
      <DateTime value={occurredAt} form="moment" />
    </span>
  );
}

function WhatHappened({ label, about, changes }: AuditEntry) {
  return (
    <>
      <b>{label}</b>
      <About about={about} />
      {changes.length === 0 ? null : (
        <details className="small">
          <summary className="link">{formatCount(changes.length, "change")}</summary>
          {changes.map((change) => (
            <Changed key={change.field} change={change} />
          ))}
        </details>
      )}
    </>
  );
}

function FromWhere({ device, network }: AuditEntry) {
  if (device === null && network === null) return "—";
  return (
    <>
      {device}
      <div className="muted small">{network}</div>
    </>
  );
}
