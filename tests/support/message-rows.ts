/** Messages of a client, written past the service as it writes them. */
import { z } from "zod";

interface Place {
  readonly workspaceId: string;
  readonly clientId: string;
}

/** Sends a query and gives its rows. */
type Query = (sql: string, values: string[]) => Promise<unknown[]>;

const made = z.tuple([z.object({ id: z.string() })]);

/** Adds a message and gives its id. */
export async function insertMessage(query: Query, { workspaceId, clientId }: Place, body: string): Promise<string> {
  const rows = await query(
    `insert into upstream.messages (workspace_id, client_id, kind, source, is_from_client, author_email, author_name, body, search_text)
     values ($1, $2, 'message', 'portal', true, 'nora@client.example', 'Nora Lind', $3, $3) returning id`,
    [workspaceId, clientId, body],
  );
  return made.parse(rows)[0].id;
}
