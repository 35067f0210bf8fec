/** The resource `batch`: one change of many records, with an undo. */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Member } from "../engine/current-user.ts";
import { computed, integer, moment, text } from "../engine/record.ts";
import { defineTable, inWorkspace, type ListRules } from "../engine/table.ts";
import { batchActions, batches, batchKinds, batchRecords } from "../tables.ts";
import { batchedKinds, scopeOf } from "./batched-kinds.ts";

const table = batches;

const undoMinutes = 10;

const mostNamed = 100;

const countOf = (...states: readonly string[]): SQL =>
  sql`(select count(*)::integer from ${batchRecords} where ${batchRecords.batchId} = ${table.id}
    and ${batchRecords.state} in (${sql.raw(states.map((state) => `'${state}'`).join(", "))}))`;

const nameOfRecord = sql.join(
  [
    sql`case ${table.kind}`,
    ...batchKinds.map(
      (kind) => sql`when ${sql.raw(`'${kind}'`)} then ${batchedKinds[kind].nameOf(sql`${batchRecords.recordId}`)}`,
    ),
    sql`end`,
  ],
  sql` `,
);

/** SQL of records left alone, with reasons. */
const left = sql`(select coalesce(json_agg(json_build_object('id', named.record_id, 'name', named.name, 'reason', named.reason)
    order by named.place), '[]') from
  (select ${batchRecords.recordId} as record_id, ${batchRecords.place} as place, ${batchRecords.reason} as reason,
      ${nameOfRecord} as name from ${batchRecords}
    where ${batchRecords.batchId} = ${table.id} and ${batchRecords.state} in ('left', 'kept')
    order by ${batchRecords.place} limit ${sql.raw(String(mostNamed))}) as named)`;

const packageOf = sql`case ${table.kind} when 'finding' then (select f.package_id from ${batchRecords}
  join upstream.findings f on f.id = ${batchRecords.recordId} where ${batchRecords.batchId} = ${table.id} limit 1) end`;

const isUndoable = sql`${table.state} = 'done' and ${table.completedAt} > now() - make_interval(mins => ${sql.raw(String(undoMinutes))})
  and exists (select from ${batchRecords} where ${batchRecords.batchId} = ${table.id} and ${batchRecords.state} = 'changed')`;

/** SQL of whether any changed record is one's own now or, where its agent was changed, was so before. */
const hasOwn = sql`exists (select from ${batchRecords} where ${batchRecords.batchId} = ${table.id}
  and ${batchRecords.state} = 'changed' and ${table.accountId}::text = case ${table.action}
    when 'assign' then ${batchRecords.before} #>> '{}' else (${sql.join(
      [
        sql`case ${table.kind}`,
        ...batchKinds.map(
          (kind) =>
            sql`when ${sql.raw(`'${kind}'`)} then ${batchedKinds[kind].holderOf(sql`${batchRecords.recordId}`)}`,
        ),
        sql`end`,
      ],
      sql` `,
    )})::text end)`;

function mayUndo(
  currentUser: Member,
  { kind, action, hasOwn }: { readonly kind: unknown; readonly action: unknown; readonly hasOwn: unknown },
): boolean {
  const batched = batchKinds.find((one) => one === kind);
  const made = batchActions.find((one) => one === action);
  if (batched === undefined || made === undefined) return false;
  const scope = scopeOf(currentUser, made);
  return scope === "all" || (scope === "own" && hasOwn === true);
}

function ownBatches(currentUser: Member): SQL {
  return sql`${inWorkspace(table, currentUser)} and ${table.accountId} = ${currentUser.accountId}`;
}

export const batch = defineTable({
  type: "batch",
  path: "/batches",
  table,
  history: {
    topic: "workspace",
    labels: { made: "Several records changed at once", undone: "Change of several records undone" },
  },
  attributes: {
    kind: text(table.kind),
    action: text(table.action),
    value: text(table.value),
    value_name: text(table.valueName),
    state: text(table.state),
    package_id: computed(packageOf, z.uuid().nullable()),
    seen_at: moment(table.seenAt),
    total: integer(table.total),
    missing: integer(table.missing),
    waiting: computed(countOf("waiting"), z.int()),
    changed: computed(countOf("changed", "undone", "kept"), z.int()),
    same: computed(countOf("same"), z.int()),
    not_changed: computed(countOf("left"), z.int()),
    undone: computed(countOf("undone"), z.int()),
    kept: computed(countOf("kept"), z.int()),
    left: computed(left, z.array(z.object({ id: z.uuid(), name: z.string().nullable(), reason: z.string() }))),
    is_undoable: computed(isUndoable, z.boolean()),
    /** Whether any of the changed records is, or was, the current user\'s. */
    has_own: computed(hasOwn, z.boolean()),
    inserted_at: moment(table.insertedAt),
    completed_at: moment(table.completedAt),
    undone_at: moment(table.undoneAt),
  },
  scope: ownBatches,
  // By the present rights: whoever was demoted since may be left with nothing to change back.
  can: (currentUser, { is_undoable: isUndoable, has_own: hasOwn, state, kind, action }) => [
    ...(isUndoable === true && mayUndo(currentUser, { kind, action, hasOwn }) ? ["undo"] : []),
    ...(state === "running" ? ["stop"] : []),
  ],
});

export const batchList: ListRules = {
  sorts: { inserted_at: { column: table.insertedAt, as: "moment" } },
  defaultSort: "-inserted_at",
  filters: {},
};
