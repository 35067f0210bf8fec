import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import type { Page } from "../json-api/page.ts";
import { one, type RecordOf, resource } from "../json-api/resource.ts";
import { money } from "../json-api/values.ts";

/** The calls about opportunities that wait for somebody: each asks for the beginning of one list, the most urgent first. */

const text = z.nullable(z.string());
const pair = {
  client: one(resource("client", { name: z.string(), profileImageUrl: text, archivedAt: text })),
  package: one(resource("package", { street: z.string(), timeZone: text, photoUrl: text })),
};

const silent = resource("opportunity", { stage: z.string(), updatedAt: z.string() }, pair);
export type SilentOpportunity = RecordOf<typeof silent>;

const out = resource("offer", { price: money, expiresAt: z.string(), opportunityId: z.string() }, pair);
export type OfferOut = RecordOf<typeof out>;

const requested = resource(
  "showing",
  { startsAt: z.string(), insertedAt: z.string(), opportunityId: z.string(), state: z.string(), requestId: text },
  pair,
);
export type RequestedShowing = RecordOf<typeof requested>;

const dated = resource(
  "opportunity",
  {
    inspectionsDueOn: text,
    closingOn: text,
    contact: z.nullable(z.object({ name: z.string(), isArchived: z.nullish(z.boolean()) })),
    address: z.nullable(z.object({ street: z.string() })),
  },
  pair,
);
export type DatedDeal = RecordOf<typeof dated>;

const beginning = (most: number) => ({ include: "client,package", "page[limit]": most, "page[count]": false });

/** Days without a word after which a deal counts as forgotten. */
const silentDays = 7;
/** Days ahead in which an offer that is out comes to its end. */
const expiringDays = 3;
/** Days ahead in which inspections are due or a deal closes. */
const deadlineDays = 7;

/** Deals under way to which nothing was written for a week, the longest first. */
export function listSilent(api: Api, most: number): Promise<Page<SilentOpportunity>> {
  const query = { ...beginning(most), "filter[silent_for_days]": silentDays, sort: "updated_at" };
  return api.list("/opportunities", silent, { query });
}

/** Deals under way with a deadline of inspections or a closing day that is near or past, the nearest first. */
export function listDated(api: Api, most: number): Promise<Page<DatedDeal>> {
  const query = { ...beginning(most), "filter[due_within_days]": deadlineDays, sort: "next_due_on" };
  return api.list("/opportunities", dated, { query });
}

/** Offers without an answer that end soon, or have ended, the soonest first. */
export function listExpiring(api: Api, most: number): Promise<Page<OfferOut>> {
  const filter = { "filter[state]": "sent", "filter[expires_within_days]": expiringDays };
  return api.list("/offers", out, { query: { ...beginning(most), ...filter, sort: "expires_at" } });
}

/** Showings that somebody asked for and nobody has confirmed, the soonest first. */
export function listRequested(api: Api, most: number): Promise<Page<RequestedShowing>> {
  const query = { ...beginning(most), "filter[state]": "requested", sort: "starts_at" };
  return api.list("/showings", requested, { query });
}
