/** Requests for another plan, and the operator's decisions. */
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { fullName } from "../engine/account-name.ts";
import { action, type Route } from "../engine/action.ts";
import { created, found, nothing } from "../engine/answer.ts";
import type { Member, Plan } from "../engine/current-user.ts";
import { recordEvent, type WriteContext } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { forbidden, invalidAttribute, notFound, Refusal } from "../engine/refusal.ts";
import { insertOne, nextVersion } from "../engine/writing.ts";
import { workspaceHistory } from "../identity/workspaces.ts";
import { may } from "../permissions.ts";
import { planLimit, planLimits, planNames } from "../plan-limits.ts";
import { accounts, type PlanRequest, planRequests, workspaces } from "../tables.ts";
import { explainReasons, lockPlan, readUsage, reasonsAgainst } from "./usage.ts";

/** Null for none. */
export async function findPendingRequest(queries: Queries, workspaceId: string): Promise<PlanRequest | null> {
  const isPending = and(eq(planRequests.workspaceId, workspaceId), eq(planRequests.state, "pending"));
  const [row] = await queries.select().from(planRequests).where(isPending);
  return row ?? null;
}

const planChange = (before: Plan, after: Plan) => [
  { field: "plan", before: planNames[before], after: planNames[after] },
];

/** @returns the request's id @throws Refusal 400 `plan_limit` with all reasons, 400 for the present plan, 409 `plan_requested` */
async function requestPlan(
  { database, currentUser }: WriteContext & { readonly currentUser: { readonly accountId: string } },
  plan: Plan,
  now: Date,
): Promise<string> {
  const { workspaceId, accountId } = currentUser;
  const present = await lockPlan(database, workspaceId);
  if (present === null) throw notFound();
  if (present === plan) throw invalidAttribute("plan", `This workspace is on the ${planNames[plan]} plan already.`);
  if ((await findPendingRequest(database, workspaceId)) !== null) throw alreadyRequested();
  const reasons = reasonsAgainst(plan, await readUsage(database, workspaceId, now));
  if (reasons.length > 0) throw planLimit(explainReasons(plan, reasons), "plan");
  const id = await insertOne(database, planRequests, {
    workspaceId,
    plan,
    requestedBy: accountId,
    insertedAt: now.toISOString(),
  });
  await recordEvent(
    { database, currentUser },
    workspaceHistory,
    "plan_requested",
    workspaceId,
    planChange(present, plan),
  );
  return id;
}

const alreadyRequested = () =>
  new Refusal([
    {
      status: 409,
      code: "plan_requested",
      detail: "A request for another plan is waiting already. Withdraw it first.",
      source: { pointer: "/data/attributes/plan" },
    },
  ]);

/** A settled request stays. @throws Refusal 404 */
async function withdrawRequest(write: WriteContext, id: string, now: Date): Promise<void> {
  const { database, currentUser } = write;
  const isIt = and(eq(planRequests.id, id), eq(planRequests.workspaceId, currentUser.workspaceId));
  const [request] = await database.select().from(planRequests).where(isIt).for("update");
  if (request === undefined) throw notFound();
  if (request.state !== "pending") return;
  await database.update(planRequests).set({ state: "withdrawn", settledAt: now.toISOString() }).where(isIt);
  await recordEvent(write, workspaceHistory, "plan_request_withdrawn", currentUser.workspaceId);
}

export type PlanDecision = Plan | "decline";

type DecisionOutcome =
  | { readonly is: "changed"; readonly before: Plan; readonly after: Plan }
  | { readonly is: "declined"; readonly wanted: Plan }
  | { readonly is: "nothing to do" }
  | { readonly is: "too small"; readonly plan: Plan; readonly reasons: readonly string[] };

/** The operator in the history. */
const operator = "Latchkey";

