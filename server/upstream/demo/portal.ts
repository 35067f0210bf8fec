import { randomBytes } from "node:crypto";
import { eq, type SQL, sql } from "drizzle-orm";
import { estimateOf } from "../../../arithmetic/costs/estimate.ts";
import { answerEvents } from "../answers/portal-answer.ts";
import { portalQuestion } from "../answers/portal-question.ts";
import { estimateInputs } from "../costs/inputs.ts";
import { keep } from "../costs/stored-inputs.ts";
import { nameOf } from "../engine/account-name.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { insertOne } from "../engine/writing.ts";
import { fullName } from "../identity/person-name.ts";
import {
  clients,
  costEstimates,
  findings,
  offerSuggestions,
  opportunities,
  packages,
  portalAnswers,
  portalInvitations,
  portalOpenings,
  portalPeople,
  portalPriorities,
  portalQuestions,
  portalReleases,
  tasks,
} from "../tables.ts";
import type { DemoWorkspace } from "./clients.ts";

const buyer = { email: "buyer@client.example", name: "Nora Lindqvist" };

const day = 86_400_000;

/** Gives a client of the demo access to the portal, with requests, released properties and answers. */
export async function insertPortal(
  transaction: Queries,
  { workspaceId, accounts, names, now }: Omit<DemoWorkspace, "pictures">,
) {
  const [client] = await transaction
    .select({ id: clients.id })
    .from(clients)
    .where(sql`${clients.workspaceId} = ${workspaceId} and ${clients.emailKey} = ${buyer.email}`);
  if (client === undefined) throw new Error("The demo's buyer is not there.");
  const before = (days: number) => new Date(now.getTime() - days * day).toISOString();
  await transaction.insert(portalInvitations).values({
    workspaceId,
    clientId: client.id,
    emailKey: buyer.email,
    tokenHash: randomBytes(32),
    mailId: crypto.randomUUID(),
    invitedByAccountId: accounts.get("member") ?? null,
    sentAt: before(20),
    expiresAt: before(13),
    acceptedAt: before(19),
    lastSeenAt: before(1),
    insertedAt: before(20),
    updatedAt: before(19),
  });
  await transaction.insert(portalPeople).values({ email: buyer.email });
  const asked = ["Send us your pre-approval letter", "Tell us which weekends suit you for showings"];
  const rows = asked.map((title, place) => ({
    workspaceId,
    title,
    clientId: client.id,
    dueOn: before(-2 - 3 * place).slice(0, 10),
    assigneeAccountId: accounts.get("member") ?? null,
    assignedByAccountId: accounts.get("member") ?? null,
    isVisibleToClient: true,
    insertedAt: before(3),
    updatedAt: before(3),
  }));
  await transaction.insert(tasks).values(rows);
  await insertReleased(transaction, workspaceId, client.id);
  await insertSuggestions(transaction, workspaceId, now);
  const agent = { accountId: accounts.get("member") ?? null, name: fullName(names.member) };
  await insertAnswers(transaction, { ...buyer, workspaceId, clientId: client.id, agent, now });
}

interface Person {
  readonly workspaceId: string;
  readonly clientId: string;
  readonly email: string;
  readonly name: string;
  readonly agent: { readonly accountId: string | null; readonly name: string };
  readonly now: Date;
}

interface Deal {
  readonly id: string;
  readonly packageId: string;
  readonly stage: string;
}

interface Said {
  readonly choice?: "interested" | null;
  readonly rating?: number | null;
  readonly reasons?: string[];
  readonly remark: string;
  readonly notedAt?: string | null;
}

/** Suggests offers at the list price, until the day after tomorrow. */
async function insertSuggestions(transaction: Queries, workspaceId: string, now: Date): Promise<void> {
  await transaction.execute(sql`
    insert into ${offerSuggestions} (workspace_id, opportunity_id, price_amount, price_currency, expires_at, terms,
      suggested_by_account_id, suggested_by_name, inserted_at)
    select ${workspaceId}::uuid, deal.id, coalesce(${packages.listPriceAmount}, 640000), 'USD', ${endOf(now)},
      'Closing in 30 days. The sellers keep nothing but the curtains. You may step back until the inspection is done.',
      deal.assigned_account_id, ${nameOf(sql`deal.assigned_account_id`)}, deal.stage_since
    from ${opportunities} deal join ${packages} on ${packages.id} = deal.package_id
    where deal.workspace_id = ${workspaceId} and deal.stage = 'offer_suggeted' and deal.assigned_account_id is not null`);
}

function endOf(now: Date): SQL {
  return sql`(date_trunc('day', ${now.toISOString()}::timestamptz at time zone ${packages.timeZone}) + interval '2 days 17 hours')
    at time zone ${packages.timeZone}`;
}

/** Adds a person's answers, ratings and questions, and what they have opened. */
async function insertAnswers(transaction: Queries, person: Person): Promise<void> {
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

const buying = {
  currency: "USD",
  downPaymentPercent: "15",
  ratePercent: "6.375",
  termYears: 30,
  propertyTaxPercent: "0.94",
  insuranceYearly: "1850",
  pmiPercent: "0.45",
  originationPercent: "0.5",
  services: [
    { label: "Title insurance", amount: "1450" },
    { label: "Home inspection", amount: "600" },
  ],
  recordingFees: "210",
  prepaidInsuranceMonths: 12,
  prepaidTaxMonths: 3,
  escrowMonths: 2,
  deposit: "20000",
};

type Found = Pick<typeof findings.$inferInsert, "system" | "severity" | "title" | "lowCost" | "highCost" | "decision">;

const found: readonly Found[] = [
  {
    system: "Alarms",
    severity: "safety",
    title: "No carbon monoxide alarm on the upper floor",
    lowCost: "60",
    highCost: "120",
    decision: "repair",
  },
  {
    system: "Roof",
    severity: "major",
    title: "The roof is near the end of its life",
    lowCost: "9000",
    highCost: "14000",
    decision: "credit",
  },
  {
    system: "Plumbing",
    severity: "repair",
    title: "The kitchen faucet drips",
    lowCost: "150",
    highCost: "300",
    decision: null,
  },
  {
    system: "Exterior",
    severity: "monitor",
    title: "Fine cracks in the driveway",
    lowCost: null,
    highCost: null,
    decision: "accept",
  },
];

/** Adds costs and findings to a client's properties, and releases them. */
async function insertReleased(transaction: Queries, workspaceId: string, clientId: string): Promise<void> {
  const own = await transaction
    .select({ packageId: packages.id, price: packages.listPriceAmount })
    .from(packages)
    .where(sql`exists (select from ${opportunities} where ${opportunities.packageId} = ${packages.id}
      and ${opportunities.clientId} = ${clientId})`);
  for (const { packageId, price } of own) {
    const of = { workspaceId, packageId };
    const inputs = estimateInputs.parse({ ...buying, price: price ?? "800000" });
    await transaction.insert(costEstimates).values({ ...of, inputs: keep(inputs), ...estimateOf(inputs) });
    const rows = found.map((finding, place) => {
      const at = sql`now() - ${found.length - place} * interval '1 minute'`;
      const currency = finding.lowCost === null ? null : "USD";
      return { ...of, ...finding, currency, insertedAt: at, updatedAt: at };
    });
    await transaction.insert(findings).values(rows);
    await transaction.insert(portalReleases).values({ ...of, costs: true, findings: true, comparables: true });
  }
}
