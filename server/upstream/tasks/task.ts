/** The resource `task`. */
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import { nameOf } from "../engine/account-name.ts";
import type { Member } from "../engine/current-user.ts";
import { type Day, dayNumber } from "../engine/days.ts";
import { filterById, idFilter, idsFilter, trueOrFalse } from "../engine/filters.ts";
import type { Queries } from "../engine/queries.ts";
import { computed, existence, moment, text, uuid, type WireRecord } from "../engine/record.ts";
import { invalidQuery } from "../engine/refusal.ts";
import { isUuid } from "../engine/spelling.ts";
import { defineTable, inWorkspace, type ListRules } from "../engine/table.ts";
import type { DueTasks } from "../mailing/daily-mail.ts";
import { choiceOf } from "../notifications/mail-choices.ts";
import { mayAny, mayOn } from "../permissions.ts";
import { listSearch } from "../search/list-search.ts";
import { hasParts } from "../search/typed-words.ts";
import { type AttributeChange, clients, documents, members, opportunities, packages, tasks } from "../tables.ts";
import { isAboutVisible, visibleTasks } from "../visibility.ts";

const table = tasks;

export const aboutTypes = ["client", "package", "opportunity", "document"] as const;
const about = z.object({ type: z.enum(aboutTypes), id: z.uuid(), name: z.string() });

const aboutJson = sql`case
  when ${table.clientId} is not null then (select json_build_object('type', 'client', 'id', ${clients.id},
    'name', ${clients.name}) from ${clients} where ${clients.id} = ${table.clientId})
  when ${table.packageId} is not null then (select json_build_object('type', 'package', 'id', ${packages.id},
    'name', ${packages.street}) from ${packages} where ${packages.id} = ${table.packageId})
  when ${table.opportunityId} is not null then (select json_build_object('type', 'opportunity', 'id', ${opportunities.id},
    'name', concat_ws(', ', ${clients.name}, ${packages.street})) from ${opportunities}
    join ${clients} on ${clients.id} = ${opportunities.clientId} join ${packages} on ${packages.id} = ${opportunities.packageId}
    where ${opportunities.id} = ${table.opportunityId})
  when ${table.documentId} is not null then (select json_build_object('type', 'document', 'id', ${documents.id},
    'name', ${documents.label}) from ${documents} where ${documents.id} = ${table.documentId}) end`;

function through(own: SQL, ofOpportunity: SQL, ofDocument: SQL): SQL {
  return sql`coalesce(${own},
    (select ${ofOpportunity} from ${opportunities} where ${opportunities.id} = ${table.opportunityId}),
    (select ${ofDocument} from ${documents} where ${documents.id} = ${table.documentId}))`;
}

const clientId = through(sql`${table.clientId}`, sql`${opportunities.clientId}`, sql`${documents.clientId}`);
const packageId = through(sql`${table.packageId}`, sql`${opportunities.packageId}`, sql`${documents.packageId}`);

export const task = defineTable({
  type: "task",
  path: "/tasks",
  table,
  history: {
    topic: "tasks",
    labels: {
      created: "Task added",
      updated: "Task changed",
      completed: "Task completed",
      reopened: "Task reopened",
      removed: "Task removed",
      dropped: "Task no longer needed",
      handed_over: "Task handed over",
    },
    holders: { client: clientId, package: packageId, opportunity: table.opportunityId },
    contact: { completed: true },
  },
  attributes: {
    title: text(table.title),
    due_on: computed(sql`to_char(${table.dueOn}, 'YYYY-MM-DD')`, z.iso.date().nullable()),
    repeat: text(table.repeat),
    repeats_from: computed(sql`to_char(${table.repeatsFrom}, 'YYYY-MM-DD')`, z.iso.date().nullable()),
    due_from: text(table.dueFrom),
    about: computed(aboutJson, about.nullable()),
    /** Of another agent's record the assignee sees the name alone. */
    is_about_visible: existence(isAboutVisible),
    client_id: computed(clientId, z.uuid().nullable()),
    package_id: computed(packageId, z.uuid().nullable()),
    is_visible_to_client: computed(sql`${table.isVisibleToClient}`, z.boolean()),
    assignee_account_id: uuid(table.assigneeAccountId),
    assignee_name: computed(nameOf(table.assigneeAccountId), z.string().nullable()),
    done_at: moment(table.doneAt),
    done_by_name: text(table.doneByName),
    inserted_at: moment(table.insertedAt),
    updated_at: moment(table.updatedAt),
  },
  scope: visibleTasks,
  // Members who see their own records alone see no others' tasks.
  can: (currentUser, { assignee_account_id: assignee }) => {
    if (mayAny(currentUser, "records.edit")) return ["update", "complete", "remove"];
    return mayOn(currentUser, "tasks.complete", assignee) ? ["complete"] : [];
  },
});

