/**
 * Idempotency keys. The first answer to a key is stored in the transaction of its write and given again to whoever sends the
 * same request under the same key. A refused write is rolled back and leaves its key free. Request and answer are sealed:
 * an answer may contain a token, and a passcode could be guessed from the fingerprint of its request.
 */
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Vault } from "../../vault.ts";
import type { Queries } from "./queries.ts";
import { conflict, Refusal } from "./refusal.ts";
import type { SerializedAnswer } from "./serialization.ts";

interface KeyedRequest {
  /** An account, or a person of the portal. */
  readonly ownerId: string;
  readonly key: string;
  /** SHA-256 over method, URL, workspace and document: with another one the key is refused. */
  readonly fingerprint: string;
}

/** How long an answer is kept, as a Postgres interval. */
const keptFor = "24 hours";

/**
 * Reads the Idempotency-Key header: a quoted string or bare text; null without one. @throws Refusal 400
 * unless it is 1 to 200 printable ASCII characters
 */
export function readKey(headers: Headers): string | null {
  const header = headers.get("idempotency-key");
  if (header === null) return null;
  const key = /^"(?:[^"\\]|\\["\\])*"$/.test(header) ? header.slice(1, -1).replace(/\\(["\\])/g, "$1") : header;
  if (/^[\x20-\x7e]{1,200}$/.test(key) && (key !== header || !header.includes('"'))) return key;
  const detail = "The key has to be a quoted text of 1 to 200 printable ASCII characters.";
  throw new Refusal([{ status: 400, code: "invalid_idempotency_key", detail, source: { header: "Idempotency-Key" } }]);
}

/** The fingerprint of a request. */
export function fingerprintOf(method: string, url: URL, workspaceId: string | null, document: unknown): string {
  const content = JSON.stringify([method, url.pathname, url.search, workspaceId, document ?? null]);
  return createHash("sha256").update(content).digest("base64url");
}

/**
 * Does a write once per key, inside the transaction. @param write gives the answer to store
 * @throws Refusal 409 while another request holds the key, 422 when the key was used for another request
 */
export async function idempotentWrite(
  transaction: Queries,
  vault: Vault,
  request: KeyedRequest,
  write: () => Promise<SerializedAnswer>,
): Promise<SerializedAnswer> {
  const { ownerId, key, fingerprint } = request;
  const place = `answer to ${key} of ${ownerId}`;
  const { rows } = await transaction.execute<StoredAnswer & { free: boolean }>(sql`
    select pg_try_advisory_xact_lock(hashtextextended(${`${ownerId} ${key}`}, 0)) as free,
      stored.status, stored.headers, stored.sealed
    from (select 1) as one
    left join upstream.idempotency_keys stored on stored.owner_id = ${ownerId} and stored.key = ${key}
      and stored.stored_at > now() - ${keptFor}::interval`);
  const [stored] = rows;
  if (!stored?.free) throw stillRunning();
  if (stored.sealed !== null) return replay(stored, vault.open(stored.sealed, place), fingerprint);
  const written = await write();
  const sealed = vault.seal(JSON.stringify({ fingerprint, body: written.body }), place);
  const { rowCount } = await transaction.execute(sql`
    insert into upstream.idempotency_keys (owner_id, key, status, headers, sealed)
    values (${ownerId}, ${key}, ${written.status}, ${JSON.stringify(written.headers)}, ${sealed})
    on conflict (owner_id, key) do update set status = excluded.status, headers = excluded.headers,
      sealed = excluded.sealed, stored_at = excluded.stored_at
      where idempotency_keys.stored_at <= now() - ${keptFor}::interval`);
  // The first request can have ended between this one's look at the table and its lock: then this write is undone.
  if (rowCount !== 1) throw stillRunning();
  return written;
}

interface StoredAnswer extends Record<string, unknown> {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly sealed: Buffer | null;
}

const content = z.object({ fingerprint: z.string(), body: z.string() });

/** @param opened null when the secret that sealed the answer has been dropped */
function replay({ status, headers }: StoredAnswer, opened: string | null, fingerprint: string): SerializedAnswer {
  if (opened === null) throw new Error("The answer that is kept for a key cannot be opened.");
  const { fingerprint: first, body } = content.parse(JSON.parse(opened));
  if (first !== fingerprint) {
    const detail = "This key was used for another request.";
    const source = { header: "Idempotency-Key" };
    throw new Refusal([{ status: 422, code: "idempotency_key_reused", detail, source }]);
  }
  return { status, headers, body };
}

function stillRunning(): Refusal {
  const { problems } = conflict("request_in_progress", "The first request under this key is still running.");
  return new Refusal(problems, { "Retry-After": "1" });
}

/** Removes expired answers. */
export async function sweepKeys(database: Queries): Promise<void> {
  await database.execute(sql`delete from upstream.idempotency_keys where stored_at <= now() - ${keptFor}::interval`);
}
