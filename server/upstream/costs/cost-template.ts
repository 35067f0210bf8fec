/** The resource `cost_template`: inputs for estimates of a workspace. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { fold } from "../../../spelling/folding.ts";
import type { Route } from "../engine/action.ts";
import { lineOf } from "../engine/inputs.ts";
import { computed, moment, text, uuid } from "../engine/record.ts";
import { invalidAttribute } from "../engine/refusal.ts";
import { defineTable, inWorkspace, type ListRules } from "../engine/table.ts";
import {
  changeRoute,
  createRoute,
  findRoute,
  listRoute,
  type RecordWrite,
  removeRoute,
  type Write,
} from "../engine/table-routes.ts";
import { changeRecord, createRecord, refuseDuplicate, removeRecord } from "../engine/writing.ts";
import { mayAny, mayOn } from "../permissions.ts";
import { costTemplates } from "../tables.ts";
import { templateInputs } from "./inputs.ts";
import { keep, storedInputs } from "./stored-inputs.ts";

const table = costTemplates;

const costTemplate = defineTable({
  type: "cost_template",
  path: "/cost_templates",
  table,
  history: {
    topic: "costs",
    labels: {
      created: "Cost template added",
      updated: "Cost template changed",
      removed: "Cost template removed",
    },
    summary: ["name"],
  },
  attributes: {
    name: text(table.name),
    inputs: computed(sql`${table.inputs}`, storedInputs),
    account_id: uuid(table.accountId),
    inserted_at: moment(table.insertedAt),
    updated_at: moment(table.updatedAt),
  },
  scope: (currentUser) => inWorkspace(table, currentUser),
  can: (currentUser, { account_id: owner }) => (mayOn(currentUser, "records.edit", owner) ? ["update", "remove"] : []),
});

const costTemplateList: ListRules = {
  sorts: {
    name: { column: table.nameKey, as: "text" },
    inserted_at: { column: table.insertedAt, as: "moment" },
  },
  defaultSort: "name",
  filters: {},
};

const name = lineOf("Name");
const creation = z.object({ name, inputs: templateInputs });
const change = z.object({ name: name.optional(), inputs: templateInputs.optional() });

const refuseTakenName = <Result>(write: Promise<Result>) =>
  refuseDuplicate(write, "cost_templates_name", () =>
    invalidAttribute("name", "A template with this name already exists."),
  );

async function create(write: Write<z.output<typeof creation>>): Promise<string> {
  const { name, inputs } = write.attributes;
  const { workspaceId, accountId } = write.currentUser;
  const values = { workspaceId, accountId, name, nameKey: fold(name), inputs: keep(inputs) };
  return refuseTakenName(createRecord(write, costTemplate, "created", values));
}

const named = z.object({ name: z.string(), inputs: z.unknown() });

async function update(write: RecordWrite<z.output<typeof change>>): Promise<void> {
  const before = named.parse(write.record.attributes);
  const { name = before.name, inputs } = write.attributes;
  const kept = inputs === undefined ? before.inputs : keep(inputs);
  const isChanged = sql`(${costTemplates.name} <> ${name} or ${costTemplates.inputs} <> ${JSON.stringify(kept)}::jsonb)`;
  const values = { name, nameKey: fold(name), inputs: kept };
  const changes = before.name === name ? [] : [{ field: "name", before: before.name, after: name }];
  await refuseTakenName(changeRecord(write, costTemplate, "updated", values, changes, isChanged));
}

export const costTemplateRoutes: readonly Route[] = [
  listRoute(costTemplate, costTemplateList, "Templates of estimates, by name"),
  findRoute(costTemplate, "A template of estimates"),
  createRoute(costTemplate, {
    summary: "Create a template of inputs that estimates share",
    input: creation,
    may: (currentUser) => mayAny(currentUser, "records.edit"),
    run: create,
  }),
  changeRoute(costTemplate, {
    summary: "Rename a template, or change what it holds",
    input: change,
    run: update,
  }),
  removeRoute(costTemplate, {
    summary: "Remove a template",
    run: (write) => removeRecord(write, costTemplate, "removed"),
  }),
];
