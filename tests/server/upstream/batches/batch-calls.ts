/** The calls of tests about batches. */
import { sql } from "drizzle-orm";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";

/** A batch as a call asks for it. */
export interface Given {
  readonly kind: string;
  readonly action: string;
  readonly value?: string;
  readonly filters: string;
}

export const change = (person: TestPerson, attributes: Given, headers = {}) =>
  person.send("POST", "/batches", { type: "batch", attributes, headers });
export const undo = (person: TestPerson, id: string) => person.send("POST", `/batches/${id}/undoing`);
/** The filter of these records. */
export const ids = (records: readonly { readonly id: string }[]) => `ids=${records.map(({ id }) => id).join(",")}`;

/** Many clients of the owner's workspace, by SQL. */
export async function insertClients(service: UpstreamService, owner: TestPerson, number: number) {
  await service.database.orm.execute(sql`
    insert into upstream.clients (workspace_id, assigned_account_id, name, email, name_key, email_key, search_text)
    select ${owner.workspaceId}, ${owner.accountId}, 'Client ' || n, n || '@many.example', 'client ' || n, n || '@many.example',
      'client ' || n from generate_series(1, ${number}) as n`);
}
