/** A data folder whose demo workspace has clients with a given number of messages each, half of them of the client. */
import { z } from "zod";
import { workspace } from "./crops.ts";
import { inNewFolder } from "./grown-list.ts";

const made = z.tuple([z.object({ id: z.string() })]);

const addClient = `
  INSERT INTO upstream.clients (workspace_id, name, email, name_key, email_key, search_text, assigned_account_id)
  SELECT ${workspace}, 'Thread of ' || $1, $1 || '@thread.example', 'thread of ' || $1, $1 || '@thread.example',
    'thread of ' || $1, (SELECT account_id FROM upstream.memberships WHERE workspace_id = ${workspace} AND role = 'owner')
  RETURNING id`;

const addMessages = `
  INSERT INTO upstream.messages
    (workspace_id, client_id, kind, source, is_from_client, author_email, author_name, body, search_text, inserted_at)
  SELECT ${workspace}, $1::uuid, 'message', CASE WHEN n % 2 = 0 THEN 'portal' ELSE 'workspace' END, n % 2 = 0,
    CASE WHEN n % 2 = 0 THEN 'nora@thread.example' END, CASE WHEN n % 2 = 0 THEN 'Nora Lind' ELSE 'Ada Marsh' END,
    'Message ' || n || ' of ' || $2 || '.', 'message ' || n || ' of ' || $2 || '.',
    now() - ($2 - n) * interval '1 minute'
  FROM generate_series(1, $2::integer) AS n ORDER BY n`;

const addThread = `
  INSERT INTO upstream.message_threads (workspace_id, client_id, last_number, last_at, last_words)
  SELECT workspace_id, client_id, max(number), max(inserted_at), 'Message'
  FROM upstream.messages WHERE client_id = $1 GROUP BY workspace_id, client_id
  ON CONFLICT (client_id) DO UPDATE SET last_number = excluded.last_number, last_at = excluded.last_at`;

/** Fills a new data folder: the demo, and a client for each count. @returns the clients' ids */
export function growThreads(
  dataDir: string,
  counts: readonly number[],
  say: (text: string) => void,
): Promise<readonly string[]> {
  return inNewFolder(dataDir, async (connection) => {
    const ids: string[] = [];
    for (const count of counts) {
      const [{ id }] = made.parse((await connection.query(addClient, [String(count)])).rows);
      await connection.query(addMessages, [id, count]);
      await connection.query(addThread, [id]);
      ids.push(id);
      say(`growth: a thread of ${count} messages`);
    }
    await connection.query("VACUUM ANALYZE");
    return ids;
  });
}
