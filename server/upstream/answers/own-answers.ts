/** What a client's household said about a property, and is asked. */
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { z } from "zod";
import type { PortalUser } from "../engine/current-user.ts";
import { moneyJson, moneySchema } from "../engine/money.ts";
import type { Queries } from "../engine/queries.ts";
import { momentText, recordType } from "../engine/record.ts";
import { isAsked as isSuggestionAsked, suggestionFacts, suggestionJson } from "../opportunities/offer-suggestion.ts";
import type { OwnOpportunity } from "../opportunities/own-opportunity.ts";
import type { Stage } from "../opportunities/stages.ts";
import {
  answerChoices,
  findings,
  offerSuggestions,
  offers,
  portalAnswers,
  portalQuestions,
  showings,
} from "../tables.ts";

const moment = z.iso.datetime();
const text = z.string().nullable();

const answerSchema = z.object({
  choice: z.enum(answerChoices).nullable(),
  rating: z.int().nullable(),
  reasons: z.array(z.string()),
  remark: text,
  inserted_at: moment,
});

const suggestionSchema = z.object({ id: z.uuid(), ...suggestionFacts });

export const answeredSuggestion = suggestionSchema
  .extend({
    is_expired: z.boolean(),
    earlier: suggestionSchema.nullable().describe("What was suggested before"),
    answers: z
      .array(
        z.object({
          name: z.string(),
          is_own: z.boolean(),
          choice: z.enum(answerChoices),
          remark: text,
          inserted_at: moment,
        }),
      )
      .describe("The last word of each person of the house, the oldest first"),
  })
  .nullable();

const ownAnswers = z.object({
  interest: answerSchema.nullable().describe("Of the person who asks, as is the rating"),
  rating: answerSchema.nullable(),
  others: z
    .array(
      z.object({
        name: z.string(),
        kind: z.enum(["interest", "rating"]),
        choice: z.enum(answerChoices).nullable(),
        rating: z.int().nullable(),
      }),
    )
    .describe("What the other people of the house have said of it"),
  may_rate: z.boolean().describe("Whether a showing has taken place"),
  showings: z.array(
    z.object({
      id: z.uuid(),
      state: z.string(),
      starts_at: moment,
      is_time_guessed: z.boolean().describe("Whether only its day is known"),
      duration_minutes: z.int(),
      is_asked: z.boolean(),
      asked_by: text.describe("Who of the house asked for it; null for the person who reads"),
      request_id: z.uuid().nullable(),
      may_cancel: z.boolean(),
    }),
  ),
  suggestion: answeredSuggestion,
  offer: z
    .object({
      state: z.enum(["sent", "accepted", "declined"]),
      price: moneySchema.describe("What was agreed on, once it is accepted"),
      expires_at: moment.nullable(),
    })
    .nullable()
    .describe("The latest that is or was with the seller, without those that were taken back"),
  findings: z
    .array(
      z.object({
        id: z.uuid(),
        title: z.string(),
        system: z.string(),
        low_cost: moneySchema.nullable(),
        high_cost: moneySchema.nullable(),
        choice: z.enum(answerChoices).nullable(),
        remark: text,
        others: z.array(z.object({ name: z.string(), choice: z.enum(answerChoices) })),
      }),
    )
    .describe("Those that the agent asks about, with the person's own answers"),
  questions: z.array(
    z.object({
      id: z.uuid(),
      body: z.string(),
      name: z.string(),
      is_own: z.boolean(),
      inserted_at: moment,
      answer: text,
      answered_by_name: text,
      answered_at: moment.nullable(),
    }),
  ),
});

export const ownAnswersType = recordType("portal_answers", ownAnswers);

export const repairStages: readonly string[] = ["offer_accepted", "inspections_underway"] satisfies Stage[];

const most = 50;

/** Reads all of them in one query. */
export async function readOwnAnswers(database: Queries, user: PortalUser, ownOpportunity: OwnOpportunity, now: Date) {
  const { rows } = await database.execute(sql`select
    ${ownAnswer(user, ownOpportunity, "interest")} as interest, ${ownAnswer(user, ownOpportunity, "rating")} as rating,
    ${othersOf(user, ownOpportunity)} as others,
    exists (select from ${showings} where ${hasTakenPlace(ownOpportunity, now)}) as may_rate, ${showingsOf(user, ownOpportunity, now)} as showings,
    ${suggestionOf(user, ownOpportunity.id, now)} as suggestion,
    ${ownOpportunity.stage === "offer_suggeted" ? sql`null::json` : offerOf(ownOpportunity)} as offer,
    ${repairStages.includes(ownOpportunity.stage) ? findingsOf(user, ownOpportunity) : sql`'[]'::json`} as findings,
    ${questionsOf(user, ownOpportunity)} as questions`);
  return ownAnswers.parse(rows[0]);
}

/** SQL of whether a showing is over that was not cancelled. */
export function hasTakenPlace({ id }: OwnOpportunity, now: Date): SQL {
  return sql`${showings.opportunityId} = ${id} and (${showings.state} = 'held' or (${showings.state} = 'confirmed'
    and ${showings.startsAt} + make_interval(mins => ${showings.durationMinutes}) < ${now}))`;
}

