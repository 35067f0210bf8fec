import { sql } from "drizzle-orm";
import { z } from "zod";
import { fullName } from "../engine/account-name.ts";
import { action, type Route } from "../engine/action.ts";
import { created, found, nothing } from "../engine/answer.ts";
import type { Member, Plan } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { forbidden } from "../engine/refusal.ts";
import { may } from "../permissions.ts";
import { planLimits } from "../plan-limits.ts";
import { accounts } from "../tables.ts";
import { findPendingRequest, requestPlan, withdrawRequest } from "./plan-requests.ts";
import { readUsage, reasonsAgainst } from "./usage.ts";

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

/** @throws Refusal 403 */
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

/** A workspace's plan, what is used of it, and requests for another one. */
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
