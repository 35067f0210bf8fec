/** What a browser is told: what is still unread, in the words that its person allows. */
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Queries } from "../engine/queries.ts";
import type { NotificationKind } from "../notifications/kinds.ts";
import { titleOfNotification } from "../notifications/notification.ts";
import { pageOfPortal } from "../portal/portal-paths.ts";
import { languages, notifications, pushDeliveries } from "../tables.ts";
import { messageTitles, morningTitle, plainTitles } from "./push-words.ts";

/** A browser, as far as pushes to it depend on it. */
export interface Listener {
  readonly id: string;
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly accountId: string | null;
  readonly clientEmail: string | null;
  readonly topics: readonly string[];
  readonly showsNames: boolean;
}

/** Characters of a title and a body: a push holds 4 kB. */
const longest = 200;

/** One thing to tell. */
export interface Told {
  readonly aboutId: string;
  readonly tries: number;
  readonly isHeld: boolean;
  readonly isUrgent: boolean;
  readonly shown: Shown;
}

/** As the worker of the page shows it. */
export interface Shown {
  readonly title: string;
  readonly body: string;
  /** Below the origin, of the page that a click opens. */
  readonly url: string;
  /** Replaces what has the same one: at most 32 characters of base64url, without a meaning to others. */
  readonly tag: string;
}

const delivery = { about_id: z.string(), tries: z.number(), is_held: z.boolean() };

/** What is due at a moment and still worth telling. @param claimed the moment that marks what this server took */
export function readTold(database: Queries, listener: Listener, claimed: Date, now: Date): Promise<readonly Told[]> {
  return listener.clientEmail === null
    ? readNotifications(database, listener, claimed, now)
    : readThreads(database, { ...listener, clientEmail: listener.clientEmail }, claimed);
}

const isKind = (kind: string): kind is NotificationKind => kind in plainTitles;

const notificationRow = z.object({
  ...delivery,
  kind: z.string().refine(isKind),
  topic: z.string(),
  join_key: z.string().nullable(),
  title: z.string(),
  client_name: z.string().nullable(),
  street: z.string().nullable(),
});

async function readNotifications(
  database: Queries,
  { id, workspaceName, topics, showsNames }: Listener,
  claimed: Date,
  now: Date,
): Promise<readonly Told[]> {
  // After a day it is no news, as in emails.
  const { rows } = await database.execute(sql`
    select ${pushDeliveries.aboutId}, ${pushDeliveries.tries}, ${pushDeliveries.isHeld}, ${notifications.kind}, ${notifications.topic},
      ${notifications.joinKey}, ${titleOfNotification} as title,
      (select name from upstream.clients where id = ${notifications.clientId}) as client_name,
      (select street from upstream.packages where id = ${notifications.packageId}) as street
    from ${pushDeliveries} join ${notifications} on ${notifications.id} = ${pushDeliveries.aboutId}
    where ${pushDeliveries.subscriptionId} = ${id} and ${pushDeliveries.dueAt} = ${claimed.toISOString()}
      and not ${notifications.isRead} and ${notifications.topic} in ${[...topics, ""]}
      and ${notifications.insertedAt} > ${now.toISOString()}::timestamptz - interval '1 day'
    order by ${notifications.insertedAt}, ${notifications.id}`);
  return z
    .array(notificationRow)
    .parse(rows)
    .map((row) => {
      const names = [row.client_name, row.street].filter((name) => name !== null && !row.title.includes(name));
      return {
        ...deliveryOf(row),
        isUrgent: row.topic === "messages",
        shown: {
          title: showsNames ? row.title.slice(0, longest) : plainTitles[row.kind],
          body: showsNames && names.length > 0 ? names.join(" · ").slice(0, longest) : workspaceName,
          url: `/notifications/${row.about_id}`,
          tag: tagOf(id, row.join_key ?? row.about_id),
        },
      };
    });
}

const threadRow = z.object({
  ...delivery,
  language: z.enum(languages).nullable(),
  total: z.number(),
  author: z.string(),
});

async function readThreads(
  database: Queries,
  { id, workspaceName, clientEmail, showsNames }: Listener & { readonly clientEmail: string },
  claimed: Date,
): Promise<readonly Told[]> {
  const { rows } = await database.execute(sql`
    select ${pushDeliveries.aboutId}, ${pushDeliveries.tries}, ${pushDeliveries.isHeld}, unread.total, newest.author_name as author,
      coalesce(person.language, client.language) as language
    from ${pushDeliveries}
    join upstream.clients client on client.id = ${pushDeliveries.aboutId}
    join upstream.portal_access access on access.client_id = client.id and access.email = ${clientEmail}
      and access.accepted_at is not null and not access.is_archived
    left join upstream.portal_people person on person.email = access.email
    left join upstream.message_reads seen on seen.client_id = client.id and seen.email = access.email
    cross join lateral (
      select count(*)::integer as total, max(number) as last_number from upstream.messages message
      where message.client_id = client.id and message.number > coalesce(seen.last_read_number, 0)
        and message.kind = 'message' and not message.is_from_client and message.deleted_at is null
    ) unread
    join upstream.messages newest on newest.client_id = client.id and newest.number = unread.last_number
    where ${pushDeliveries.subscriptionId} = ${id} and ${pushDeliveries.dueAt} = ${claimed.toISOString()}`);
  return z
    .array(threadRow)
    .parse(rows)
    .map((row) => ({
      ...deliveryOf(row),
      isUrgent: true,
      shown: {
        title: messageTitles[row.language ?? "en"](row.total, showsNames ? row.author : null),
        body: workspaceName,
        url: pageOfPortal("/messages", row.about_id),
        tag: tagOf(id, row.about_id),
      },
    }));
}

function deliveryOf(row: { readonly about_id: string; readonly tries: number; readonly is_held: boolean }) {
  return { aboutId: row.about_id, tries: row.tries, isHeld: row.is_held };
}

/** Several notifications that were held over the quiet hours, as one. */
export function toldTogether({ id, workspaceName }: Listener, total: number): Shown {
  return {
    title: morningTitle(total),
    body: workspaceName,
    url: "/notifications",
    tag: tagOf(id, "held"),
  };
}

/** Push services see it. */
function tagOf(...parts: readonly string[]): string {
  return createHash("sha256").update(parts.join(" ")).digest("base64url").slice(0, 32);
}
