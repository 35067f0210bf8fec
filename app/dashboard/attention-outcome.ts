import type { Settled, SettledCode } from "../json-api/settle.ts";
import { type AttentionList, type GroupKey, groupKeys, groups } from "./attention.ts";

/** What is known of the dashboard's groups when the last one has loaded or failed. */
export interface AttentionOutcome {
  /** All were loaded, and none has anything in it. */
  readonly isClear: boolean;
  /** Those that could not be loaded, by reason: as one where the service has none of them, or is slow. */
  readonly failed: readonly FailedGroups[];
}

interface FailedGroups {
  readonly code: SettledCode;
  /** "Overdue tasks, Offers due soon". */
  readonly titles: string;
}

/** Sums up how the groups settled. The promise never rejects. */
export async function outcomeOf(
  panels: Readonly<Record<GroupKey, Promise<Settled<AttentionList>>>>,
): Promise<AttentionOutcome> {
  const settled = await Promise.all(groupKeys.map(async (key) => ({ key, group: await panels[key] })));
  const titles = new Map<SettledCode, string[]>();
  for (const { key, group } of settled) {
    if (!group.ok) titles.set(group.code, [...(titles.get(group.code) ?? []), groups[key].title]);
  }
  return {
    isClear: settled.every(({ group }) => group.ok && group.data.items.length === 0),
    failed: Array.from(titles, ([code, names]) => ({ code, titles: names.join(", ") })),
  };
}
