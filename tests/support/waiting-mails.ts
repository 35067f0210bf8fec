import { randomUUID } from "node:crypto";
import type { Database } from "#server/database/database.ts";

interface Waiting {
  readonly workspaceId: string;
  readonly clientId?: string;
  /** Of the newest message that it tells of. */
  readonly number?: number;
  readonly state?: "queued" | "failed";
}

/** Keeps an email that was tried in vain, as the mailer does while its mail server is stopped. */
export async function keepWaitingMail(
  { pool }: Pick<Database, "pool">,
  { workspaceId, clientId, number, state = "queued" }: Waiting,
): Promise<void> {
  const reason = "connect ECONNREFUSED 10.0.0.7:587 maya:secret";
  await pool.query(
    `INSERT INTO mail.outbox (id, state, recipient, subject, text, attempts, last_error, workspace_id, client_id, message_number, settled_at)
     VALUES ($1, $2, 'nora@buyers.example', 'News', 'Hello', 3, $6, $3, $4, $5, CASE WHEN $2 = 'failed' THEN now() END)`,
    [randomUUID(), state, workspaceId, clientId ?? null, number ?? null, reason],
  );
}
