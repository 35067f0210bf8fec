import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Mailer } from "../../mail/mailer.ts";
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
import { readClient } from "../messages/client-of-thread.ts";
import { unmarkBounced } from "../notifications/bounces.ts";
import { may } from "../permissions.ts";

const moment = z.iso.datetime();

const deliveryType = recordType(
  "mail_delivery",
  z.object({
    is_sending: z.boolean().describe("False: no mail server is set up, and nothing goes out"),
    waiting: z.int().describe("Emails that were tried in vain, or wait for longer than usual"),
    waiting_emails: z
      .array(
        z.object({
          to: z.string(),
          subject: z.string(),
          since: moment,
          reason: z.string().nullable(),
          next_try_at: moment.nullable().describe("Null: it is tried right now"),
        }),
      )
      .describe("The oldest of them"),
    given_up: z
      .array(z.object({ to: z.string(), subject: z.string(), at: moment, reason: z.string().nullable() }))
      .describe("Those that were given up within a week, the newest first"),
  }),
);

const ofThreadType = recordType(
  "waiting_message_mails",
  z.object({
    emails: z.array(
      z.object({
        to: z.string(),
        message_number: z.int().describe("Of the newest message that it tells of"),
        reason: z.string().nullable(),
        next_try_at: moment.nullable().describe("Null: it is tried right now"),
      }),
    ),
  }),
);

const mostShown = 15;

/** A workspace's emails that have not gone out. */
export function deliveryRoutes({ waiting, isSending }: Mailer): readonly Route[] {
  async function answerDelivery(database: Queries, { workspaceId }: Member) {
    const holder = { workspaceId };
    const mails = await waiting.list(database, holder);
    const lost = await waiting.listLost(database, holder);
    const attributes = {
      is_sending: isSending,
      waiting: await waiting.count(database, holder),
      waiting_emails: mails.slice(0, mostShown).map(({ to, subject, since, reason, nextTryAt }) => ({
        to,
        subject,
        reason,
        since: since.toISOString(),
        next_try_at: nextTryAt?.toISOString() ?? null,
      })),
      given_up: lost.slice(0, mostShown).map(({ to, subject, at, reason }) => ({
        to,
        subject,
        reason,
        at: at.toISOString(),
      })),
    };
    return found(deliveryType, { id: workspaceId, attributes, path: "/mail_delivery" });
  }

  return [
    action({
      method: "GET",
      path: "/mail_delivery",
      summary: "The workspace's emails that have not gone out, for its owner and admins",
      access: "workspace",
      answers: { status: 200, of: deliveryType },
      run: ({ database, currentUser }) => {
        requireManager(currentUser);
        return answerDelivery(database, currentUser);
      },
    }),
    action({
      method: "POST",
      path: "/mail_delivery/tries",
      summary: "Have the workspace's waiting emails tried at once; those that go out meanwhile go out once",
      access: "workspace",
      answers: { status: 200, of: deliveryType },
      async run({ database, currentUser }) {
        requireManager(currentUser);
        await waiting.hurry(database, { workspaceId: currentUser.workspaceId });
        return answerDelivery(database, currentUser);
      },
    }),
    action({
      method: "GET",
      path: "/message_threads/:id/waiting_mails",
      summary: "Emails about the messages of a thread that have not gone out",
      access: "workspace",
      answers: { status: 200, of: ofThreadType },
      async run({ database, currentUser, id }) {
        const client = await readClient(database, currentUser, id());
        const holder = { workspaceId: currentUser.workspaceId, clientId: client.id };
        const emails = (await waiting.list(database, holder)).flatMap(({ to, messageNumber, reason, nextTryAt }) =>
          messageNumber === null
            ? []
            : [{ to, reason, message_number: messageNumber, next_try_at: nextTryAt?.toISOString() ?? null }],
        );
        const path = `/message_threads/${client.id}/waiting_mails`;
        return found(ofThreadType, { id: client.id, attributes: { emails }, path });
      },
    }),
  ];
}

function requireManager(currentUser: Member): void {
  if (!may(currentUser, "workspace.update")) throw forbidden();
}

const bouncedType = recordType(
  "bounced_addresses",
  z.object({
    addresses: z
      .array(z.object({ email: z.string(), at: z.iso.datetime(), reason: z.string() }))
      .describe("In the spelling under which addresses are kept"),
  }),
);

const bouncedRow = z.object({ email: z.string(), at: z.iso.datetime(), reason: z.string() });

/** Addresses of a client's household that bounce. */
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
