import { href } from "react-router";
import * as z from "zod/mini";
import { optionalId, optionalText } from "../ui/form-values.ts";

/** The same change of several records. */

export const batchActions = [
  "assign",
  "add_tag",
  "remove_tag",
  "archive",
  "restore",
  "complete",
  "decide",
  "dismiss",
] as const;
export type BatchAction = (typeof batchActions)[number];

export function stopPath(id: string): string {
  return href("/batches/:batchId/stopping", { batchId: id });
}

const count = z.number();
const moment = z.nullable(z.string());

/** What a service says about a batch. */
export const batchAttributes = {
  kind: z.string(),
  action: z.enum(batchActions),
  value: z.nullable(z.string()),
  valueName: z.nullable(z.string()),
  /** The property that the records are about, where they are of one. */
  packageId: z.nullable(z.string()),
  state: z.enum(["running", "done", "undoing", "undone"]),
  total: count,
  missing: count,
  waiting: count,
  changed: count,
  same: count,
  notChanged: count,
  undone: count,
  kept: count,
  left: z.array(z.object({ id: z.string(), name: z.nullable(z.string()), reason: z.string() })),
  completedAt: moment,
  /** Whether it is still time to undo it, whoever may. */
  isUndoable: z.nullish(z.boolean()),
};

/** What a service says about a choice before anything is done. */
export const choiceAttributes = {
  total: count,
  names: z.array(z.string()),
  missing: count,
  actions: z.array(z.string()),
  most: count,
};

const chosenAction = z.enum(batchActions, "Choose what to do.");

/** What is to be done; the fields of another action are not read. */
export const batchForm = z
  .object({
    action: chosenAction,
    agentText: z.optional(optionalText(400)),
    agent: z.optional(optionalId()),
    agentFor: z.optional(optionalText(400)),
    tag: z.optional(optionalText(100, "A tag has at most 100 characters.")),
    /** Empty means undecided. */
    decision: z.optional(optionalText(20)),
  })
  .check(
    z.refine(({ action, agentText }) => action !== "assign" || Boolean(agentText), {
      path: ["agentText"],
      message: "Choose a colleague.",
    }),
    z.refine(({ action, tag }) => !(action === "add_tag" || action === "remove_tag") || Boolean(tag), {
      path: ["tag"],
      message: "Type a tag.",
    }),
  );
