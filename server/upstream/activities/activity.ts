/** The resource `activity`: events, newest first. */
import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { nameOf } from "../engine/account-name.ts";
import { action, type Route, requireAccess } from "../engine/action.ts";
import { nothing } from "../engine/answer.ts";
import type { Member } from "../engine/current-user.ts";
import { givenMoment } from "../engine/days.ts";
import { idFilter, oneOf, trueOrFalse } from "../engine/filters.ts";
import { recordEvent, topics, topicsWithoutRecords } from "../engine/history.ts";
import { optionalLineOf, sayWhatIsWrong } from "../engine/inputs.ts";
import { computed, moment, reference, text, uuid } from "../engine/record.ts";
import { forbidden, invalidQuery } from "../engine/refusal.ts";
import { defineTable, type Filter, inWorkspace, type ListRules } from "../engine/table.ts";
import { findRoute, listRoute } from "../engine/table-routes.ts";
import { workspaceHistory } from "../identity/workspaces.ts";
import { accessScopeOf, type LogScope, logScopeOf, may, mayAny, type RecordAction } from "../permissions.ts";
import { activities, tasks } from "../tables.ts";
import {
  ofVisibleClients,
  ofVisibleDocuments,
  ofVisibleOpportunities,
  ofVisiblePackages,
  visibleTasks,
} from "../visibility.ts";

const change = z.object({ field: z.string(), before: z.json(), after: z.json() });

const parts = alias(activities, "part");

function ofVisibleRecords(currentUser: Member, events: typeof activities | typeof parts = activities): SQL {
  return sql`(${events.clientId} is not null and ${ofVisibleClients(events, currentUser)}
    or ${events.packageId} is not null and ${ofVisiblePackages(events, currentUser)}
    or ${events.opportunityId} is not null and ${ofVisibleOpportunities(events, currentUser)})`;
}

function ofAllRecords(currentUser: Member): SQL {
  return sql`${inWorkspace(activities, currentUser)} and ${activities.topic} not in ${topicsWithoutRecords}`;
}

/**
 * SQL of the events that the user sees: those of visible records, all for those who see all records, and the workspace's own for those
 * who may see its log. Sign-ins are in the audit log alone.
 */
function visibleEvents(currentUser: Member): SQL {
  if (may(currentUser, "log.view") && currentUser.ownAlone !== true)
    return sql`${inWorkspace(activities, currentUser)} and ${activities.topic} <> 'access'`;
  if (accessScopeOf(currentUser, "records.view") === "all") return ofAllRecords(currentUser);
  return sql`(${ofVisibleRecords(currentUser)} or ${ofVisibleBatches(currentUser)})`;
}

function ofVisibleBatches(currentUser: Member): SQL {
  return sql`(${activities.subjectType} = 'batch' and ${inWorkspace(activities, currentUser)} and exists (
    select from ${activities} as part where ${parts.partOf} = ${activities.subjectId} and ${ofVisibleRecords(currentUser, parts)}))`;
}

const auditScopes: Readonly<Record<LogScope, (currentUser: Member) => SQL>> = {
  all: (currentUser) => inWorkspace(activities, currentUser),
  records: ofAllRecords,
  own: (currentUser) => sql`${inWorkspace(activities, currentUser)}
    and (${activities.actorAccountId} = ${currentUser.accountId} or ${ofVisibleRecords(currentUser)})`,
  no: () => sql`false`,
};

/** SQL of whether an event's record exists for a reader, where it has a page. */
function isVisibleSubject(reader: Member): SQL {
  const { workspaceId, subjectId: id } = activities;
  return sql`case ${activities.subjectType}
    when 'client' then ${ofVisibleClients({ workspaceId, clientId: id }, reader)}
    when 'package' then ${ofVisiblePackages({ workspaceId, packageId: id }, reader)}
    when 'opportunity' then ${ofVisibleOpportunities({ workspaceId, opportunityId: id }, reader)}
    when 'document' then ${ofVisibleDocuments({ workspaceId, documentId: id }, reader)}
    when 'task' then exists (select from ${tasks} where ${tasks.id} = ${id} and ${visibleTasks(reader)})
    else true end`;
}

const attributes = {
  kind: text(activities.kind),
  topic: text(activities.topic),
  label: text(activities.label),
  occurred_at: moment(activities.occurredAt),
  actor_name: text(activities.actorName),
  actor_account_id: uuid(activities.actorAccountId),
  client_id: reference(activities.clientId, (reader) => ofVisibleClients(activities, reader)),
  client_name: computed(
    sql`(select c.name from upstream.clients c where c.id = ${activities.clientId})`,
    z.string().nullable(),
  ),
  package_id: reference(activities.packageId, (reader) => ofVisiblePackages(activities, reader)),
  package_street: computed(
    sql`(select p.street from upstream.packages p where p.id = ${activities.packageId})`,
    z.string().nullable(),
  ),
  opportunity_id: reference(activities.opportunityId, (reader) => ofVisibleOpportunities(activities, reader)),
  subject_type: text(activities.subjectType),
  subject_id: reference(activities.subjectId, isVisibleSubject),
  changes: computed(sql`${activities.changes}`, z.array(change)),
};

