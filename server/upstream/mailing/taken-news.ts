/** What a member has not read, taken out to be mailed: each once, however many servers look. */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Queries } from "../engine/queries.ts";
import type { MemberOfWorkspace } from "../notifications/mail-choices.ts";
import { detailOfNotification, titleOfNotification } from "../notifications/words.ts";
import { notifications } from "../tables.ts";
import type { ToldNews } from "./mails/news.ts";

/** An email names so many, and says how many more there are. */
const maxNamed = 15;

const reader = z.object({
  email: z.string(),
  first_name: z.string(),
  workspace_name: z.string(),
  quotes_messages: z.boolean(),
});
type NewsReader = z.output<typeof reader>;

/** Whom to mail, and how the workspace wants it; null for those who are no longer members, and where the workspace was deleted. */
export async function readNewsReader(
  database: Queries,
  { accountId, workspaceId }: MemberOfWorkspace,
): Promise<NewsReader | null> {
  const { rows } = await database.execute(sql`
    select account.email, account.first_name, workspace.name as workspace_name,
      coalesce(settings.quotes_messages, true) as quotes_messages
    from upstream.memberships member
    join upstream.accounts account on account.id = member.account_id
    join upstream.workspaces workspace on workspace.id = member.workspace_id and workspace.purge_at is null
    left join upstream.portal_settings settings on settings.id = workspace.id
    where member.account_id = ${accountId} and member.workspace_id = ${workspaceId}`);
  return z.array(reader).parse(rows)[0] ?? null;
}

const toldRow = z.object({
  title: z.string(),
  detail: z.string().nullable(),
  kind: z.string(),
  client_id: z.string().nullable(),
  client_name: z.string().nullable(),
  opportunity_id: z.string().nullable(),
});

export interface TakenNews {
  readonly total: number;
  /** The newest of them. */
  readonly news: readonly ToldNews[];
}

/**
 * Marks a member's notifications as mailed and reads what they say; null where there are none.
 * @param isMeant SQL of those that are to be mailed, which no earlier email may have
 */
export async function takeNews(
  database: Queries,
  { accountId, workspaceId }: MemberOfWorkspace,
  { isMeant, now, quotesMessages }: { readonly isMeant: SQL; readonly now: Date; readonly quotesMessages: boolean },
): Promise<TakenNews | null> {
  const ofMember = sql`${notifications.accountId} = ${accountId} and ${notifications.workspaceId} = ${workspaceId}`;
  const marked = await database
    .update(notifications)
    .set({ mailedAt: now.toISOString() })
    .where(sql`${ofMember} and ${isMeant}`)
    .returning({ id: notifications.id });
  const ids = marked.map(({ id }) => id);
  if (ids.length === 0) return null;
  const { rows } = await database.execute(sql`
    select ${titleOfNotification} as title, ${detailOfNotification} as detail, ${notifications.kind} as kind,
      ${notifications.clientId} as client_id, ${notifications.opportunityId} as opportunity_id,
      (select name from upstream.clients where id = ${notifications.clientId}) as client_name
    from ${notifications} where ${notifications.id} in ${ids}
    order by ${notifications.insertedAt} desc, ${notifications.id} desc limit ${maxNamed}`);
  const news = z
    .array(toldRow)
    .parse(rows)
    .map(({ kind, title, detail, client_id, client_name, opportunity_id }) => ({
      title,
      detail: kind === "message_received" && !quotesMessages ? null : detail,
      isMessage: kind === "message_received",
      clientId: client_id,
      opportunityId: opportunity_id,
      // Whoever used the public page has not proved to be called that.
      clientName: kind === "request_received" ? null : client_name,
    }));
  return { total: ids.length, news };
}
