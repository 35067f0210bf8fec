import { sql } from "drizzle-orm";
import { z } from "zod";
import { nameOf } from "../engine/account-name.ts";
import { action, type Route } from "../engine/action.ts";
import { found, listed, nothing } from "../engine/answer.ts";
import { givenMoment } from "../engine/days.ts";
import { moneyJson, moneySchema } from "../engine/money.ts";
import type { Queries } from "../engine/queries.ts";
import { readOne } from "../engine/reading.ts";
import { momentText, recordType } from "../engine/record.ts";
import { nextVersion, requireRecord } from "../engine/writing.ts";
import {
  isCurrent,
  isAsked as isOfferAsked,
  suggestionFacts,
  suggestionJson,
} from "../opportunities/offer-suggestion.ts";
import { opportunity } from "../opportunities/opportunity.ts";
import {
  answerChoices,
  answerKinds,
  clients,
  findings,
  offerSuggestions,
  openChoices,
  opportunities,
  packages,
  portalAnswers,
  portalPriorities,
  portalQuestions,
} from "../tables.ts";
import { ownOpportunities, visibleOpportunities } from "../visibility.ts";
import { ownAnswerRoutes } from "./own-answer-routes.ts";
import { repairStages } from "./own-answers.ts";
import { questionRoutes } from "./portal-question.ts";

const askedType = recordType(
  "portal_asked_property",
  z.object({
    street: z.string(),
    is_offer_suggested: z.boolean().describe("Whether an offer waits for an answer of anybody of the house"),
    suggested_by_name: z.string().nullable().describe("Who suggests that offer"),
    is_counter: z.boolean().describe("Whether that is the seller's counter-offer"),
    open_repairs: z.int().describe("Findings that nobody of the house has answered"),
  }),
);

const mostAsked = 50;

const askedRoute: Route = action({
  method: "GET",
  path: "/portal/asked",
  summary: "The properties about which the client is asked something that they have not answered, by street",
  access: "client",
  answers: { status: 200, of: askedType, many: true },
  async run({ database, currentUser, now }) {
    const given = sql`${portalAnswers.opportunityId} = ${opportunities.id} and ${portalAnswers.isLatest}`;
    const { rows } = await database.execute<Record<string, unknown> & { id: string }>(sql`
      select * from (
        select ${packages.id}, ${packages.street},
          ${opportunities.stage} = 'offer_sent' as is_counter,
          (select ${offerSuggestions.suggestedByName} from ${offerSuggestions} where ${isOfferAsked(opportunities.id)}
              and coalesce(${offerSuggestions.expiresAt} > ${now}, true) and not exists (select from ${portalAnswers}
                where ${given} and ${portalAnswers.suggestionId} = ${offerSuggestions.id})) as suggested_by_name,
          case when ${opportunities.stage} in ${[...repairStages]} then (select count(*)::integer from ${findings}
            where ${findings.packageId} = ${packages.id} and ${findings.isClientAsked} and not ${findings.isProposed}
              and not exists (select from ${portalAnswers} where ${given} and ${portalAnswers.findingId} = ${findings.id}))
            else 0 end as open_repairs
        from ${opportunities} join ${packages} on ${packages.id} = ${opportunities.packageId}
        where ${ownOpportunities(currentUser)} and ${opportunities.isActive} and not ${packages.isArchived}
      ) asked
      where suggested_by_name is not null or open_repairs > 0 order by street, id limit ${mostAsked}`);
    return listed(
      askedType,
      rows.map(({ id, ...attributes }) => ({
        id,
        attributes: { ...attributes, is_offer_suggested: attributes.suggested_by_name !== null },
      })),
    );
  },
});

const moment = z.iso.datetime();
const text = z.string().nullable();

const clientAnswers = z.object({
  priorities: z.array(z.object({ name: z.string(), priority: z.string(), chosen_at: moment })),
  answers: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      kind: z.enum(answerKinds),
      choice: z.enum(answerChoices).nullable(),
      rating: z.int().nullable(),
      reasons: z.array(z.string()),
      remark: text,
      offer: z
        .enum(openChoices)
        .nullable()
        .describe("What becomes of the open offer, of an answer that is no interest"),
      showings: z.enum(openChoices).nullable().describe("The same of showings to come"),
      is_latest: z.boolean().describe("False for what the person has said before about the same"),
      inserted_at: moment,
      is_noted: z.boolean(),
      finding: text.describe("Its title, of an answer about one"),
      offered_price: moneySchema.nullable().describe("Of the suggested offer that it is about"),
      is_about_counter: z.boolean().describe("Whether that is the seller's counter-offer"),
      is_about_current: z.boolean().describe("False for an answer about an offer that was replaced"),
    }),
  ),
  questions: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      body: z.string(),
      inserted_at: moment,
      answer: text,
      answered_by_name: text,
      answered_at: moment.nullable(),
    }),
  ),
  suggestion: z.object({ id: z.uuid(), ...suggestionFacts }).nullable(),
});

const clientAnswersType = recordType("client_answers", clientAnswers);

const waitingType = recordType(
  "client_answer",
  z.object({
    kind: z.enum([...answerKinds, "question"]),
    choice: z.enum(answerChoices).nullable(),
    rating: z.int().nullable(),
    is_about_counter: z.boolean().describe("Whether it answers the seller's counter-offer"),
    total: z.int(),
    name: z.string(),
    inserted_at: moment,
    opportunity_id: z.uuid(),
    property: z.string(),
    client: z.string(),
  }),
);

const most = 200;
const mostWaiting = 200;