const activity = defineTable({
  type: "activity",
  path: "/activities",
  table: activities,
  attributes,
  scope: visibleEvents,
  can: () => [],
});

/** In the log a batch or an import is one event. */
const activityOfAll = {
  ...activity,
  scope: (currentUser: Member) => sql`(${visibleEvents(currentUser)} and ${activities.partOf} is null)`,
};

const auditEvent = defineTable({
  type: "audit_event",
  path: "/audit_events",
  table: activities,
  attributes: {
    ...attributes,
    // A member.
    subject_name: computed(
      sql`case ${activities.subjectType} when 'account' then ${nameOf(activities.subjectId)} end`,
      z.string().nullable(),
    ),
    device: text(activities.device),
    network: text(activities.network),
  },
  scope: (currentUser) => auditScopes[logScopeOf(currentUser)](currentUser),
  can: () => [],
});

const given = givenMoment("Say a moment in ISO 8601.");

function happened(compare: (at: SQL) => SQL): Filter {
  return (value, parameter) => {
    const { data, error } = given.safeParse(value, { error: sayWhatIsWrong });
    if (error) throw invalidQuery("invalid_filter", parameter, error.issues[0]?.message ?? "");
    return compare(sql`${data}::timestamptz`);
  };
}

const activityList: ListRules = {
  sorts: { occurred_at: { column: activities.occurredAt, as: "moment" } },
  defaultSort: "-occurred_at",
  filters: {
    client_id: idFilter(activities.clientId),
    package_id: idFilter(activities.packageId),
    opportunity_id: idFilter(activities.opportunityId),
    actor_account_id: idFilter(activities.actorAccountId),
    topic: oneOf(topics, (value) => sql`${activities.topic} = ${value}`),
    since: happened((at) => sql`${activities.occurredAt} >= ${at}`),
    until: happened((at) => sql`${activities.occurredAt} < ${at}`),
    workspace: trueOrFalse((isTrue) => {
      const isOwn = sql`(${activities.clientId} is null and ${activities.packageId} is null)`;
      return isTrue ? isOwn : sql`not ${isOwn}`;
    }),
  },
  plannedByValue: ["client_id", "package_id", "opportunity_id", "actor_account_id", "topic"],
};

/** A record's history is for all who see the record; the whole log needs a permission. */
function activityListRoute(): Route {
  const route = listRoute(activity, activityList, "What happened in the workspace or to one record, newest first");
  const all = listRoute(activityOfAll, activityList, "The log of all records");
  const ofOne = ["client_id", "package_id", "opportunity_id"].map((name) => `filter[${name}]`);
  return {
    ...route,
    prepare(context) {
      const isLog = !ofOne.some((name) => context.url.searchParams.has(name));
      if (isLog && !may(requireAccess("workspace", context.currentUser), "activity.view")) throw forbidden();
      return (isLog ? all : route).prepare(context);
    },
  };
}

function auditListRoute(): Route {
  const route = listRoute(auditEvent, activityList, "The audit log: who did what, when and from where, newest first");
  return {
    ...route,
    prepare(context) {
      if (logScopeOf(requireAccess("workspace", context.currentUser)) === "no") throw forbidden();
      return route.prepare(context);
    },
  };
}

export const activityRoutes: readonly Route[] = [
  activityListRoute(),
  findRoute(activity, "One event"),
  auditListRoute(),
  findRoute(auditEvent, "One event of the audit log"),
];

const exports = {
  clients: { needs: "records.export", event: "clients_exported" },
  packages: { needs: "records.export", event: "packages_exported" },
  opportunities: { needs: "records.export", event: "opportunities_exported" },
  activity: { needs: "records.export", event: "log_exported" },
  documents: { needs: "records.view", event: "documents_downloaded" },
  showing: { needs: "records.view", event: "showing_downloaded" },
} as const satisfies Readonly<
  Record<string, { needs: RecordAction; event: keyof (typeof workspaceHistory)["history"]["labels"] }>
>;

const contents = z.enum(["clients", "packages", "opportunities", "activity", "documents", "showing"]);

/** Adds the event of an export, which the app then makes. @throws Refusal 403 */
export const exportRoute: Route = action({
  method: "POST",
  path: "/exports",
  summary: "Note that a file of records leaves the workspace",
  access: "workspace",
  input: {
    type: "export",
    attributes: z.object({
      contents,
      name: optionalLineOf("Name").optional().describe("What of it, as in the name of a folder"),
    }),
  },
  answers: { status: 204, of: null },
  async run({ database, currentUser, attributes: { contents, name = "" } }) {
    const { needs, event } = exports[contents];
    if (!mayAny(currentUser, needs)) throw forbidden();
    const changes = name === "" ? [] : [{ field: "name", before: null, after: name }];
    await recordEvent({ database, currentUser }, workspaceHistory, event, currentUser.workspaceId, changes);
    return nothing;
  },
});
