/**
 * Sends the pushes that are due. What one server takes is due again a minute later, so that nothing is lost with a server, and no
 * other server takes it meanwhile.
 */
import { eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Log } from "../../log.ts";
import type { Queries } from "../engine/queries.ts";
import { pushDeliveries, pushSubscriptions } from "../tables.ts";
import type { PushPost, PushTarget } from "./push-post.ts";
import { quietUntil } from "./quiet-hours.ts";
import { type Listener, readTold, type Shown, type Told, toldTogether } from "./told.ts";

export interface PushingParts {
  readonly database: Queries;
  readonly post: PushPost;
  readonly log: Pick<Log, "warn">;
  readonly now: Date;
}

const leaseMs = 60_000;
/** Others are told the next time. */
const mostAtOnce = 50;
const usefulMs = 24 * 3_600_000;
const firstRetryMs = 30_000;
const mostTries = 6;

/** Sends what is due to each browser, side by side. @throws once all were tried, with the first cause */
export async function sendPushes(parts: PushingParts): Promise<void> {
  const claimed = new Date(parts.now.getTime() + leaseMs);
  const ids = await claim(parts, claimed);
  const results = await Promise.allSettled(ids.map((id) => tell(parts, id, claimed)));
  const failure = results.find((result) => result.status === "rejected");
  if (failure !== undefined) throw new Error("Pushes failed.", { cause: failure.reason });
}

async function claim({ database, now }: PushingParts, claimed: Date): Promise<readonly string[]> {
  const { rows } = await database.execute<{ id: string }>(sql`
    with due as (select subscription_id from ${pushDeliveries} where due_at <= ${now.toISOString()}::timestamptz
      group by subscription_id order by min(due_at) limit ${mostAtOnce}),
    taken as (update ${pushDeliveries} as waiting set due_at = ${claimed.toISOString()}::timestamptz from due
      where waiting.subscription_id = due.subscription_id and waiting.due_at <= ${now.toISOString()}::timestamptz
      returning waiting.subscription_id)
    select distinct subscription_id as id from taken`);
  return rows.map(({ id }) => id);
}

const listenerRow = z.object({
  workspace_id: z.string(),
  workspace_name: z.string(),
  time_zone: z.string(),
  account_id: z.string().nullable(),
  client_email: z.string().nullable(),
  endpoint: z.string(),
  browser_key: z.string(),
  auth_secret: z.string(),
  topics: z.array(z.string()),
  shows_names: z.boolean(),
  quiet_from: z.number().nullable(),
  quiet_until: z.number().nullable(),
});

/** Null where its session or its workspace has ended, or the workspace shuts the person out until they set up two-step sign-in. */
async function findListener({ database, now }: PushingParts, id: string) {
  const { rows } = await database.execute(sql`
    select subscription.*, workspace.name as workspace_name, workspace.time_zone
    from upstream.push_subscriptions subscription
    join upstream.sessions session on session.id = subscription.session_id and session.revoked_at is null
      and session.expires_at > ${now.toISOString()}::timestamptz
    join upstream.workspaces workspace on workspace.id = subscription.workspace_id and workspace.purge_at is null
    where subscription.id = ${id} and (subscription.account_id is null or not workspace.requires_second_step
      or session.is_vouched or exists (select from upstream.second_steps step where step.account_id = subscription.account_id))`);
  const [row] = z.array(listenerRow).parse(rows);
  if (row === undefined) return null;
  const listener: Listener = {
    id,
    workspaceId: row.workspace_id,
    workspaceName: row.workspace_name,
    accountId: row.account_id,
    clientEmail: row.client_email,
    topics: row.topics,
    showsNames: row.shows_names,
  };
  const target: PushTarget = { endpoint: row.endpoint, browserKey: row.browser_key, authSecret: row.auth_secret };
  const { quiet_from: from, quiet_until: until } = row;
  const quiet = from === null || until === null ? null : quietUntil({ from, until }, row.time_zone, now);
  return { listener, target, quiet };
}

async function tell(parts: PushingParts, id: string, claimed: Date): Promise<void> {
  const { database, now } = parts;
  const found = await findListener(parts, id);
  const told = found === null ? [] : await readTold(database, found.listener, claimed, now);
  // Read meanwhile, no longer wanted, or old.
  const stays = sql.param(told.map(({ aboutId }) => aboutId));
  await forget(database, sql`${claimedOf(id, claimed)} and ${pushDeliveries.aboutId} <> all(${stays}::uuid[])`);
  if (found === null || told.length === 0) return;
  const { listener, target, quiet } = found;
  if (quiet !== null) {
    await database.update(pushDeliveries).set({ dueAt: quiet, isHeld: true }).where(claimedOf(id, claimed));
    return;
  }
  for (const { shown, about } of bundle(listener, told)) {
    const urgency = about.some(({ isUrgent }) => isUrgent) ? "high" : "normal";
    const push = { text: JSON.stringify(shown), seconds: usefulMs / 1000, topic: shown.tag, urgency } as const;
    const outcome = await parts.post.send(target, push, now);
    if (outcome.state === "gone") {
      await database.delete(pushSubscriptions).where(eq(pushSubscriptions.endpoint, target.endpoint));
      return;
    }
    const isAbout = sql`${claimedOf(id, claimed)} and ${pushDeliveries.aboutId} in ${about.map(({ aboutId }) => aboutId)}`;
    if (outcome.state === "sent") await forget(database, isAbout);
    else {
      const tries = Math.max(...about.map((one) => one.tries)) + 1;
      const wait = Math.max(firstRetryMs * 2 ** (tries - 1), outcome.retryAfterMs);
      const isLast = tries >= mostTries || wait >= usefulMs;
      const said = { host: new URL(target.endpoint).hostname, reason: outcome.reason, tries };
      parts.log.warn(said, isLast ? "A push was given up" : "A push was not sent yet");
      if (isLast) await forget(database, isAbout);
      const dueAt = new Date(now.getTime() + Math.min(wait, usefulMs));
      if (!isLast) await database.update(pushDeliveries).set({ dueAt, tries }).where(isAbout);
      // The others would fail, too, and each would take its time.
      await database.update(pushDeliveries).set({ dueAt }).where(claimedOf(id, claimed));
      return;
    }
  }
}

/** SQL of what a server took of a browser. */
function claimedOf(id: string, claimed: Date): SQL {
  return sql`${pushDeliveries.subscriptionId} = ${id} and ${pushDeliveries.dueAt} = ${claimed.toISOString()}`;
}

/** One push for each, but a single one for all that was held over the quiet hours. */
function bundle(
  listener: Listener,
  told: readonly Told[],
): readonly { readonly shown: Shown; readonly about: readonly Told[] }[] {
  const held = told.filter(({ isHeld }) => isHeld);
  const single = (one: Told) => ({ shown: one.shown, about: [one] });
  if (held.length < 2 || listener.clientEmail !== null) return told.map(single);
  const others = told.filter(({ isHeld }) => !isHeld);
  return [{ shown: toldTogether(listener, held.length), about: held }, ...others.map(single)];
}

async function forget(database: Queries, condition: SQL): Promise<void> {
  await database.delete(pushDeliveries).where(condition);
}

/** Deletes the subscriptions of sessions that ran out. */
export async function sweepPushSubscriptions(database: Queries, now: Date): Promise<void> {
  await database.execute(sql`delete from upstream.push_subscriptions subscription using upstream.sessions session
    where session.id = subscription.session_id and session.expires_at <= ${now.toISOString()}::timestamptz`);
}
