import { decisionName } from "../decision-labels.ts";
import type { Nouns } from "../record-kind.ts";
import { formatCount } from "../ui/number-format.ts";
import type { BatchAction } from "./batch.ts";

/** What pages say of changes of several records. */

export const actionLabels: Readonly<Record<BatchAction, string>> = {
  assign: "Change agent",
  add_tag: "Add a tag",
  remove_tag: "Remove a tag",
  archive: "Archive",
  restore: "Restore",
  complete: "Mark as done",
  decide: "Accept or decide",
  dismiss: "Dismiss suggestions",
};

/** "12 clients" */
export function countOf(number: number, { one, many }: Nouns): string {
  return formatCount(number, one, many);
}

interface Made {
  readonly action: BatchAction;
  readonly value: string | null;
  readonly valueName: string | null;
}

/** "12 clients archived.", or that nothing was changed. */
export function sayDone({ action, value: given, valueName }: Made, number: number, nouns: Nouns): string {
  if (number === 0) return "Nothing was changed.";
  const those = countOf(number, nouns);
  const value = valueName ?? "";
  const sentences: Readonly<Record<BatchAction, string>> = {
    assign: `${those} given to ${value}.`,
    add_tag: `Tag “${value}” added to ${those}.`,
    remove_tag: `Tag “${value}” removed from ${those}.`,
    archive: `${those} archived.`,
    restore: `${those} restored.`,
    complete: `${those} marked as done.`,
    decide: given === null ? `${those} accepted, undecided.` : `${those} decided: ${decisionName(given)}.`,
    dismiss: `${those} dismissed.`,
  };
  return sentences[action];
}

/** Why nothing was changed where it was so before. */
export const alreadySo: Readonly<Record<BatchAction, string>> = {
  assign: "already had this agent",
  add_tag: "already had the tag",
  remove_tag: "didn’t have the tag",
  archive: "already archived",
  restore: "not archived",
  complete: "already done",
  decide: "already decided so",
  dismiss: "dismissed already",
};

const reasons: Readonly<Record<string, string>> = {
  forbidden: "You don’t have permission to change it.",
  full: "It has 30 tags, and no more can be kept.",
  gone: "It no longer exists.",
  changed: "Someone changed it since.",
  accepted: "It was accepted already, and is no suggestion any more.",
  dismissed: "Someone dismissed it.",
  agent_gone: "The agent has left the workspace, or can't have records anymore.",
};

/** Why a record was left as it is. */
export function sayReason(reason: string): string {
  return reasons[reason] ?? "It couldn’t be changed.";
}
