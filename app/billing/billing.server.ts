import { href, type RouterContextProvider } from "react-router";
import * as z from "zod/mini";
import { refuseAboveForm } from "../forms/forms.server.ts";
import type { Api } from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import { path } from "../json-api/path.ts";
import { resource } from "../json-api/resource.ts";
import { identityApiOf, load, refuse } from "../session/session.server.ts";
import { type Billing, billingAttributes, type PlanKey } from "./billing.ts";

const billing = resource("billing", billingAttributes);
const request = resource("plan_request", { plan: z.string() });

/**
 * The plan of the current user's workspace.
 * @throws 403 with who may see it, 501 where the service has no plans
 */
export function loadBilling(context: Readonly<RouterContextProvider>): Promise<Billing> {
  return load(findBilling(identityApiOf(context)));
}

async function findBilling(api: Api): Promise<Billing> {
  try {
    return await api.find("/billing", billing, { failure: "Failed to fetch the plan" });
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== "forbidden") throw error;
    throw refuse({
      refused: "You don't have permission to see the billing of this workspace.",
      who: "The owner can.",
      back: { label: "Back to settings", href: href("/settings") },
    });
  }
}

/**
 * Asks for a plan.
 * @throws FormRefusal with the reasons when the plan is too small, and when another request is waiting
 */
export async function requestPlan(api: Api, plan: PlanKey, key: string): Promise<void> {
  const failure = "Failed to send the request";
  const link = { href: href("/settings/billing/plans"), label: "View plans" };
  await api
    .create("/plan_requests", request, { plan }, { key, failure })
    .catch((error: unknown) => refuseAboveForm(error, link));
}

/** Withdraws a request; one that was settled meanwhile stays settled. @throws ApiError "missing" */
export async function withdrawRequest(api: Api, id: string, key: string): Promise<void> {
  const failure = "Failed to withdraw the request";
  await api.act(
    path`/plan_requests/${id}/withdrawal`,
    z.optional(z.unknown()),
    {},
    { type: request.type, key, failure },
  );
}
