import { sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import type { Addressee } from "./mailed-links.ts";

/** Wrong tries that end a code. Its link cannot be guessed and stays. */
const triesPerCode = 5;

/** Wrong tries at an address in a day over all its codes: 30 in a million. */
const triesPerDay = 30;

interface CodeTry {
  readonly linkId: string;
  readonly codeHash: string;
}

/**
 * Counts a try at the newest code of an address before it is compared, so that parallel tries count, too. Null when no code or no try
 * is left.
 */
export async function countTry(queries: Queries, { email, kind }: Addressee, now: Date): Promise<CodeTry | null> {
  const dayAgo = new Date(now.getTime() - 86_400_000);
  const { rows } = await queries.execute<{ id: string; code_hash: string }>(sql`
    update upstream.mailed_links link set tries = link.tries + 1
    from (
      select (array_agg(id order by expires_at desc))[1] as newest, sum(tries) as today
      from upstream.mailed_links
      where email = ${email} and kind = ${kind} and purpose = 'sign_in' and inserted_at > ${dayAgo}
    ) as asked
    where link.id = asked.newest and asked.today < ${triesPerDay} and link.tries < ${triesPerCode}
      and link.code_hash is not null and link.used_at is null and link.expires_at > ${now}
    returning link.id, link.code_hash`);
  const [row] = rows;
  return row ? { linkId: row.id, codeHash: row.code_hash } : null;
}

/**
 * Counts a try at the code of a portal's link. Only whoever asked for the link knows its id, so nobody else uses its tries up.
 * Null when no code or no try is left.
 */
export async function countTryOf(
  queries: Queries,
  linkId: string,
  now: Date,
): Promise<(CodeTry & { readonly email: string }) | null> {
  const { rows } = await queries.execute<{ id: string; code_hash: string; email: string }>(sql`
    update upstream.mailed_links set tries = tries + 1
    where id = ${linkId} and kind = 'client' and purpose = 'sign_in' and tries < ${triesPerCode}
      and code_hash is not null and used_at is null and expires_at > ${now}
    returning id, code_hash, email`);
  const [row] = rows;
  return row ? { linkId: row.id, codeHash: row.code_hash, email: row.email } : null;
}

/** Uncounts a try that was right. */
export async function uncountTry(queries: Queries, linkId: string): Promise<void> {
  await queries.execute(sql`update upstream.mailed_links set tries = tries - 1 where id = ${linkId}`);
}
