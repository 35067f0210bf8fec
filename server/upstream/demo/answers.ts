/** What the demo's client in the portal has said and asked, after the moves of their deals are written. */
import { eq, type SQL, sql } from "drizzle-orm";
import { answerEvents } from "../answers/portal-answer.ts";
import { portalQuestion } from "../answers/portal-question.ts";
import { nameOf } from "../engine/account-name.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { insertOne } from "../engine/writing.ts";
import {
  offerSuggestions,
  opportunities,
  packages,
  portalAnswers,
  portalOpenings,
  portalPriorities,
  portalQuestions,
} from "../tables.ts";

interface Person {
  readonly workspaceId: string;
  readonly clientId: string;
  /** The client's person who says it. */
  readonly email: string;
  readonly name: string;
  /** Who answers them. */
  readonly agent: { readonly accountId: string | null; readonly name: string };
  readonly now: Date;
}

const day = 86_400_000;

interface Deal {
  readonly id: string;
  readonly packageId: string;
  readonly stage: string;
}

/** Either whether they are interested, or how a showing was. */
interface Said {
  readonly choice?: "interested" | null;
  readonly rating?: number | null;
  readonly reasons?: string[];
  readonly remark: string;
  /** When the agent has taken note of it. */
  readonly notedAt?: string | null;
}

/** Suggests an offer wherever a deal has come to that stage: at the list price, until the day after tomorrow. */
export async function insertSuggestions(transaction: Queries, workspaceId: string, now: Date): Promise<void> {
  await transaction.execute(sql`
    insert into ${offerSuggestions} (workspace_id, opportunity_id, price_amount, price_currency, expires_at, terms,
      suggested_by_account_id, suggested_by_name, inserted_at)
    select ${workspaceId}::uuid, deal.id, coalesce(${packages.listPriceAmount}, 640000), 'USD', ${endOf(now)},
      'Closing in 30 days. The sellers keep nothing but the curtains. You may step back until the inspection is done.',
      deal.assigned_account_id, ${nameOf(sql`deal.assigned_account_id`)}, deal.stage_since
    from ${opportunities} deal join ${packages} on ${packages.id} = deal.package_id
    where deal.workspace_id = ${workspaceId} and deal.stage = 'offer_suggeted' and deal.assigned_account_id is not null`);
}

/** SQL of 5 p.m. in two days, where the property is. */
function endOf(now: Date): SQL {
  return sql`(date_trunc('day', ${now.toISOString()}::timestamptz at time zone ${packages.timeZone}) + interval '2 days 17 hours')
    at time zone ${packages.timeZone}`;
}

/** Answers, ratings and questions of a person, each after what it is about, and what they have opened. */
export async function insertAnswers(transaction: Queries, person: Person): Promise<void> {
  const { workspaceId, clientId, email, name, agent, now } = person;
  const { rows: deals } = await transaction.execute<Deal & Record<string, unknown>>(sql`
    select id, package_id as "packageId", stage from ${opportunities}
    where workspace_id = ${workspaceId} and client_id = ${clientId}`);
  const before = (days: number) => new Date(now.getTime() - days * day).toISOString();
  const write = { database: transaction, currentUser: { accountId: null, workspaceId, actorName: name } };
  const who = { workspaceId, email, name };

  async function answer(deal: Deal, { choice = null, rating = null, notedAt = null, ...said }: Said, days: number) {
    const insertedAt = before(days);
    const kind = rating === null ? "interest" : "rating";
    const noted = { notedAt, notedByName: notedAt === null ? null : agent.name };
    const row = { ...who, ...said, ...noted, kind, choice, rating, opportunityId: deal.id, insertedAt } as const;
    const id = await insertOne(transaction, portalAnswers, row);
    const told = Object.entries({ rating, remark: said.remark }).filter(([, after]) => after !== null);
    const changes = told.map(([field, after]) => ({ field, before: null, after }));
    await recordEvent(write, answerEvents, choice ?? "rated", id, changes, insertedAt);
  }

  async function ask(deal: Deal, body: string, days: number): Promise<string> {
    const insertedAt = before(days);
    const row = { ...who, opportunityId: deal.id, body, insertedAt, updatedAt: insertedAt };
    const id = await insertOne(transaction, portalQuestions, row);
    await recordEvent(write, portalQuestion, "asked", id, [{ field: "body", before: null, after: body }], insertedAt);
    return id;
  }

  async function reply(questionId: string, text: string, days: number): Promise<void> {
    const answeredAt = before(days);
    const change = { answer: text, answeredByName: agent.name, answeredAt, updatedAt: answeredAt, version: 2 };
    await transaction.update(portalQuestions).set(change).where(eq(portalQuestions.id, questionId));
    const staff = { database: transaction, currentUser: { accountId: agent.accountId, workspaceId } };
    const told = [{ field: "answer", before: null, after: text }];
    await recordEvent(staff, portalQuestion, "answered", questionId, told, answeredAt);
  }

  for (const deal of deals) {
    const isSuggested = deal.stage === "offer_suggeted";
    const opened = {
      packageId: deal.packageId,
      firstOpenedAt: before(isSuggested ? 15 : 8),
      lastOpenedAt: before(1.2),
    };
    await transaction.insert(portalOpenings).values({ ...who, clientId, ...opened });
    const priority = isSuggested ? "High" : "Medium";
    const chosen = { opportunityId: deal.id, priority, chosenAt: before(isSuggested ? 14 : 7) } as const;
    await transaction.insert(portalPriorities).values({ ...who, ...chosen });
    if (isSuggested) {
      const remark = "The quiet room to the back is what we hoped for.";
      await answer(deal, { choice: "interested", reasons: ["location", "layout"], remark, notedAt: before(13) }, 14);
      await answer(deal, { rating: 5, remark: "Even nicer than in the photos.", notedAt: before(6) }, 7);
      const asked = await ask(deal, "How old is the furnace, and does it stay in the house?", 10);
      await reply(asked, "It is from 2019 and stays. The receipt of its last service is in the disclosures.", 9.8);
    } else if (deal.stage === "showing_complete") {
      await answer(deal, { rating: 4, remark: "Lovely light. The street is louder than we thought." }, 2);
      await ask(deal, "Could the neighbors build higher behind the garden?", 1.2);
    }
  }
}
