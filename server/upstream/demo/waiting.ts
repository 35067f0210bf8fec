/** Offers that expire and showings that clients asked for. */
import { sql } from "drizzle-orm";
import { nameOf } from "../engine/account-name.ts";
import { eventColumns, type WithHistory } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { opportunity } from "../opportunities/opportunity.ts";
import { showing } from "../opportunities/showing.ts";
import { contactStages } from "../opportunities/stages.ts";
import { activities, offers, opportunities, opportunityMoves, showings } from "../tables.ts";
import { type DemoWorkspace, touchClients } from "./clients.ts";
import { timeZone } from "./packages.ts";

type WaitingDemo = Pick<DemoWorkspace, "workspaceId" | "now">;

/** Of the opportunities without a move. */
const oneOf = 2;

/** Adds waiting offers and requested showings. */
export async function insertPending(transaction: Queries, workspace: WaitingDemo): Promise<void> {
  await keepOffersOut(transaction, workspace);
  await requestShowings(transaction, workspace);
}

const moment = ({ now }: WaitingDemo) => sql`${now.toISOString()}::timestamptz`;

function atHour(hour: number, days: ReturnType<typeof sql>, workspace: WaitingDemo) {
  const today = sql`date_trunc('day', ${moment(workspace)} at time zone ${timeZone})`;
  return sql`(${today} + (${days}) * interval '1 day' + make_interval(hours => ${hour})) at time zone ${timeZone}`;
}

async function keepOffersOut(transaction: Queries, workspace: WaitingDemo): Promise<void> {
  const isEarly = sql`extract(hour from expires_at at time zone ${timeZone}) < 18`;
  const end = sql`case when ${isEarly} then ${atHour(17, sql`2`, workspace)} else ${atHour(21, sql`2`, workspace)} end`;
  const isOurs = sql`workspace_id = ${workspace.workspaceId}`;
  await transaction.execute(sql`update ${offers} set expires_at = ${end} where ${isOurs} and state = 'sent'`);
  await transaction.execute(sql`update ${opportunityMoves} set expires_at = ${end} where ${isOurs}
    and id in (select latest_move_id from ${opportunities} where ${isOurs} and stage = 'offer_sent')`);
}

/** Asked for up to four days ago, for one of the next days. */
async function requestShowings(transaction: Queries, workspace: WaitingDemo): Promise<void> {
  const { workspaceId } = workspace;
  const now = moment(workspace);
  await transaction.execute(sql`
    with asked as (
      select id, client_id, package_id, assigned_account_id, place,
        greatest(inserted_at + interval '1 hour', ${now} - place * interval '11 hours') as at
      from (select *, row_number() over (order by inserted_at desc, id) as place from ${opportunities}
        where workspace_id = ${workspaceId} and stage = 'open') as open
      where place % ${oneOf} = 1 and inserted_at < ${now} - interval '2 hours'
    ), made as (
      insert into ${showings} (workspace_id, opportunity_id, state, starts_at, inserted_at, updated_at)
      select ${workspaceId}::uuid, id, 'requested',
        ${atHour(10, sql`1 + place`, workspace)}, at, at from asked
      returning id, opportunity_id, starts_at
    ), heard as (
      update ${opportunities} set updated_at = at from asked where ${opportunities.id} = asked.id
    )
    insert into ${activities} (workspace_id, client_id, package_id, opportunity_id, kind, topic, label, actor_account_id, actor_name,
      subject_type, subject_id, changes, occurred_at, is_contact)
    select ${workspaceId}::uuid, client_id, package_id, asked.id, ${eventSql(showing, "requested")}, assigned_account_id,
      ${nameOf(sql`assigned_account_id`)}, 'showing', made.id,
      jsonb_build_array(jsonb_build_object('field', 'starts_at', 'before', null, 'after', starts_at)), at, true
    from asked join made on made.opportunity_id = asked.id`);
}

/** Adds moves to the histories, unless they are there. */
export async function insertMoveEvents(transaction: Queries, { workspaceId }: WaitingDemo): Promise<void> {
  await transaction.execute(sql`
    insert into ${activities} (workspace_id, client_id, package_id, opportunity_id, kind, topic, label, actor_account_id, actor_name,
      subject_type, subject_id, changes, occurred_at, is_contact)
    select ${workspaceId}::uuid, deal.client_id, deal.package_id, deal.id, ${eventSql(opportunity, "moved")},
      move.actor_account_id, move.actor_name, 'opportunity', deal.id,
      jsonb_build_array(jsonb_build_object('field', 'stage', 'before', move.from_stage, 'after', move.to_stage)),
      move.occurred_at, move.to_stage in ${[...contactStages]}
    from ${opportunityMoves} move join ${opportunities} deal on deal.id = move.opportunity_id
    where move.workspace_id = ${workspaceId}
      and not exists (select from ${activities} told where told.opportunity_id = deal.id and told.kind = 'opportunity.moved')`);
  await touchClients(transaction, workspaceId);
}

function eventSql<Event extends string>(resource: WithHistory<Event>, event: Event) {
  const { kind, topic, label } = eventColumns(resource, event);
  return sql`${kind}::text, ${topic}::text, ${label}::text`;
}
