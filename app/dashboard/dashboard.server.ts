import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";

/** The call about the dashboard's figures: the only file that names its JSON:API type. */

const dashboard = resource("dashboard", {
  newThisWeek: z.number(),
  showingsThisWeek: z.number(),
  showingsToConfirm: z.number(),
  openDeals: z.optional(z.number()),
  clients: z.optional(z.number()),
  offersDue: z.number(),
  nextOfferDueAt: z.nullable(z.string()),
  hasSamples: z.optional(z.boolean()),
  openSteps: z.optional(z.array(z.string())),
  valueInPlay: z.array(z.object({ currency: z.string(), amount: z.string(), offered: z.string() })),
});
export type Figures = RecordOf<typeof dashboard>;

const dismissal = resource("first_step_dismissal", {});

/** Shows a first step to the current user no more; again is a no-op. */
export async function putStepAway(api: Api, step: string): Promise<void> {
  await api.act("/first_step_dismissals", dismissal, { step }, { failure: "Failed to put the step away" });
}

/** @throws ApiError "missing" where the service counts nothing */
export function findFigures(api: Api): Promise<Figures> {
  return api.find("/dashboard", dashboard, { failure: "Failed to fetch the figures" });
}