function ownAnswer({ email }: PortalUser, { id }: OwnOpportunity, kind: "interest" | "rating"): SQL {
  return sql`(select json_build_object('choice', ${portalAnswers.choice}, 'rating', ${portalAnswers.rating}, 'reasons', ${portalAnswers.reasons},
      'remark', ${portalAnswers.remark}, 'inserted_at', ${momentText(portalAnswers.insertedAt)})
    from ${portalAnswers} where ${portalAnswers.opportunityId} = ${id} and ${portalAnswers.email} = ${email}
      and ${portalAnswers.kind} = ${kind} and ${portalAnswers.isLatest})`;
}

function othersOf({ email }: PortalUser, { id }: OwnOpportunity): SQL {
  return sql`coalesce((select json_agg(json_build_object('name', name, 'kind', kind, 'choice', choice, 'rating', rating) order by name, email)
    from ${portalAnswers} where ${portalAnswers.opportunityId} = ${id} and ${portalAnswers.email} <> ${email}
      and ${portalAnswers.kind} in ('interest', 'rating') and ${portalAnswers.isLatest}), '[]')`;
}

function showingsOf({ email }: PortalUser, { id }: OwnOpportunity, now: Date): SQL {
  return sql`coalesce((select json_agg(json_build_object('id', id, 'state', state, 'starts_at', ${momentText(sql`starts_at`)},
      'duration_minutes', duration_minutes, 'is_time_guessed', is_time_guessed, 'is_asked', requested_by_name is not null,
      'asked_by', case when requested_by_email <> ${email} then requested_by_name end,
      'request_id', request_id,
      'may_cancel', state = 'requested' or (state = 'confirmed' and starts_at > ${now})) order by starts_at desc, id)
    from (select * from ${showings} where ${showings.opportunityId} = ${id}
      order by ${showings.startsAt} desc limit ${most}) as latest), '[]')`;
}

/** SQL of the suggestion on which the client decides, with what the house says of it. */
export function suggestionOf({ email }: PortalUser, id: string | SQLWrapper, now: Date): SQL {
  const answers = sql`coalesce((select json_agg(json_build_object('name', name, 'is_own', email = ${email}, 'choice', choice,
      'remark', remark, 'inserted_at', ${momentText(sql`inserted_at`)}) order by inserted_at)
    from ${portalAnswers} where ${portalAnswers.suggestionId} = ${offerSuggestions.id} and ${portalAnswers.isLatest}), '[]')`;
  const earlier = sql`(select ${suggestionJson} from ${offerSuggestions} where ${offerSuggestions.opportunityId} = ${id}
    and ${offerSuggestions.state} = 'replaced' order by ${offerSuggestions.insertedAt} desc limit 1)`;
  return sql`(select (${suggestionJson})::jsonb || jsonb_build_object('is_expired', coalesce(${offerSuggestions.expiresAt} < ${now}, false),
      'answers', ${answers}, 'earlier', ${earlier}) from ${offerSuggestions} where ${isSuggestionAsked(id)})`;
}

function offerOf({ id }: OwnOpportunity): SQL {
  const price = sql`coalesce(${moneyJson(offers.acceptedPriceAmount, offers.acceptedPriceCurrency)},
    ${moneyJson(offers.priceAmount, offers.priceCurrency)})`;
  return sql`(select json_build_object('state', ${offers.state}, 'expires_at', ${momentText(offers.expiresAt)}, 'price', ${price})
    from ${offers} where ${offers.state} in ('sent', 'accepted', 'declined') and ${offers.id} = (select latest.id from ${offers} as latest
      where latest.opportunity_id = ${id} and latest.state <> 'undone' order by latest.sent_at desc, latest.id desc limit 1))`;
}

function findingsOf({ email }: PortalUser, { id, packageId }: OwnOpportunity): SQL {
  const others = sql`coalesce((select json_agg(json_build_object('name', other.name, 'choice', other.choice) order by other.name, other.email)
    from ${portalAnswers} other where other.finding_id = ${findings.id} and other.opportunity_id = ${id} and other.email <> ${email}
      and other.is_latest), '[]')`;
  return sql`coalesce((select json_agg(json_build_object('id', ${findings.id}, 'title', ${findings.title}, 'system', ${findings.system},
      'low_cost', ${moneyJson(findings.lowCost, findings.currency)},
      'high_cost', ${moneyJson(findings.highCost, findings.currency)}, 'choice', ${portalAnswers.choice},
      'remark', ${portalAnswers.remark}, 'others', ${others}) order by ${findings.severityKey}, ${findings.insertedAt}, ${findings.id})
    from ${findings} left join ${portalAnswers} on ${portalAnswers.findingId} = ${findings.id}
      and ${portalAnswers.opportunityId} = ${id} and ${portalAnswers.email} = ${email} and ${portalAnswers.isLatest}
    where ${isAsked(packageId)}), '[]')`;
}

/** SQL of findings about which the client is asked. */
export function isAsked(packageId: string): SQL {
  return sql`${findings.packageId} = ${packageId} and ${findings.isClientAsked} and not ${findings.isProposed}`;
}

function questionsOf({ email }: PortalUser, { id }: OwnOpportunity): SQL {
  return sql`coalesce((select json_agg(json_build_object('id', id, 'body', body, 'name', name, 'is_own', email = ${email},
      'inserted_at', ${momentText(sql`inserted_at`)}, 'answer', answer, 'answered_by_name', answered_by_name,
      'answered_at', ${momentText(sql`answered_at`)}) order by inserted_at desc, id)
    from (select * from ${portalQuestions} where ${portalQuestions.opportunityId} = ${id}
      order by ${portalQuestions.insertedAt} desc limit ${most}) as latest), '[]')`;
}
