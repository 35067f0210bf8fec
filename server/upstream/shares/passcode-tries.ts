import { sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { tooManyRequests } from "../engine/refusal.ts";
import { shareLinks } from "../tables.ts";

/** Wrong passcodes that a link takes in an hour; who has the link can use them up, who has not cannot. */
const triesPerHour = 10;
const hour = 3_600;

/**
 * Takes one try at a link's passcode, counted before it is compared, so that tries side by side cannot be more than those one
 * after the other.
 * @throws Refusal 429
 */
export async function countTry(database: Queries, linkId: string, now: Date): Promise<void> {
  const moment = sql`${now.toISOString()}::timestamptz`;
  // An hour that begins later than in an hour was begun by a clock that was wrong.
  const isNow = sql`(link.since > ${moment} - interval '1 hour' and link.since <= ${moment} + interval '1 hour')`;
  const { rows } = await database.execute<{ allowed: boolean; wait: number }>(sql`
    with link as (
      select tries, greatest(tries_since, '1970-01-01'::timestamptz) as since from ${shareLinks} where id = ${linkId} for update
    ), counted as (
      update ${shareLinks} set
        tries = case when ${isNow} then link.tries + 1 else 1 end,
        tries_since = case when ${isNow} then link.since else ${moment} end
      from link
      where id = ${linkId} and (link.tries < ${triesPerHour} or not ${isNow})
      returning true
    )
    select exists (select from counted) as allowed,
      ceil(extract(epoch from link.since + interval '1 hour' - ${moment}))::integer as wait from link`);
  const [row] = rows;
  if (row?.allowed) return;
  const seconds = Math.min(hour, Math.max(1, row?.wait ?? hour));
  throw tooManyRequests("Too many wrong passcodes. Wait before you try again.", seconds);
}

/** Gives a try back that turned out right. */
export async function uncountTry(database: Queries, linkId: string): Promise<void> {
  await database
    .update(shareLinks)
    .set({ tries: sql`greatest(${shareLinks.tries} - 1, 0)` })
    .where(sql`${shareLinks.id} = ${linkId}`);
}
