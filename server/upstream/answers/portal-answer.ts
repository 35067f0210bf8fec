/** Answers of a client's person. All are kept; the newest about a thing counts. */
import { isDeepStrictEqual } from "node:util";
import { type SQL, sql } from "drizzle-orm";
import type { PortalUser } from "../engine/current-user.ts";
import { recordEvent, type WithHistory } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { insertOne } from "../engine/writing.ts";
import { markUpdated } from "../opportunities/move-effects.ts";
import { opportunityHolders } from "../opportunities/shared-parts.ts";
import {
  type AttributeChange,
  type answerChoices,
  type answerKinds,
  offerSuggestions,
  opportunities,
  portalAnswers,
} from "../tables.ts";
import { writerOf } from "../visibility.ts";

const table = portalAnswers;

type Choice = (typeof answerChoices)[number];

/** The words for answers to what the seller wants instead. */
const counterEvents = {
  approved: "counter_approved",
  declined: "counter_declined",
  changes: "counter_changes",
} as const;

type AnswerEvent = Choice | "rated" | (typeof counterEvents)[keyof typeof counterEvents];

export const answerEvents: WithHistory<AnswerEvent> = {
  type: "portal_answer",
  table,
  id: table.id,
  history: {
    topic: "portal",
    labels: {
      interested: "Client interested",
      not_interested: "Client not interested",
      rated: "Showing rated by the client",
      approved: "Suggested offer approved by the client",
      declined: "Suggested offer declined by the client",
      changes: "Changes to the suggested offer asked for by the client",
      counter_approved: "Counter-offer approved by the client",
      counter_declined: "Counter-offer declined by the client",
      counter_changes: "Changes to the counter-offer asked for by the client",
      repair: "Client wants a repair",
      credit: "Client wants a credit",
      leave: "Client wants to leave a finding as it is",
    },
    holders: opportunityHolders(table.opportunityId),
    contact: {
      interested: true,
      not_interested: true,
      rated: true,
      approved: true,
      changes: true,
      declined: true,
      counter_approved: true,
      counter_declined: true,
      counter_changes: true,
      repair: true,
      credit: true,
      leave: true,
    },
  },
};

interface GivenAnswer {
  readonly kind: (typeof answerKinds)[number];
  readonly choice: Choice | null;
  readonly rating?: number;
  readonly reasons?: readonly string[];
  readonly remark: string | null;
  /** For an open offer, when there is no interest. */
  readonly offer?: "drop" | "keep" | null | undefined;
  /** The same of showings to come. */
  readonly showings?: "drop" | "keep" | null | undefined;
  readonly suggestionId?: string;
  readonly findingId?: string;
  /** For the history; by default the property. */
  readonly about?: string;
}

/** Adds an answer, unless it repeats the last one. */
export async function keepAnswer(
  database: Queries,
  user: PortalUser,
  opportunityId: string,
  { about, ...given }: GivenAnswer,
): Promise<void> {
  const { workspaceId, email, name } = user;
  const {
    kind,
    choice,
    rating = null,
    reasons = [],
    remark,
    offer = null,
    showings = null,
    suggestionId = null,
    findingId = null,
  } = given;
  const values = { kind, choice, rating, reasons: [...reasons], remark, offer, showings, suggestionId, findingId };
  const isSame = sql`${table.opportunityId} = ${opportunityId} and ${table.email} = ${email} and ${table.kind} = ${kind}
    and ${table.findingId} is not distinct from ${findingId}::uuid and ${table.isLatest}`;
  const [known] = await database.select().from(table).where(isSame);
  if (known !== undefined && isDeepStrictEqual({ ...known, ...values }, known)) return;
  await database.update(table).set({ isLatest: false }).where(isSame);
  const id = await insertOne(database, table, { ...values, workspaceId, opportunityId, email, name });
  const changes = listed({ about, rating, reasons, remark, offer, showings });
  const event = await eventOf(database, choice, suggestionId);
  await recordEvent({ database, currentUser: writerOf(user) }, answerEvents, event, id, changes);
  await markUpdated(database, opportunityId);
}

async function eventOf(database: Queries, choice: Choice | null, suggestionId: string | null): Promise<AnswerEvent> {
  if (suggestionId === null || !(choice === "approved" || choice === "declined" || choice === "changes"))
    return choice ?? "rated";
  const [suggested] = await database
    .select({ isCounter: offerSuggestions.isCounter })
    .from(offerSuggestions)
    .where(sql`${offerSuggestions.id} = ${suggestionId}`);
  return suggested?.isCounter ? counterEvents[choice] : choice;
}

/** SQL of whether a person said that an opportunity's property is not for them. */
export function isRefusedBy(email: string): SQL {
  return sql`exists (select from ${table} where ${table.opportunityId} = ${opportunities.id} and ${table.email} = ${email}
    and ${table.isLatest} and ${table.choice} = 'not_interested')`;
}

/** Ends a person's "not for me"; it stays as a version. */
export async function forgetRefusal(database: Queries, { email }: PortalUser, opportunityId: string): Promise<void> {
  await database
    .update(table)
    .set({ isLatest: false })
    .where(sql`${table.opportunityId} = ${opportunityId} and ${table.email} = ${email} and ${table.isLatest}
      and ${table.choice} = 'not_interested'`);
}

function listed(given: Readonly<Record<string, unknown>>): AttributeChange[] {
  return Object.entries(given).flatMap(([field, after]) => {
    const isEmpty = after === undefined || after === null || (Array.isArray(after) && after.length === 0);
    return isEmpty ? [] : [{ field, before: null, after }];
  });
}