/** Decides on a plan; limits apply at once. @param transaction ends with this */
export async function decidePlan(
  transaction: Queries,
  workspaceId: string,
  decision: PlanDecision,
  now: Date,
): Promise<DecisionOutcome> {
  const present = await lockPlan(transaction, workspaceId);
  if (present === null) throw new Error(`There is no workspace ${workspaceId}.`);
  const write = { database: transaction, currentUser: { accountId: null, workspaceId, actorName: operator } };
  const request = await findPendingRequest(transaction, workspaceId);
  const settle = async (state: "granted" | "declined") => {
    if (request === null) return;
    await transaction
      .update(planRequests)
      .set({ state, settledAt: now.toISOString() })
      .where(eq(planRequests.id, request.id));
  };
  if (decision === "decline") {
    if (request === null) return { is: "nothing to do" };
    await settle("declined");
    await recordEvent(write, workspaceHistory, "plan_request_declined", workspaceId);
    return { is: "declined", wanted: request.plan };
  }
  if (decision === present) return { is: "nothing to do" };
  const reasons = reasonsAgainst(decision, await readUsage(transaction, workspaceId, now));
  if (reasons.length > 0) return { is: "too small", plan: decision, reasons };
  await transaction
    .update(workspaces)
    .set({ ...nextVersion(workspaces), plan: decision, updatedAt: now })
    .where(eq(workspaces.id, workspaceId));
  await settle(request?.plan === decision ? "granted" : "declined");
  await recordEvent(write, workspaceHistory, "plan_changed", workspaceId, planChange(present, decision));
  return { is: "changed", before: present, after: decision };
}

const plans = ["free", "standard"] as const;
const plan = z.enum(plans);
const most = z.int().nullable().describe("Null: no limit");
const limitsType = z.object({ users: most, storage: z.int(), file: z.int(), links: most, summaries: z.int() });

const billingType = recordType(
  "billing",
  z.object({
    plan,
    used: z.object({ users: z.int(), storage: z.int(), links: z.int(), summaries: z.int() }),
    plans: z.array(
      z.object({
        plan,
        limits: limitsType,
        obstacles: z.array(z.string()).describe("Why the workspace cannot change to it now, in sentences"),
      }),
    ),
    request: z
      .object({ id: z.uuid(), plan, requested_at: z.iso.datetime(), requested_by: z.string().nullable() })
      .nullable(),
  }),
);

const requestType = recordType("plan_request", z.object({ plan, state: z.string() }));

function checkOwner(currentUser: Member): void {
  if (!may(currentUser, "billing.manage"))
    throw forbidden("Only the owner of the workspace can see and change its plan.");
}

async function readBilling(database: Queries, workspaceId: string, present: Plan, now: Date) {
  const used = await readUsage(database, workspaceId, now);
  return {
    plan: present,
    used,
    plans: plans.map((one) => ({ plan: one, limits: planLimits[one], obstacles: reasonsAgainst(one, used) })),
    request: await describePending(database, workspaceId),
  };
}

async function describePending(database: Queries, workspaceId: string) {
  const request = await findPendingRequest(database, workspaceId);
  if (request === null) return null;
  const [person] = await database
    .select({ name: sql<string>`${fullName}` })
    .from(accounts)
    .where(sql`${accounts.id} = ${request.requestedBy}`);
  const { id, plan: wanted, insertedAt } = request;
  return { id, plan: wanted, requested_at: new Date(insertedAt).toISOString(), requested_by: person?.name ?? null };
}

export const billingRoutes: readonly Route[] = [
  action({
    method: "GET",
    path: "/billing",
    summary: "The workspace's plan, what it uses, what each plan includes, and the request that it waits for",
    access: "workspace",
    answers: { status: 200, of: billingType },
    async run({ database, currentUser, now }) {
      checkOwner(currentUser);
      const attributes = await readBilling(database, currentUser.workspaceId, currentUser.plan, now);
      return found(billingType, { id: currentUser.workspaceId, attributes, path: "/billing" });
    },
  }),
  action({
    method: "POST",
    path: "/plan_requests",
    summary: "Ask for another plan; whoever runs the service settles it",
    access: "workspace",
    input: { type: "plan_request", attributes: z.object({ plan }) },
    answers: { status: 201, of: requestType },
    async run({ database, currentUser, attributes, now }) {
      checkOwner(currentUser);
      const id = await requestPlan({ database, currentUser }, attributes.plan, now);
      return created(requestType, { id, attributes: { plan: attributes.plan, state: "pending" } });
    },
  }),
  action({
    method: "POST",
    path: "/plan_requests/:id/withdrawal",
    summary: "Withdraw a request for another plan; one that was settled meanwhile stays settled",
    access: "workspace",
    answers: { status: 204, of: null },
    async run({ database, currentUser, id, now }) {
      checkOwner(currentUser);
      await withdrawRequest({ database, currentUser }, id(), now);
      return nothing;
    },
  }),
];
