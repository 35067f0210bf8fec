import type { Api } from "../json-api/api.ts";
import { isRecordId } from "../json-api/record.ts";
import { type OnFault, settle } from "../json-api/settle.ts";
import { type FoundTask, listTasksAbout } from "../tasks/tasks.server.ts";
import { isOver } from "./deal-labels.ts";
import { listPairs } from "./opportunities.server.ts";
import type { FoundOpportunity } from "./opportunity-resources.server.ts";

/** The deals of other clients on a property that are still under way; none where they cannot be read. */
export async function listOtherDeals(
  api: Api,
  { id, packageId }: { readonly id: string; readonly packageId: string | null },
  onFault: OnFault,
): Promise<readonly FoundOpportunity[]> {
  if (packageId === null || !isRecordId(packageId)) return [];
  const pairs = await settle(api, (api) => listPairs(api, { packageId }), onFault);
  return pairs.ok ? pairs.data.items.filter((other) => other.id !== id && !isOver(other.stage)) : [];
}

/**
 * The open tasks of a deal from before it was closed; none where they cannot be read.
 * @param closedAt when it was closed; null where the service does not say, and for a deal that is not: then all open ones
 */
export async function listEarlierTasks(
  api: Api,
  { id, closedAt }: { readonly id: string; readonly closedAt: Promise<string | null> },
  onFault: OnFault,
): Promise<readonly FoundTask[]> {
  const [tasks, closed] = await Promise.all([
    settle(api, (api) => listTasksAbout(api, "opportunity", id), onFault),
    closedAt,
  ]);
  const isEarlier = ({ insertedAt }: FoundTask) =>
    closed === null || insertedAt === null || Date.parse(insertedAt) < Date.parse(closed);
  return tasks.ok ? tasks.data.filter((task) => task.doneAt === null && isEarlier(task)) : [];
}

/** Whether a deal that was just closed leaves something to tidy up: earlier tasks, or deals of others on its property. */
export async function hasLeftovers(
  api: Api,
  {
    id,
    packageId,
    closedAt,
  }: { readonly id: string; readonly packageId: string | null; readonly closedAt: string | null },
  onFault: OnFault,
): Promise<boolean> {
  const [tasks, others] = await Promise.all([
    listEarlierTasks(api, { id, closedAt: Promise.resolve(closedAt) }, onFault),
    listOtherDeals(api, { id, packageId }, onFault),
  ]);
  return others.length > 0 || tasks.length > 0;
}
