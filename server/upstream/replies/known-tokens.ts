/** Which of the pieces of an email are secrets of links that Latchkey has mailed. */
import { sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { hashToken } from "../identity/tokens.ts";
import { emailChangeLinks, emailChanges, mailedLinks, portalInvitations, workspaceConfirmations } from "../tables.ts";

/** Looked up in one query. */
const mostAtOnce = 5_000;

/** Gives those that were mailed, whatever has become of their links. */
export async function findMailedTokens(
  queries: Pick<Queries, "execute">,
  tokens: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  for (let at = 0; at < tokens.length; at += mostAtOnce) {
    const hashes = new Map(
      tokens.slice(at, at + mostAtOnce).map((token) => [hashToken(token)?.toString("hex") ?? "", token]),
    );
    const { rows } = await queries.execute<{ hash: string }>(sql`
      select encode(asked.hash, 'hex') as hash
      from (select decode(one, 'hex') as hash from unnest(${sql.param([...hashes.keys()])}::text[]) one) asked
      where exists (select from ${mailedLinks} where ${mailedLinks.tokenHash} = asked.hash)
        or exists (select from ${portalInvitations} where ${portalInvitations.tokenHash} = asked.hash)
        or exists (select from ${portalInvitations} where ${portalInvitations.earlierTokenHash} = asked.hash)
        or exists (select from ${emailChangeLinks} where ${emailChangeLinks.tokenHash} = asked.hash)
        or exists (select from ${workspaceConfirmations} where ${workspaceConfirmations.tokenHash} = asked.hash)`);
    found.push(...rows.flatMap(({ hash }) => hashes.get(hash) ?? []));
  }
  return found;
}

/** Ends the links whose secrets have these hashes, in hexadecimal: somebody else may know them. Their pages offer new ones. */
export async function endMailedLinks(queries: Pick<Queries, "execute">, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  const isOne = sql`= any (array(select decode(one, 'hex') from unnest(${sql.param(hashes)}::text[]) one))`;
  // Used up, and not expired: the row stays for as long as its page may be asked for a new link.
  await queries.execute(sql`
    update ${mailedLinks} set used_at = now() where ${mailedLinks.tokenHash} ${isOne} and ${mailedLinks.usedAt} is null`);
  await queries.execute(sql`
    update ${portalInvitations} set expires_at = least(expires_at, now())
    where ${portalInvitations.tokenHash} ${isOne} and ${portalInvitations.acceptedAt} is null`);
  await queries.execute(sql`
    update ${emailChanges} set expires_at = least(expires_at, now()) where ${emailChanges.id} in (
      select ${emailChangeLinks.changeId} from ${emailChangeLinks} where ${emailChangeLinks.tokenHash} ${isOne})`);
  await queries.execute(sql`
    update ${workspaceConfirmations} set expires_at = least(expires_at, now())
    where ${workspaceConfirmations.tokenHash} ${isOne}`);
}

/** Ends whatever link lets somebody into the portal: an email of theirs holds some that cannot be read. */
export async function endLinksOf(queries: Pick<Queries, "execute">, email: string): Promise<void> {
  await queries.execute(sql`
    update ${mailedLinks} set used_at = now()
    where ${mailedLinks.email} = ${email} and ${mailedLinks.kind} = 'client' and ${mailedLinks.usedAt} is null`);
}