/** Open tasks by due day, from today; "done" are closed ones. */
const groups: Readonly<Record<string, (today: number) => SQL>> = {
  overdue: (today) => sql`not ${table.isDone} and ${table.dueKey} < ${today}::integer`,
  today: (today) => sql`not ${table.isDone} and ${table.dueKey} = ${today}::integer`,
  next_7_days: (today) =>
    sql`not ${table.isDone} and ${table.dueKey} between ${today + 1}::integer and ${today + 7}::integer`,
  later: (today) => sql`not ${table.isDone} and ${table.dueKey} > ${today + 7}::integer`,
  done: () => sql`${table.isDone}`,
};

/**
 * SQL of whether a task is about a record, itself or through an opportunity or document; an "or" would not use the indexes.
 * @param own the columns with the record's id, of tasks, of opportunities and of documents
 */
function aboutRecord(own: PgColumn, ofOpportunity: PgColumn, ofDocument: PgColumn): (id: string) => SQL {
  return (id) => sql`${table.id} = any(array(select ${table.id} from ${table} where ${own} = ${id}
    union all select ${table.id} from ${table} join ${opportunities} on ${opportunities.id} = ${table.opportunityId}
      where ${ofOpportunity} = ${id}
    union all select ${table.id} from ${table} join ${documents} on ${documents.id} = ${table.documentId}
      where ${ofDocument} = ${id}))`;
}

const search = listSearch((words) => hasParts(sql`upstream.folded_line(${table.title})`, words));

export const taskList: ListRules = {
  sorts: {
    // Last both ways without a date, as in their indexes.
    due_on: {
      column: sql`coalesce(${table.dueOn} - '1970-01-01'::date, -2147483648)`,
      ascending: table.dueKey,
      as: "number",
    },
    title: { column: sql`upstream.folded_line(${table.title}) collate "C"`, as: "text" },
    done_at: { column: table.doneKey, as: "moment" },
    inserted_at: { column: table.insertedAt, as: "moment" },
    updated_at: { column: table.updatedAt, as: "moment" },
  },
  defaultSort: "due_on,inserted_at",
  filters: {
    ids: idsFilter(table.id),
    search: search.filter,
    done: trueOrFalse((isTrue) => sql`${table.isDone} = ${isTrue}`),
    group(value, parameter, { today }) {
      const group = Object.hasOwn(groups, value) ? groups[value] : undefined;
      if (group === undefined)
        throw invalidQuery("invalid_filter", parameter, `Say ${Object.keys(groups).join(", ")}.`);
      return group(dayNumber(today));
    },
    assignee_id(value) {
      if (value === "none") return sql`${table.assigneeAccountId} is null`;
      return isUuid(value) ? sql`${table.assigneeAccountId} = ${value}` : sql`false`;
    },
    client_id: filterById(aboutRecord(table.clientId, opportunities.clientId, documents.clientId)),
    package_id: filterById(aboutRecord(table.packageId, opportunities.packageId, documents.packageId)),
    opportunity_id: idFilter(table.opportunityId),
    document_id: idFilter(table.documentId),
  },
  similar: search.similar,
  plannedByValue: [
    "ids",
    "search",
    "done",
    "group",
    "assignee_id",
    "client_id",
    "package_id",
    "opportunity_id",
    "document_id",
  ],
};

