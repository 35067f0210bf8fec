import { parseArgs } from "node:util";
import { reasonOf } from "../reason.ts";
import { StartRefused } from "../start-refused.ts";
import type { PlanDecision } from "../upstream/billing/plan-requests.ts";
import { normaliseHandle } from "../upstream/identity/handles.ts";

export const usage = `npm run plan [-- url [free | standard | decline]]

Without words: the workspaces that ask for another plan.
With the url of a workspace: its plan, and what it asks for.
With a plan: gives the workspace this plan and settles what it asked for. With decline: it keeps the plan that it has.
`;

const decisions = ["free", "standard", "decline"] as const satisfies readonly PlanDecision[];

export interface PlanArguments {
  /** Normalized; null: all that have a request. */
  readonly workspace: string | null;
  readonly decision: PlanDecision | null;
}

/** @returns null for help @throws StartRefused for a mistake */
export function readArguments(words: readonly string[]): PlanArguments | null {
  const { values, positionals } = parse(words);
  if (values.help === true) return null;
  const [workspace, wanted, ...others] = positionals;
  if (others.length > 0) throw new StartRefused(`Name one workspace and one plan.\n\n${usage}`);
  const decision = decisions.find((known) => known === wanted) ?? null;
  if (wanted !== undefined && decision === null)
    throw new StartRefused(`There is no plan ${wanted}. Say free or standard, or decline.`);
  return { workspace: workspace === undefined ? null : normaliseHandle(workspace), decision };
}

function parse(words: readonly string[]) {
  try {
    const options = { help: { type: "boolean", short: "h" } } as const;
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    throw new StartRefused(`${reasonOf(error)}\n\n${usage}`);
  }
}
