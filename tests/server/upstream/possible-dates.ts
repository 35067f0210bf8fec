/** What cannot be in a database whose events happened in an order that is possible. */
import { sql } from "drizzle-orm";
import type { Queries } from "#server/upstream/engine/queries.ts";

const zone = "'America/Los_Angeles'";

/** Conditions that hold for no row: the rows of each query are what is wrong. */
const impossible: Readonly<Record<string, string>> = {
  "a deal opened before its client was there": `
    select d.id from upstream.opportunities d join upstream.clients c on c.id = d.client_id where d.inserted_at < c.inserted_at`,
  "a deal opened before its property was there": `
    select d.id from upstream.opportunities d join upstream.packages p on p.id = d.package_id where d.inserted_at < p.inserted_at`,
  "an agreement that began before its client was there": `
    select c.id from upstream.clients c where agreement_starts_on < (inserted_at at time zone ${zone})::date`,
  "an agreement that ended before it began": `select id from upstream.clients where agreement_ends_on <= agreement_starts_on`,
  "a person of a household added before the client": `
    select p.id from upstream.client_people p join upstream.clients c on c.id = p.client_id where p.inserted_at < c.inserted_at`,
  "a move before its deal was opened, or in the future": `
    select m.id from upstream.opportunity_moves m join upstream.opportunities d on d.id = m.opportunity_id
    where m.occurred_at < d.inserted_at or m.occurred_at > now()`,
  "a move out of another stage than the deal had": `
    select id from (select id, from_stage, lag(to_stage, 1, 'open') over (partition by opportunity_id order by occurred_at) as before
      from upstream.opportunity_moves) m where from_stage <> before`,
  "a deal at another stage or since another time than its last move says": `
    select d.id from upstream.opportunities d left join lateral (select to_stage, occurred_at from upstream.opportunity_moves m
      where m.opportunity_id = d.id order by occurred_at desc limit 1) m on true
    where d.stage <> coalesce(m.to_stage, 'open') or (m.to_stage is not null and d.stage_since <> m.occurred_at)`,
  "an acceptance or a closing on another day than its move": `
    select id from upstream.opportunity_moves where accepted_on <> (occurred_at at time zone ${zone})::date
      or closed_on <> (occurred_at at time zone ${zone})::date`,
  "an acceptance before the offer was sent, or after it expired": `
    select id from upstream.offers where accepted_on < (sent_at at time zone ${zone})::date or accepted_on > expires_at::date`,
  "an acceptance that the offer dates otherwise than its move": `
    select o.id from upstream.offers o join upstream.opportunity_moves m on m.opportunity_id = o.opportunity_id
      and m.to_stage = 'offer_accepted' where o.accepted_on is distinct from m.accepted_on`,
  "an offer that waits for an answer and has expired": `select id from upstream.offers where state = 'sent' and expires_at < now()`,
  "an offer that expired before it was sent": `select id from upstream.offers where expires_at <= sent_at`,
  "an inspection whose deadline was before its move, or before today while it goes on": `
    select m.id from upstream.opportunity_moves m join upstream.opportunities d on d.id = m.opportunity_id
    where m.deadline_on < m.occurred_at::date or (d.stage = 'inspections_underway' and d.inspections_due_on < now()::date)`,
  "a showing that was held before its deal was opened, or after the move that says so": `
    select s.id from upstream.showings s join upstream.opportunities d on d.id = s.opportunity_id
      left join upstream.opportunity_moves m on m.opportunity_id = d.id and m.to_stage = 'showing_complete'
    where s.state = 'held' and (s.starts_at < d.inserted_at or s.starts_at > m.occurred_at or s.starts_at > now())`,
  "a showing to come in the past": `select id from upstream.showings where state in ('requested', 'confirmed') and starts_at < now()`,
  "a price asked before the property was there": `
    select l.id from upstream.list_prices l join upstream.packages p on p.id = l.package_id where l.changed_at < p.inserted_at`,
  "a document older than its property": `
    select d.id from upstream.documents d join upstream.packages p on p.id = d.package_id where d.inserted_at < p.inserted_at`,
  "a message before its client was there, or in the future": `
    select m.id from upstream.messages m join upstream.clients c on c.id = m.client_id
    where m.inserted_at < c.inserted_at or m.inserted_at > now()`,
  "a task about a record that came later": `
    select t.id from upstream.tasks t left join upstream.clients c on c.id = t.client_id left join upstream.packages p on p.id = t.package_id
      left join upstream.opportunities d on d.id = t.opportunity_id
    where t.inserted_at < greatest(c.inserted_at, p.inserted_at, d.inserted_at)`,
  "a task done before it was there, or in the future": `select id from upstream.tasks where done_at < inserted_at or done_at > now()`,
  "an event about a client, a deal or a property that was not there": `
    select a.kind from upstream.activities a left join upstream.clients c on c.id = a.client_id
      left join upstream.packages p on p.id = a.package_id left join upstream.opportunities d on d.id = a.opportunity_id
    where a.occurred_at < greatest(c.inserted_at, p.inserted_at, d.inserted_at) or a.occurred_at > now()`,
  "a client, a deal or a property without the event that made it": `
    select id from (select id, inserted_at, 'client.created' as kind from upstream.clients
      union all select id, inserted_at, 'package.created' from upstream.packages
      union all select id, inserted_at, 'opportunity.opened' from upstream.opportunities) made
    where not exists (select from upstream.activities a where a.subject_id = made.id and a.kind = made.kind and a.occurred_at = made.inserted_at)`,
  "an invitation before its client was there": `
    select i.id from upstream.portal_invitations i join upstream.clients c on c.id = i.client_id
    where i.sent_at < c.inserted_at or i.accepted_at < i.sent_at`,
  "an answer before its deal was opened": `
    select a.id from upstream.portal_answers a join upstream.opportunities d on d.id = a.opportunity_id where a.inserted_at < d.inserted_at`,
  "a question before its deal was opened": `
    select q.id from upstream.portal_questions q join upstream.opportunities d on d.id = q.opportunity_id where q.inserted_at < d.inserted_at`,
  "a priority chosen before its deal was opened": `
    select a.opportunity_id from upstream.portal_priorities a join upstream.opportunities d on d.id = a.opportunity_id where a.chosen_at < d.inserted_at`,
  "a property opened before it was shown": `
    select o.package_id from upstream.portal_openings o join upstream.opportunities d on d.package_id = o.package_id and d.client_id = o.client_id
    where o.first_opened_at < d.inserted_at or o.last_opened_at < o.first_opened_at`,
  "an estimate or a finding older than its property": `
    select e.id from upstream.cost_estimates e join upstream.packages p on p.id = e.package_id where e.inserted_at < p.inserted_at
    union all select f.id from upstream.findings f join upstream.packages p on p.id = f.package_id where f.inserted_at < p.inserted_at`,
};

/** How many rows are impossible, by what is wrong with them; empty where none are. */
export async function impossibleRows(orm: Queries): Promise<Readonly<Record<string, number>>> {
  const wrong: Record<string, number> = {};
  for (const [what, query] of Object.entries(impossible)) {
    const { rows } = await orm.execute(sql.raw(query));
    if (rows.length > 0) wrong[what] = rows.length;
  }
  return wrong;
}

/** Tables with rows that were changed before they were there, or in the future, with their number. */
export async function changedOutOfTime(orm: Queries): Promise<readonly string[]> {
  const { rows: tables } = await orm.execute<{ name: string }>(sql`
    select table_name as name from information_schema.columns where table_schema = 'upstream' and column_name in ('inserted_at', 'updated_at')
    group by 1 having count(*) = 2`);
  const wrong: string[] = [];
  for (const { name } of tables) {
    const query = sql`select count(*)::int as total from upstream.${sql.identifier(name)} where updated_at < inserted_at or updated_at > now()`;
    const { rows } = await orm.execute<{ total: number }>(query);
    if (rows[0]?.total !== 0) wrong.push(`${name}: ${rows[0]?.total}`);
  }
  if (tables.length <= 10) throw new Error("Hardly any table says when its rows were changed.");
  return wrong;
}
