/** A data folder whose demo workspace has a given number of opportunities, at all stages, some of them silent. */
import { workspace } from "./crops.ts";
import { inNewFolder } from "./grown-list.ts";

const addDeals = `
  WITH property AS (
    INSERT INTO upstream.packages (workspace_id, number, street, time_zone, street_key, area_key, search_text, offer_due_at)
    SELECT ${workspace}, 1000 + n, n || ' Grown Street', 'America/Los_Angeles', n || ' grown street', '', n || ' grown street',
      CASE WHEN n % 3 = 0 THEN now() + n % 400 * interval '1 day' END
    FROM generate_series($1::integer, $2::integer) AS n
    RETURNING id, workspace_id, number
  ), buyers AS (
    SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM upstream.clients WHERE workspace_id = ${workspace}
  ), opened AS (
    INSERT INTO upstream.opportunities (workspace_id, package_id, client_id, stage, rank, inserted_at, updated_at, stage_since)
    SELECT workspace_id, property.id, buyers.id,
      (ARRAY['open', 'showing_scheduled', 'showing_complete', 'offer_suggeted', 'offer_sent', 'offer_accepted',
        'offer_declined', 'inspections_underway', 'closed', 'lost'])[1 + number % 10],
      (ARRAY['High', 'Medium', 'Low'])[1 + number % 3], moment, moment, moment
    FROM property JOIN buyers ON buyers.place = property.number % 40,
      LATERAL (SELECT now() - number % 300 * interval '1 hour' - number * interval '1 second') AS times (moment)
    RETURNING id, workspace_id, stage, inserted_at
  ), sent AS (
    INSERT INTO upstream.offers (workspace_id, opportunity_id, price_amount, price_currency, expires_at)
    SELECT workspace_id, id, 640000, 'USD', inserted_at + interval '12 days' FROM opened WHERE stage = 'offer_sent'
  )
  INSERT INTO upstream.showings (workspace_id, opportunity_id, state, starts_at, inserted_at)
  SELECT workspace_id, id, 'requested', now() + interval '2 days', inserted_at FROM opened WHERE stage = 'open'`;

const countDeals = `SELECT count(*)::integer AS count FROM upstream.opportunities WHERE workspace_id = ${workspace}`;
const together = 1000;

/** Fills a new data folder: the demo, then opportunities until its workspace has so many. */
export function growDeals(dataDir: string, count: number, say: (text: string) => void): Promise<void> {
  return inNewFolder(dataDir, async (connection) => {
    const { rows } = await connection.query<{ count: number }>(countDeals);
    for (let next = (rows[0]?.count ?? 0) + 1; next <= count; next += together) {
      await connection.query(addDeals, [next, Math.min(count, next + together - 1)]);
      say(`growth: ${Math.min(count, next + together - 1)} of ${count} opportunities`);
    }
    await connection.query("VACUUM ANALYZE");
  });
}
