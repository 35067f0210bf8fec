import { sql } from "drizzle-orm";
import { z } from "zod";
import { isDuplicate } from "../../database/fault.ts";
import { type ActivityKind, recordActivity } from "../activities/activity-log.ts";
import type { AttributeChange } from "../activities/tables.ts";
import type { Route } from "../engine/action.ts";
import type { Member } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { invalidAttribute } from "../engine/refusal.ts";
import {
  changeRoute,
  createRoute,
  findRoute,
  isRecord,
  listRoute,
  type RecordWrite,
  removeRoute,
  type Write,
} from "../engine/table-routes.ts";
import { fold } from "../engine/text-search.ts";
import { lineOf } from "../identity/inputs.ts";
import { accessScopeOf } from "../permissions.ts";
import { costTemplate, costTemplateList } from "./cost-template.ts";
import { templateInputs } from "./inputs.ts";
import { keep } from "./kept-inputs.ts";
import { costTemplates } from "./tables.ts";

const name = lineOf("Name");
const creation = z.object({ name, inputs: templateInputs });
const change = z.object({ name: name.optional(), inputs: templateInputs.optional() });

async function refuseTakenName<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    if (!isDuplicate(error, "cost_templates_name")) throw error;
    throw invalidAttribute("name", "Another template has this name.");
  }
}

async function create({ database, currentUser, attributes }: Write<z.output<typeof creation>>): Promise<string> {
  const { name, inputs } = attributes;
  const { workspaceId, accountId } = currentUser;
  const row = { workspaceId, accountId, name, nameKey: fold(name), inputs: keep(inputs) };
  const inserted = database.insert(costTemplates).values(row).returning({ id: costTemplates.id });
  const [made] = await refuseTakenName(inserted.execute());
  if (!made) throw new Error("The template was not stored.");
  await note(database, currentUser, "cost_template.created", made.id, [{ field: "name", before: null, after: name }]);
  return made.id;
}

const named = z.object({ name: z.string(), inputs: z.unknown() });

async function update({
  database,
  currentUser,
  record,
  attributes,
}: RecordWrite<z.output<typeof change>>): Promise<void> {
  const before = named.parse(record.attributes);
  const { name = before.name, inputs } = attributes;
  const kept = inputs === undefined ? before.inputs : keep(inputs);
  const isChanged = sql`(${costTemplates.name} <> ${name} or ${costTemplates.inputs} <> ${JSON.stringify(kept)}::jsonb)`;
  const written = database
    .update(costTemplates)
    .set({
      name,
      nameKey: fold(name),
      inputs: kept,
      updatedAt: sql`now()`,
      version: sql`${costTemplates.version} + 1`,
    })
    .where(sql`${isRecord(costTemplate, record.id)} and ${isChanged}`);
  const { rowCount } = await refuseTakenName(written.execute());
  if (rowCount === 0) return;
  const changes = before.name === name ? [] : [{ field: "name", before: before.name, after: name }];
  await note(database, currentUser, "cost_template.updated", record.id, changes);
}

async function remove({ database, currentUser, record }: RecordWrite): Promise<void> {
  await database.delete(costTemplates).where(isRecord(costTemplate, record.id));
  const changes = [{ field: "name", before: record.attributes.name, after: null }];
  await note(database, currentUser, "cost_template.removed", record.id, changes);
}

/** Templates are the workspace's: so is their history. */
async function note(
  database: Queries,
  currentUser: Member,
  kind: Extract<ActivityKind, `cost_template.${string}`>,
  id: string,
  changes: readonly AttributeChange[],
): Promise<void> {
  await recordActivity(database, {
    kind,
    currentUser,
    clientId: null,
    subject: { type: costTemplate.type, id },
    changes,
  });
}

export const costTemplateRoutes: readonly Route[] = [
  listRoute(costTemplate, costTemplateList, "Templates of estimates, by name"),
  findRoute(costTemplate, "A template of estimates"),
  createRoute(costTemplate, {
    summary: "Keep what estimates have alike as a template",
    input: creation,
    may: (currentUser) => accessScopeOf(currentUser, "records.edit") !== "no",
    run: create,
  }),
  changeRoute(costTemplate, {
    summary: "Rename a template, or change what it holds",
    method: "PATCH",
    below: "",
    input: change,
    needs: "update",
    run: update,
  }),
  removeRoute(costTemplate, { summary: "Remove a template", needs: "remove", run: remove }),
];
