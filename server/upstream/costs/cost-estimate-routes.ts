import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { isDuplicate } from "../../database/fault.ts";
import { recordActivity } from "../activities/activity-log.ts";
import type { Route } from "../engine/action.ts";
import { readOne } from "../engine/reading.ts";
import { conflict, forbidden } from "../engine/refusal.ts";
import {
  changeRoute,
  createRoute,
  findRoute,
  isRecord,
  listRoute,
  type RecordWrite,
  type Write,
} from "../engine/table-routes.ts";
import { packageResource } from "../packages/package.ts";
import { accessScopeOf } from "../permissions.ts";
import { costEstimate, costEstimateList } from "./cost-estimate.ts";
import { type Estimate, estimateOf } from "./estimate.ts";
import { estimateInputs } from "./inputs.ts";
import { keep } from "./kept-inputs.ts";
import { costEstimates } from "./tables.ts";

const creation = z.object({ packageId: z.uuid(), inputs: estimateInputs });
const change = z.object({ inputs: estimateInputs.optional() });

/** A package has one estimate. @throws Refusal 409 `estimate_exists` */
async function create({ database, currentUser, attributes }: Write<z.output<typeof creation>>): Promise<string> {
  const { packageId, inputs } = attributes;
  const { record } = await readOne(database, packageResource, currentUser, isRecord(packageResource, packageId));
  if (!record.can?.includes("update")) throw forbidden();
  const { workspaceId } = currentUser;
  const estimate = estimateOf(inputs);
  const row = { workspaceId, packageId, inputs: keep(inputs), ...estimate };
  const [made] = await refuseSecond(
    database.insert(costEstimates).values(row).returning({ id: costEstimates.id }).execute(),
  );
  if (!made) throw new Error("The estimate was not stored.");
  const subject = { type: costEstimate.type, id: made.id };
  const changes = changesOf(null, estimate.totals);
  await recordActivity(database, {
    kind: "cost_estimate.created",
    currentUser,
    clientId: null,
    packageId,
    subject,
    changes,
  });
  return made.id;
}

async function refuseSecond<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    if (!isDuplicate(error, "cost_estimates_package_id_key")) throw error;
    throw conflict("estimate_exists", "This package has an estimate already.");
  }
}

const kept = z.object({ package_id: z.string(), totals: z.record(z.string(), z.unknown()) });

/** The inputs as a whole take the place of the earlier ones. */
async function update({
  database,
  currentUser,
  record,
  attributes,
}: RecordWrite<z.output<typeof change>>): Promise<void> {
  if (attributes.inputs === undefined) return;
  const estimate = estimateOf(attributes.inputs);
  const inputs = keep(attributes.inputs);
  const isChanged = sql`${costEstimates.inputs} <> ${JSON.stringify(inputs)}::jsonb`;
  const { rowCount } = await database
    .update(costEstimates)
    .set({ inputs, ...estimate, updatedAt: sql`now()`, version: sql`${costEstimates.version} + 1` })
    .where(sql`${isRecord(costEstimate, record.id)} and ${isChanged}`);
  if (rowCount === 0) return;
  const { package_id: packageId, totals } = kept.parse(record.attributes);
  const changes = changesOf(totals, estimate.totals);
  const event = { kind: "cost_estimate.updated", currentUser, clientId: null, packageId, subject: record } as const;
  await recordActivity(database, { ...event, changes });
}

/** What an estimate came to before and comes to now: of its many inputs nobody would read a list. */
function changesOf(before: Readonly<Record<string, unknown>> | null, after: Estimate["totals"]) {
  return Object.entries(after).flatMap(([field, now]) => {
    const was = before?.[field] ?? null;
    return isDeepStrictEqual(was, now) ? [] : [{ field, before: was, after: now }];
  });
}

export const costEstimateRoutes: readonly Route[] = [
  listRoute(costEstimate, costEstimateList, "Estimates of costs; a package has at most one"),
  findRoute(costEstimate, "An estimate of costs"),
  createRoute(costEstimate, {
    summary: "Estimate what buying a package's property costs; 409 estimate_exists where that was done",
    input: creation,
    may: (currentUser) => accessScopeOf(currentUser, "records.edit") !== "no",
    run: create,
  }),
  changeRoute(costEstimate, {
    summary: "Estimate anew; the inputs take the place of all earlier ones",
    method: "PATCH",
    below: "",
    input: change,
    needs: "update",
    run: update,
  }),
];
