import * as z from "zod/mini";
import { one, type RecordOf, resource } from "../json-api/resource.ts";
import { money } from "../json-api/values.ts";
import { opportunityAttributes } from "./opportunity.ts";

/** Opportunities, their moves and their offers as the service has them: the only file that names their JSON:API types. */

const text = z.nullable(z.string());
const pairedClient = resource("client", { name: z.string(), email: text, phoneNumber: text, profileImageUrl: text });
const pairedPackage = resource("package", {
  street: z.string(),
  city: text,
  state: text,
  zip: text,
  timeZone: text,
  photoUrl: text,
  listPrice: z.nullable(money),
  offerDueAt: text,
});
export const opportunityResource = resource("opportunity", opportunityAttributes, {
  client: one(pairedClient),
  package: one(pairedPackage),
});
export type FoundOpportunity = RecordOf<typeof opportunityResource>;

export const moveResource = resource("opportunity_move", {
  from: z.string(),
  to: z.string(),
  showingAt: text,
  price: z.nullable(money),
  expiresAt: text,
  acceptedOn: text,
  deadlineOn: text,
  closedOn: text,
  reason: text,
  reasonText: text,
  undoesId: text,
  actorName: text,
  occurredAt: z.string(),
});
export type FoundMove = RecordOf<typeof moveResource>;

export const offerResource = resource("offer", {
  state: z.string(),
  price: money,
  expiresAt: text,
  sentAt: z.string(),
  acceptedPrice: z.nullable(money),
  acceptedOn: text,
});
export type FoundOffer = RecordOf<typeof offerResource>;

export const stageCounts = resource("stage_counts", {
  counts: z.array(z.object({ stage: z.string(), total: z.number(), values: z.nullish(z.array(money)) })),
  most: z.number(),
});
