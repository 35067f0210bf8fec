import * as z from "zod/mini";
import { assignedAttributes } from "../assignments/listed-agents.ts";
import type { Versioned } from "../json-api/record.ts";
import { money } from "../json-api/values.ts";
import type { Rank } from "../labels.ts";

/** One client paired with one property: its stage, its rank, and what may be done next. */

const text = z.nullable(z.string());

/** A move that the service allows from the present stage. */
const allowedMove = z.object({
  to: z.string(),
  needs: z.array(z.string()),
  takes: z.array(z.string()),
  needsReason: z.boolean(),
  /** The word of the record's `can` without which it is not offered. */
  permission: z.string(),
});
export type AllowedMove = z.output<typeof allowedMove>;

/** What a service says about an opportunity beside its id. */
export const opportunityAttributes = {
  stage: z.string(),
  isSample: z.optional(z.boolean()),
  ...assignedAttributes,
  stageSince: text,
  rank: text,
  /** What the client says themselves. */
  clientRank: text,
  allowedMoves: z.pipe(
    z.nullable(z.array(allowedMove)),
    z.transform((moves) => moves ?? []),
  ),
  /** The latest move, while it can be taken back. */
  undo: z.nullable(z.object({ moveId: z.string(), to: z.string(), until: z.string() })),
  /** What was done after closing, while it can be taken back. */
  afterClosing: z.nullable(
    z.object({
      id: z.string(),
      isUndone: z.boolean(),
      tasks: z.number(),
      deals: z.number(),
      nextSteps: z.number(),
      /** Names of what the undo left, since somebody changed it. */
      kept: z.array(z.string()),
    }),
  ),
  latestOffer: z.nullable(
    z.object({
      price: money,
      state: z.string(),
      expiresAt: text,
      acceptedPrice: z.nullish(money),
      acceptedOn: z.nullish(z.string()),
    }),
  ),
  /** What the client is asked to approve: an offer that is not with the seller, or what the seller wants in place of one that is. */
  suggestedOffer: z.nullable(z.object({ price: money, expiresAt: text, isCounter: z.catch(z.boolean(), false) })),
  nextShowingAt: text,
  inspectionsDueOn: text,
  /** Planned until the deal is closed, then the day on which it was. */
  closingOn: text,
  /** How to reach the client; also where the client is another agent's. */
  contact: z.nullable(
    z.object({ name: z.string(), email: text, phoneNumber: text, isArchived: z.nullish(z.boolean()) }),
  ),
  /** Of the property; also where that is another agent's. */
  address: z.nullable(z.object({ street: z.string(), city: text, state: text, zip: text, timeZone: text })),
  hasAgreement: z.nullable(z.boolean()),
};
interface OpportunityFacts extends z.output<z.ZodMiniObject<typeof opportunityAttributes>> {}
export interface Opportunity extends Versioned, OpportunityFacts {}

/** The moves that the current user may make. */
export function openMoves({ allowedMoves, can }: Pick<Opportunity, "allowedMoves" | "can">): AllowedMove[] {
  return allowedMoves.filter(({ permission }) => can === null || can.includes(permission));
}

/** An opportunity to open: with a property that is known, or with the address of a new one. */
export type NewOpportunity = { readonly clientId: string; readonly rank: Rank } & (
  | { readonly packageId: string }
  | { readonly street: string }
);
