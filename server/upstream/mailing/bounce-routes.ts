import { sql } from "drizzle-orm";
import { z } from "zod";
import { plainReason } from "../../mail/plain-reason.ts";
import { client } from "../clients/client.ts";
import { emailKeyOf } from "../clients/search-keys.ts";
import { action, type Route } from "../engine/action.ts";
import { found } from "../engine/answer.ts";
import type { Member } from "../engine/current-user.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { readOne } from "../engine/reading.ts";
import { recordType } from "../engine/record.ts";
import { forbidden } from "../engine/refusal.ts";
import { unmarkBounced } from "../notifications/bounces.ts";

const bouncedType = recordType(
  "bounced_addresses",
  z.object({
    addresses: z
      .array(z.object({ email: z.string(), at: z.iso.datetime(), reason: z.string() }))
      .describe("In the spelling under which addresses are kept"),
  }),
);

const bouncedRow = z.object({ email: z.string(), at: z.iso.datetime(), reason: z.string() });

/** The addresses of a client and their household that take no emails. A corrected address is not among them any more. */
export const bounceRoutes: readonly Route[] = [
  action({
    method: "GET",
    path: "/clients/:id/bounced_addresses",
    summary: "The addresses of a client's household that take no emails, since when and why",
    access: "workspace",
    answers: { status: 200, of: bouncedType },
    async run({ database, currentUser, id }) {
      const { record } = await readOne(database, client, currentUser, id());
      return answerBounced(database, currentUser, record.id);
    },
  }),
  action({
    method: "POST",
    path: "/clients/:id/bounced_addresses/retries",
    summary: "Say that an address is right: emails go there again",
    access: "workspace",
    input: { type: "bounced_addresses", attributes: z.object({ email: z.string().max(320) }) },
    answers: { status: 200, of: bouncedType },
    async run({ database, currentUser, id, attributes }) {
      const { record } = await readOne(database, client, currentUser, id());
      if (!record.can?.includes("update")) throw forbidden();
      const email = emailKeyOf(attributes.email);
      const isBounced = (await findBounced(database, currentUser, record.id)).some(
        (bounced) => bounced.email === email,
      );
      if (isBounced) {
        await unmarkBounced(database, email);
        await recordEvent({ database, currentUser }, client, "address_retried", record.id, [
          { field: "email", before: null, after: email },
        ]);
      }
      return answerBounced(database, currentUser, record.id);
    },
  }),
];

async function answerBounced(database: Queries, currentUser: Member, clientId: string) {
  const attributes = { addresses: await findBounced(database, currentUser, clientId) };
  return found(bouncedType, { id: clientId, attributes, path: `/clients/${clientId}/bounced_addresses` });
}

async function findBounced(database: Queries, { workspaceId }: Member, clientId: string) {
  const { rows } = await database.execute(sql`
    select bounced.email_key as email, bounced.reason,
      to_char(bounced.bounced_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
    from mail.bounced_addresses bounced where bounced.email_key in (
      select email_key from upstream.clients where id = ${clientId} and workspace_id = ${workspaceId}
      union select email_key from upstream.client_people where client_id = ${clientId} and workspace_id = ${workspaceId})
    order by bounced.email_key`);
  return z
    .array(bouncedRow)
    .parse(rows)
    .map(({ email, at, reason }) => ({ email, at, reason: plainReason(reason) }));
}
