/** Offers that an agent suggests to a client, and what the seller wants in their place; one is current. */
import { type SQLWrapper, sql } from "drizzle-orm";
import { z } from "zod";
import { nameOf } from "../engine/account-name.ts";
import { action, type Route } from "../engine/action.ts";
import { created } from "../engine/answer.ts";
import { recordEvent, type WithHistory } from "../engine/history.ts";
import { moneyJson, moneyOf, moneySchema } from "../engine/money.ts";
import type { Queries } from "../engine/queries.ts";
import { momentText, recordType } from "../engine/record.ts";
import { conflict } from "../engine/refusal.ts";
import { insertOne, nextVersion, requireRecord } from "../engine/writing.ts";
import { offerSuggestions, opportunities, opportunityMoves } from "../tables.ts";
import { checkDateRules } from "./date-rules.ts";
import { moment, terms } from "./inputs.ts";
import { opportunity } from "./opportunity.ts";
import { opportunityHolders } from "./shared-parts.ts";

const table = offerSuggestions;

interface Suggestion {
  readonly opportunityId: string;
  readonly workspaceId: string;
  readonly accountId: string;
  readonly price: z.output<typeof moneySchema>;
  readonly expiresAt: string | null;
  readonly terms: string | null;
  readonly termsEs: string | null;
  /** Whether it is the seller's answer to an offer that is out. */
  readonly isCounter?: boolean;
}

/** Replaces the current suggestion. @returns its id, and that of the former */
export async function suggestOffer(
  database: Queries,
  { opportunityId, workspaceId, accountId, price, ...facts }: Suggestion,
): Promise<{ readonly id: string; readonly replacedId: string | null }> {
  const [replaced] = await database
    .update(table)
    .set({ state: "replaced", ...nextVersion(table) })
    .where(isCurrent(opportunityId))
    .returning({ id: table.id });
  const id = await insertOne(database, table, {
    ...facts,
    opportunityId,
    workspaceId,
    priceAmount: price.amount,
    priceCurrency: price.currency,
    suggestedByAccountId: accountId,
    suggestedByName: nameOf(accountId),
  });
  return { id, replacedId: replaced?.id ?? null };
}

export async function setSuggestion(database: Queries, id: string, state: "current" | "undone"): Promise<void> {
  await database
    .update(table)
    .set({ state, ...nextVersion(table) })
    .where(sql`${table.id} = ${id}`);
}

/** SQL of an opportunity's current suggestion. */
export function isCurrent(opportunityId: string | SQLWrapper) {
  return sql`${table.opportunityId} = ${opportunityId} and ${table.state} = 'current'`;
}

/** SQL of an opportunity's current suggestion at the stage for it: that on which the client decides. */
export function isAsked(opportunityId: string | SQLWrapper) {
  return sql`${isCurrent(opportunityId)} and exists (select from ${opportunities} as deal where deal.id = ${table.opportunityId}
    and deal.stage = case when ${table.isCounter} then 'offer_sent' else 'offer_suggeted' end)`;
}

/** SQL of the stage that the client sees: without an offer to decide on there is nothing to say of a suggested one. */
export const stageForClient = sql`case when ${opportunities.stage} <> 'offer_suggeted' or exists (select from ${table}
    where ${table.opportunityId} = ${opportunities.id} and ${table.state} = 'current') then ${opportunities.stage}
  else coalesce((select ${opportunityMoves.fromStage} from ${opportunityMoves} where ${opportunityMoves.opportunityId} = ${opportunities.id}
    and ${opportunityMoves.toStage} = 'offer_suggeted' order by ${opportunityMoves.occurredAt} desc, ${opportunityMoves.id} desc limit 1),
    'open') end`;

export const suggestionFacts = {
  price: moneySchema,
  expires_at: z.iso.datetime().nullable(),
  terms: z.string().nullable(),
  terms_es: z.string().nullable(),
  suggested_by_name: z.string(),
  is_counter: z.boolean().describe("Whether it is what the seller wants in place of an offer that is out"),
  inserted_at: z.iso.datetime(),
};

export const suggestionJson = sql`json_build_object('id', ${table.id}, 'price', ${moneyJson(table.priceAmount, table.priceCurrency)},
  'expires_at', ${momentText(table.expiresAt)}, 'terms', ${table.terms}, 'terms_es', ${table.termsEs},
  'suggested_by_name', ${table.suggestedByName}, 'is_counter', ${table.isCounter}, 'inserted_at', ${momentText(table.insertedAt)})`;

const suggestionType = recordType("offer_suggestion", z.object({ opportunity_id: z.uuid() }));

const suggested: WithHistory<"changed" | "countered"> = {
  type: suggestionType.type,
  table,
  id: table.id,
  history: {
    topic: "opportunities",
    labels: { changed: "Suggested offer changed", countered: "Counter-offer recorded" },
    holders: opportunityHolders(table.opportunityId),
    contact: { changed: true, countered: true },
  },
};

const creation = z.object({
  price: moneyOf("Price"),
  expiresAt: moment("Expiry").nullish(),
  terms,
  termsEs: terms,
  /** The suggestion that the form showed. */
  replaces: z.uuid().nullable(),
});

export const suggestionRoute: Route = action({
  method: "POST",
  path: "/opportunities/:id/suggestions",
  summary:
    "Suggest an offer to the client, at the stage for it, or record the seller's counter-offer to one that is out; it replaces the one that is suggested",
  access: "workspace",
  input: { type: "offer_suggestion", attributes: creation },
  answers: { status: 201, of: suggestionType },
  async run({ database, currentUser, attributes, id: idOf }) {
    const opportunityId = idOf();
    const write = { database, currentUser };
    const record = await requireRecord(write, opportunity, opportunityId, "update", { isLocked: true });
    const isCounter = record.attributes.stage === "offer_sent";
    if (!isCounter && record.attributes.stage !== "offer_suggeted")
      throw conflict("stage_changed", "An offer is suggested at the stage for it.");
    const { price, expiresAt = null, terms = null, termsEs = null, replaces } = attributes;
    const [current] = await database.select({ id: table.id }).from(table).where(isAsked(opportunityId));
    if ((current?.id ?? null) !== replaces)
      throw conflict("suggestion_changed", "Another offer is suggested meanwhile.");
    const none = { showingAt: null, acceptedOn: null, closedOn: null };
    const of = { id: opportunityId, packageId: String(record.attributes.package_id) };
    await checkDateRules(database, of, { ...none, priceAmount: price.amount, expiresAt });
    const { workspaceId, accountId } = currentUser;
    const { id } = await suggestOffer(database, {
      opportunityId,
      workspaceId,
      accountId,
      price,
      expiresAt,
      terms,
      termsEs,
      isCounter,
    });
    // The offer that it answers is not taken back any more.
    if (isCounter)
      await database
        .update(opportunities)
        .set({ latestMoveId: null, ...nextVersion(opportunities) })
        .where(sql`${opportunities.id} = ${opportunityId}`);
    const given = Object.entries({ price, expires_at: expiresAt, terms, terms_es: termsEs });
    const changes = given.flatMap(([field, after]) => (after === null ? [] : [{ field, before: null, after }]));
    await recordEvent(write, suggested, isCounter ? "countered" : "changed", id, changes);
    return created(suggestionType, { id, attributes: { opportunity_id: opportunityId } });
  },
});
