import { asc, eq } from "drizzle-orm";
import { StartRefused } from "../start-refused.ts";
import { decidePlan, findPendingRequest, type PlanDecision } from "../upstream/billing/plan-requests.ts";
import { explainReasons } from "../upstream/billing/usage.ts";
import type { Queries } from "../upstream/engine/queries.ts";
import { planNames } from "../upstream/plan-limits.ts";
import { handles, planRequests, workspaces } from "../upstream/tables.ts";
import type { PlanArguments } from "./arguments.ts";

type Workspace = typeof workspaces.$inferSelect;

/** @param transaction ends with this @returns sentences to print @throws StartRefused with what to do instead */
export async function planByCommand(
  transaction: Queries,
  { workspace: handle, decision }: PlanArguments,
  now: Date,
): Promise<string> {
  if (handle === null) return listRequests(transaction);
  const workspace = await findByHandle(transaction, handle);
  return decision === null ? showPlan(transaction, workspace) : decide(transaction, workspace, decision, now);
}

async function findByHandle(queries: Queries, handle: string): Promise<Workspace> {
  const [row] = await queries
    .select({ workspace: workspaces })
    .from(handles)
    .innerJoin(workspaces, eq(workspaces.id, handles.workspaceId))
    .where(eq(handles.handle, handle));
  if (row === undefined) throw new StartRefused(`There is no workspace ${handle}.`);
  return row.workspace;
}

async function listRequests(queries: Queries): Promise<string> {
  const rows = await queries
    .select({ handle: workspaces.handle, name: workspaces.name, plan: planRequests.plan, at: planRequests.insertedAt })
    .from(planRequests)
    .innerJoin(workspaces, eq(workspaces.id, planRequests.workspaceId))
    .where(eq(planRequests.state, "pending"))
    .orderBy(asc(planRequests.insertedAt));
  if (rows.length === 0) return "No workspace asks for another plan.\n";
  const lines = rows.map(({ handle, name, plan, at }) => {
    const day = new Date(at).toISOString().slice(0, 10);
    return `${handle} (${name}) asks for ${planNames[plan]} since ${day}.\n`;
  });
  return lines.join("");
}

async function showPlan(queries: Queries, { id, name, plan }: Workspace): Promise<string> {
  const request = await findPendingRequest(queries, id);
  const asks = request === null ? "" : ` It asks for ${planNames[request.plan]}.`;
  return `${name} is on the ${planNames[plan]} plan.${asks}\n`;
}

async function decide(transaction: Queries, workspace: Workspace, decision: PlanDecision, now: Date): Promise<string> {
  const { id, name, plan } = workspace;
  const outcome = await decidePlan(transaction, id, decision, now);
  switch (outcome.is) {
    case "changed":
      return `${name} is on the ${planNames[outcome.after]} plan now; it was on ${planNames[outcome.before]}.\n`;
    case "declined":
      return `${name} stays on the ${planNames[plan]} plan; its request for ${planNames[outcome.wanted]} is declined.\n`;
    case "nothing to do":
      return decision === "decline"
        ? `${name} asks for no other plan.\n`
        : `${name} is on the ${planNames[plan]} plan already.\n`;
    case "too small":
      throw new StartRefused(`${name}: ${explainReasons(outcome.plan, outcome.reasons)}`);
  }
}