const clientAnswerRoutes: readonly Route[] = [
  action({
    method: "GET",
    path: "/opportunities/:id/client_answers",
    summary: "What the client's household says about the property of an opportunity, newest first",
    access: "workspace",
    answers: { status: 200, of: clientAnswersType },
    async run({ database, currentUser, id }) {
      const { record } = await readOne(database, opportunity, currentUser, id());
      const attributes = await readClientAnswers(database, record.id);
      return found(clientAnswersType, {
        id: record.id,
        attributes,
        path: `/opportunities/${record.id}/client_answers`,
      });
    },
  }),
  action({
    method: "POST",
    path: "/opportunities/:id/client_answers/acknowledgement",
    summary: "Take note of the answers up to a moment: they need no more attention",
    access: "workspace",
    input: { type: "client_answers", attributes: z.object({ until: givenMoment("Say up to when.") }) },
    answers: { status: 204, of: null },
    async run({ database, currentUser, attributes: { until }, id }) {
      await requireRecord({ database, currentUser }, opportunity, id(), "update", { isLocked: true });
      await database
        .update(portalAnswers)
        .set({ notedAt: sql`now()`, notedByName: nameOf(currentUser.accountId), ...nextVersion(portalAnswers) })
        .where(sql`${portalAnswers.opportunityId} = ${id()} and ${portalAnswers.notedAt} is null
          and ${portalAnswers.insertedAt} <= ${until}::timestamptz`);
      return nothing;
    },
  }),
  action({
    method: "GET",
    path: "/client_answers",
    summary: `What clients of open opportunities say that nobody has taken note of, and their open questions, the longest wait first, ${mostWaiting} at most`,
    access: "workspace",
    answers: { status: 200, of: waitingType, many: true },
    async run({ database, currentUser }) {
      const { rows } = await database.execute<Record<string, unknown> & { id: string }>(sql`
        select waiting.id, waiting.kind, waiting.choice, waiting.rating, waiting.is_about_counter, waiting.total, waiting.name,
          ${momentText(sql`waiting.since`)} as inserted_at, ${opportunities.id} as opportunity_id, ${packages.street} as property,
          ${clients.name} as client
        from (
          select (array_agg(id order by inserted_at))[1] as id, opportunity_id, kind, name, min(inserted_at) as since, count(*)::integer as total,
            case when count(distinct choice) = 1 then min(choice) end as choice, max(rating) as rating,
            coalesce(bool_or((select ${offerSuggestions.isCounter} from ${offerSuggestions} where ${offerSuggestions.id} = suggestion_id)), false)
              as is_about_counter
          from ${portalAnswers} where ${portalAnswers.workspaceId} = ${currentUser.workspaceId} and is_latest and noted_at is null
          group by opportunity_id, kind, email, name
          union all
          select id, opportunity_id, 'question', name, inserted_at, 1, null, null, false
          from ${portalQuestions} where ${portalQuestions.workspaceId} = ${currentUser.workspaceId} and answered_at is null
        ) waiting
        join ${opportunities} on ${opportunities.id} = waiting.opportunity_id
        join ${packages} on ${packages.id} = ${opportunities.packageId}
        join ${clients} on ${clients.id} = ${opportunities.clientId}
        where ${visibleOpportunities(currentUser)} and ${opportunities.isActive} and not ${clients.isArchived}
        order by waiting.since, waiting.id limit ${mostWaiting}`);
      return listed(
        waitingType,
        rows.map(({ id, ...attributes }) => ({ id, attributes })),
      );
    },
  }),
];

async function readClientAnswers(database: Queries, id: string) {
  const at = momentText(sql`inserted_at`);
  const { rows } = await database.execute(sql`select
    coalesce((select json_agg(json_build_object('name', name, 'priority', priority, 'chosen_at', ${momentText(sql`chosen_at`)}) order by chosen_at desc)
      from ${portalPriorities} where ${portalPriorities.opportunityId} = ${id}), '[]') as priorities,
    coalesce((select json_agg(json_build_object('id', id, 'name', name, 'kind', kind, 'choice', choice, 'rating', rating,
        'reasons', reasons, 'remark', remark, 'offer', offer, 'showings', showings, 'is_latest', is_latest, 'inserted_at', ${at}, 'is_noted', noted_at is not null,
        'finding', (select title from ${findings} where ${findings.id} = finding_id),
        'offered_price', (select ${moneyJson(offerSuggestions.priceAmount, offerSuggestions.priceCurrency)} from ${offerSuggestions}
          where ${offerSuggestions.id} = suggestion_id),
        'is_about_counter', coalesce((select ${offerSuggestions.isCounter} from ${offerSuggestions} where ${offerSuggestions.id} = suggestion_id), false),
        'is_about_current', suggestion_id is null or suggestion_id in (select ${offerSuggestions.id} from ${offerSuggestions}
          where ${isCurrent(id)})) order by inserted_at desc, id)
      from (select * from ${portalAnswers} where ${portalAnswers.opportunityId} = ${id}
        and (${portalAnswers.isLatest} or ${portalAnswers.kind} in ('offer', 'interest'))
        order by ${portalAnswers.insertedAt} desc limit ${most}) as latest), '[]') as answers,
    coalesce((select json_agg(json_build_object('id', id, 'name', name, 'body', body, 'inserted_at', ${at}, 'answer', answer,
        'answered_by_name', answered_by_name, 'answered_at', ${momentText(sql`answered_at`)}) order by inserted_at desc, id)
      from (select * from ${portalQuestions} where ${portalQuestions.opportunityId} = ${id}
        order by ${portalQuestions.insertedAt} desc limit ${most}) as latest), '[]') as questions,
    (select ${suggestionJson} from ${offerSuggestions} where ${isOfferAsked(id)}) as suggestion`);
  return clientAnswers.parse(rows[0]);
}

export const answerRoutes: readonly Route[] = [
  askedRoute,
  ...ownAnswerRoutes,
  ...clientAnswerRoutes,
  ...questionRoutes,
];
