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
  hasClients: z.boolean(),
  hasPackages: z.boolean(),
  hasOpportunities: z.boolean(),
  valueInPlay: z.array(z.object({ currency: z.string(), amount: z.string(), offered: z.string() })),
});
export type Figures = RecordOf<typeof dashboard>;

/** @throws ApiError "missing" where the service counts nothing */
export function findFigures(api: Api): Promise<Figures> {
  return api.find("/dashboard", dashboard, { failure: "Failed to fetch the figures" });
}