/** With names instead of ids. */
function shownTask(record: WireRecord | null): Readonly<Record<string, unknown>> {
  if (record === null) return {};
  const { title, due_on, repeat, assignee_name: assignee, about, is_visible_to_client } = record.attributes;
  const name = z.object({ name: z.string() }).nullable().parse(about)?.name ?? null;
  return { title, due_on, repeat: repeat === "none" ? null : repeat, assignee, about: name, is_visible_to_client };
}

/** @param before null before it existed */
export function taskChanges(before: WireRecord | null, after: WireRecord | null): AttributeChange[] {
  const [was, is] = [shownTask(before), shownTask(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((field) => {
    const change = { field, before: was[field] ?? null, after: is[field] ?? null };
    const isNothing = change.before === change.after || (before === null && change.after === false);
    return isNothing ? [] : [change];
  });
}

const maxNamed = 15;

const dueTask = z.object({ title: z.string(), due_on: z.string(), client_id: z.string().nullable() });
const row = z.object({ id: z.string(), overdue: z.int(), today: z.int(), named: z.array(dueTask) });

/** Due tasks of members who want them by daily email. */
export async function readDueTasks(
  database: Queries,
  workspaceId: string,
  day: Day,
): Promise<ReadonlyMap<string, DueTasks>> {
  const today = dayNumber(day);
  const { rows } = await database.execute(sql`
    select ${members.id} as id,
      (count(*) filter (where due.due_key < ${today}::integer))::integer as overdue,
      (count(*) filter (where due.due_key = ${today}::integer))::integer as today,
      json_agg(json_build_object('title', due.title, 'due_on', to_char(due.due_on, 'YYYY-MM-DD'),
          'client_id', due.client_id)
        order by due.place) filter (where due.place <= ${maxNamed}::integer) as named
    from ${members} join (
      select ${tasks.assigneeAccountId} as assignee, ${tasks.title} as title, ${tasks.dueOn} as due_on, ${tasks.dueKey} as due_key,
        coalesce(${tasks.clientId}, (select client_id from upstream.opportunities where id = ${tasks.opportunityId})) as client_id,
        row_number() over (partition by ${tasks.assigneeAccountId} order by ${tasks.dueKey}, ${tasks.insertedAt}, ${tasks.id}) as place
      from ${tasks} where ${tasks.workspaceId} = ${workspaceId} and not ${tasks.isDone} and ${tasks.dueKey} <= ${today}::integer
    ) due on due.assignee = ${members.id}
    where ${members.workspaceId} = ${workspaceId}
      and ${choiceOf(sql`'tasks'::text`, sql`${members.id}`, sql`${members.workspaceId}`)} = 'daily'
    group by ${members.id}`);
  return new Map(
    z
      .array(row)
      .parse(rows)
      .map(({ id, overdue, today: dueToday, named }) => [
        id,
        {
          overdue,
          dueToday,
          named: named.map(({ title, due_on: dueOn, client_id: clientId }) => ({ title, dueOn, clientId })),
        },
      ]),
  );
}

/** The bar says "99+". */
const most = 100;

/** SQL of the user's tasks that are due today or overdue. */
export function dueTaskCount(currentUser: Member): SQL {
  return sql`select count(*)::integer from (select from ${tasks} where ${inWorkspace(tasks, currentUser)}
    and ${tasks.assigneeAccountId} = ${currentUser.accountId} and not ${tasks.isDone}
    and ${tasks.dueKey} <= ${dayNumber(currentUser.today)}::integer limit ${sql.raw(String(most))}) due`;
}
