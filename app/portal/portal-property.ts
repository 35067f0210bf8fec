import * as z from "zod/mini";
import { problem } from "../client-pages/portal-form.tsx";
import { figure, money } from "../json-api/values.ts";
import { type Suggestion, suggested } from "./answers.ts";

/** A property as a client sees it. */

const text = z.nullable(z.string());

/** How much someone wants a property. */
export const priorities = ["High", "Medium", "Low"] as const;
export type Priority = (typeof priorities)[number];
const priority = z.nullable(z.enum(priorities));

export const cardAttributes = {
  street: z.string(),
  city: text,
  state: text,
  zip: text,
  beds: figure,
  baths: figure,
  sqft: figure,
  listPrice: z.nullable(money),
  stage: z.string(),
  /** Who works the deal; null where that is not known. */
  agentName: z.catch(text, null),
  agentPriority: priority,
  ownPriority: priority,
  /** Whether this person has said that it is not for them. */
  isRefused: z.catch(z.boolean(), false),
  timeZone: z.string(),
  suggestion: z._default(suggested, null),
  /** The day of closing, of what they bought. */
  boughtOn: z.optional(text),
  /** The photo of the card; null for none. */
  coverId: z.optional(text),
  /** Whether this person has never opened it; on cards only. */
  isNew: z.optional(z.boolean()),
};

export const propertyAttributes = {
  ...cardAttributes,
  lotSize: figure,
  garages: figure,
  yearBuilt: figure,
  hoa: z.nullable(money),
  area: text,
  schools: z.pipe(
    z.nullable(z.array(z.object({ name: z.string(), url: text }))),
    z.transform((schools) => schools ?? []),
  ),
  offerDueAt: text,
  photos: z.array(z.object({ id: z.string(), caption: text })),
};

/** What has happened with a property since the person's visit before. */
export const eventAttributes = {
  kind: z.enum(["stage", "showing_confirmed", "showing_moved", "showing_cancelled"]),
  packageId: z.string(),
  /** The street. */
  property: z.string(),
  /** Of the deal, as it is now. */
  stage: z.string(),
  /** Whether the property still is among the client's. */
  isOpen: z.boolean(),
  /** Of a showing. */
  startsAt: text,
  timeZone: z.string(),
};

/** Whether the client has bought it: it stays, and is asked about no more. */
export function isBought({ stage }: { readonly stage: string }): boolean {
  return stage === "closed";
}

/** Whether anybody of the house has said what they think of the offer that is suggested. */
export function isOfferAnswered({ suggestion }: { readonly suggestion: Suggestion | null }): boolean {
  return suggestion !== null && suggestion.answers.length > 0;
}

/** The client's own priority once they have one, else the agent's; none of what is not for them, and of what is theirs. */
export function shownPriority(property: {
  readonly ownPriority: Priority | null;
  readonly agentPriority: Priority | null;
  readonly isRefused: boolean;
  readonly stage: string;
}): Priority | null {
  if (property.isRefused || isBought(property)) return null;
  return property.ownPriority ?? property.agentPriority;
}

export const priorityForm = z.object({ priority: z.enum(priorities, problem("choosePriority")) });
