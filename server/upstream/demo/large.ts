/** Fills the demo's first workspace up to what a large agency has in a year. */
import { sql } from "drizzle-orm";
import { eventColumns } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import type { Stage } from "../opportunities/stages.ts";
import { task } from "../tasks/task.ts";
import { type DemoWorkspace, insertClients, touchClients } from "./clients.ts";
import { advanceDeals } from "./deals.ts";
import { largeClients, largePackages, largeTasks } from "./large-lines.ts";
import type { DemoPackage } from "./package-table.ts";
import { type DemoDeal, insertPackages } from "./packages.ts";
import { insertTasks } from "./tasks.ts";
import { insertMoveEvents } from "./waiting.ts";

/** How much the workspace has in the end. */
const largeCounts = { clients: 1_500, packages: 300, opportunities: 400, tasks: 2_000, activities: 5_000 };

const day = 86_400_000;

/** The ways of deals that began months ago, and of those that are under way. */
const oldJourneys: readonly (readonly Stage[])[] = [
  ["showing_scheduled", "showing_complete", "offer_sent", "offer_accepted", "inspections_underway", "closed"],
  ["showing_scheduled", "showing_complete", "lost"],
  ["offer_sent", "offer_accepted", "inspections_underway", "closed"],
  ["showing_scheduled", "showing_complete", "offer_sent", "offer_declined"],
  ["lost"],
];
const youngJourneys: readonly (readonly Stage[])[] = [
  [],
  ["showing_scheduled", "showing_complete"],
  ["showing_scheduled"],
  ["showing_scheduled", "showing_complete", "offer_suggeted"],
  ["showing_scheduled", "showing_complete", "offer_sent"],
  ["offer_sent", "offer_accepted"],
  ["offer_sent", "offer_accepted", "inspections_underway"],
];

export interface LargeDemo extends DemoWorkspace {
  /** Where the workspace and its properties are. */
  readonly timeZone: string;
  readonly state: string;
  readonly houses: readonly string[];
  /** Stores the drawings of properties, and gives the pictures' ids by their streets. */
  readonly insertPhotos: (table: readonly DemoPackage[]) => Promise<ReadonlyMap<string, string>>;
}

/** Adds to the workspace, which has the usual demo already, until it has `largeCounts`. */
export async function insertLarge(transaction: Queries, demo: LargeDemo): Promise<void> {
  const { workspaceId, now } = demo;
  const missing = await missingOf(transaction, workspaceId);
  const people = largeClients(missing.clients);
  await insertClients(transaction, people, { ...demo, pictures: new Map() }, largeCounts.clients - missing.clients);
  const emails = people.map(({ email }) => email);
  const properties = largePackages(missing.packages, missing.opportunities, emails, demo.houses);
  const photos = await demo.insertPhotos(properties);
  const deals = await insertPackages(transaction, properties, { ...demo, pictures: photos });
  await advanceDeals(transaction, deals, demo, (deal, place) => journeyOf(deal, place, now));
  await spreadOffers(transaction, workspaceId, deals, now);
  await insertMoveEvents(transaction, demo);
  await insertTasks(transaction, { tasks: largeTasks(missing.tasks), templates: [], timeZone: demo.timeZone }, demo);
  await tellTasks(transaction, workspaceId);
}

async function missingOf(transaction: Queries, workspaceId: string): Promise<typeof largeCounts> {
  const missing = { ...largeCounts };
  for (const table of ["clients", "packages", "opportunities", "tasks", "activities"] as const) {
    const { rows } = await transaction.execute<{ total: number }>(
      sql`select count(*)::integer as total from upstream.${sql.identifier(table)} where workspace_id = ${workspaceId}`,
    );
    missing[table] -= rows[0]?.total ?? 0;
  }
  return missing;
}

function journeyOf({ insertedAt }: DemoDeal, place: number, now: Date): readonly Stage[] {
  const isOld = now.getTime() - new Date(insertedAt).getTime() > 60 * day;
  const journeys = isOld ? oldJourneys : youngJourneys;
  return journeys[place % journeys.length] ?? [];
}

/** Offers without an answer expire over the next days, not all at once; deals are lost for different reasons. */
async function spreadOffers(
  transaction: Queries,
  workspaceId: string,
  deals: readonly DemoDeal[],
  now: Date,
): Promise<void> {
  const ids = sql`(select deal::uuid from jsonb_array_elements_text(${JSON.stringify(deals.map(({ id }) => id))}::jsonb) as list (deal))`;
  await transaction.execute(sql`
    update upstream.offers set expires_at = ${now.toISOString()}::timestamptz + place % 12 * interval '1 day' + interval '5 hours'
    from (select id, row_number() over (order by sent_at, id) as place from upstream.offers
      where workspace_id = ${workspaceId} and state = 'sent' and opportunity_id in ${ids}) as sent
    where offers.id = sent.id`);
  await transaction.execute(sql`
    update upstream.opportunity_moves set reason = (array['financing', 'outbid', 'client_changed_mind', 'inspection'])[1 + place % 4]
    from (select id, row_number() over (order by occurred_at, id) as place from upstream.opportunity_moves
      where workspace_id = ${workspaceId} and to_stage = 'lost') as lost
    where opportunity_moves.id = lost.id`);
  await transaction.execute(sql`
    update upstream.opportunities set rank = (array['High', 'Medium', 'Medium', 'Low'])[1 + place % 4]
    from (select id, row_number() over (order by inserted_at, id) as place from upstream.opportunities
      where id in ${ids}) as ranked
    where opportunities.id = ranked.id`);
}

/** Tells of the tasks that were done last, as many as the history lacks events. */
async function tellTasks(transaction: Queries, workspaceId: string): Promise<void> {
  const { activities } = await missingOf(transaction, workspaceId);
  const { kind, topic, label } = eventColumns(task, "completed");
  await transaction.execute(sql`
    insert into upstream.activities (workspace_id, client_id, package_id, opportunity_id, kind, topic, label, actor_account_id,
      actor_name, subject_type, subject_id, changes, occurred_at, is_contact)
    select workspace_id, client_id, package_id, opportunity_id, ${kind}::text, ${topic}::text, ${label}::text,
      done_by_account_id, done_by_name, 'task', id,
      jsonb_build_array(jsonb_build_object('field', 'title', 'before', title, 'after', title)), done_at, true
    from upstream.tasks where workspace_id = ${workspaceId} and is_done order by done_at desc, id limit ${activities}`);
  await touchClients(transaction, workspaceId);
}
