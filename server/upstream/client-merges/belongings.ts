/** How much belongs to a client: what comes along when two become one, and what goes with them into the trash. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { client } from "../clients/client.ts";
import { action, type Route } from "../engine/action.ts";
import { found } from "../engine/answer.ts";
import { readOne } from "../engine/reading.ts";
import { recordType } from "../engine/record.ts";

const counts = z.object({
  people: z.int(),
  opportunities: z.int(),
  documents: z.int(),
  messages: z.int(),
  tasks: z.int(),
  portal_invitations: z.int(),
  share_links: z.int(),
  activities: z.int(),
});

const belongings = recordType("client_belongings", counts);

export const belongingsRoute: Route = action({
  method: "GET",
  path: "/clients/:id/belongings",
  summary: "How much belongs to a client, by kind",
  access: "workspace",
  answers: { status: 200, of: belongings },
  async run({ database, currentUser, id }) {
    const { record } = await readOne(database, client, currentUser, id());
    const { rows } = await database.execute(
      sql`select ${sql.join(
        Object.keys(counts.shape).map((name) =>
          sql.raw(`(select count(*)::integer from upstream.${tables[name] ?? name} t
        where t.client_id = c.id ${conditions[name] ?? ""}) as ${name}`),
        ),
        sql`, `,
      )} from upstream.clients c where c.id = ${record.id}`,
    );
    return found(belongings, { id: record.id, attributes: counts.parse(rows[0]) });
  },
});

const tables: Readonly<Record<string, string>> = { people: "client_people" };
const conditions: Readonly<Record<string, string>> = {
  documents: "and t.trashed_at is null",
  messages: "and t.deleted_at is null",
  portal_invitations: "and t.revoked_at is null",
  share_links: "and t.revoked_at is null",
};
