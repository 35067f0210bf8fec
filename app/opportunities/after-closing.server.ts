import type { Api } from "../json-api/api.ts";
import { isRecordId } from "../json-api/record.ts";
import { type OnFault, type Settled, settle } from "../json-api/settle.ts";
import { isOver } from "../labels.ts";
import { type FoundTask, listTasksAbout } from "../tasks/tasks.server.ts";
import { listPairs } from "./opportunities.server.ts";
import type { FoundOpportunity } from "./opportunity-resources.server.ts";

/** The deals of other clients on a property that are still under way. The promise never rejects. */
export async function listOtherDeals(
  api: Api,
  { id, packageId }: { readonly id: string; readonly packageId: string | null },
  onFault: OnFault,
): Promise<Settled<readonly FoundOpportunity[]>> {
  if (packageId === null || !isRecordId(packageId)) return { ok: true, data: [] };
  const isOther = (other: FoundOpportunity) => other.id !== id && !isOver(other.stage);
  return settle(api, async (api) => (await listPairs(api, { packageId })).items.filter(isOther), onFault);
}

/**
 * The open tasks of a deal from before it was closed. The promise never rejects.
 * @param closedAt when it was closed; null where the service does not say, and for a deal that is not: then all open ones
 */
export async function listEarlierTasks(
  api: Api,
  { id, closedAt }: { readonly id: string; readonly closedAt: Promise<string | null> },
  onFault: OnFault,
): Promise<Settled<readonly FoundTask[]>> {
  const [tasks, closed] = await Promise.all([
    settle(api, (api) => listTasksAbout(api, "opportunity", id), onFault),
    closedAt,
  ]);
  const isEarlier = ({ insertedAt }: FoundTask) =>
    closed === null || insertedAt === null || Date.parse(insertedAt) < Date.parse(closed);
  if (!tasks.ok) return tasks;
  return { ok: true, data: tasks.data.filter((task) => task.doneAt === null && isEarlier(task)) };
}

/** Whether a deal that was just closed leaves something to tidy up: earlier tasks, or deals of others on its property, as far as is known. */
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
  return [tasks, others].some((found) => found.ok && found.data.length > 0);
}
