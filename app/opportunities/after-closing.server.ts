import type { Api } from "../json-api/api.ts";
import { isRecordId } from "../json-api/record.ts";
import { type OnFault, settle } from "../json-api/settle.ts";
import { listTasksAbout } from "../tasks/tasks.server.ts";
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

/** Whether a deal that was just closed leaves something to tidy up: open tasks, or deals of others on its property. */
export async function hasLeftovers(api: Api, closed: FoundOpportunity, onFault: OnFault): Promise<boolean> {
  const { id } = closed;
  const [tasks, others] = await Promise.all([
    settle(api, (api) => listTasksAbout(api, "opportunity", id), onFault),
    listOtherDeals(api, { id, packageId: closed.package?.id ?? null }, onFault),
  ]);
  return others.length > 0 || (tasks.ok && tasks.data.some(({ doneAt }) => doneAt === null));
}
