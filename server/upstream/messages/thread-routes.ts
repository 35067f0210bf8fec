import { sql } from "drizzle-orm";
import { z } from "zod";
import { action, type Call, type Route, requireAccess, segmentReaders } from "../engine/action.ts";
import { type Answer, found, nothing } from "../engine/answer.ts";
import type { Member } from "../engine/current-user.ts";
import { recordEvent } from "../engine/history.ts";
import type { Reads } from "../engine/queries.ts";
import { findRecord } from "../engine/reading.ts";
import type { WireRecord } from "../engine/record.ts";
import { findRoute, listRoute } from "../engine/table-routes.ts";
import { messageThreads } from "../tables.ts";
import { readClient, requireThread, threadActions } from "./client-of-thread.ts";
import { markRead, markUnread, unreadMessageCount } from "./reads.ts";
import { thread, threadList } from "./thread.ts";

/** Fills in how many messages the current user has not read in each thread. */
async function withUnread(
  database: Reads,
  { accountId }: Member,
  records: readonly WireRecord[],
): Promise<WireRecord[]> {
  if (records.length === 0) return [];
  const ids = records.map(({ id }) => id);
  const { rows } = await database.execute<{ id: string; unread: number | null }>(sql`
    select id, ${unreadMessageCount(sql`id`, accountId)} as unread from unnest(${sql.param(ids)}::uuid[]) as id`);
  const counts = new Map(rows.map(({ id, unread }) => [id, unread ?? 0]));
  return records.map((record) => ({
    ...record,
    attributes: { ...record.attributes, unread_count: counts.get(record.id) ?? 0 },
  }));
}

/** The thread of a client to whom nobody has written yet. */
async function emptyThread(database: Reads, currentUser: Member, clientId: string): Promise<WireRecord> {
  const client = await readClient(database, currentUser, clientId);
  return {
    type: thread.type,
    id: client.id,
    path: `${thread.path}/${client.id}`,
    version: 0,
    attributes: {
      client_name: client.name,
      client_language: client.own_language ?? client.language,
      client_email: client.email,
      client_phone_number: client.phone_number,
      client_photo_url: client.profile_image_url,
      assigned_account_id: client.assigned_account_id,
      archived_at: client.archived_at,
      last_number: 0,
      last_at: null,
      last_kind: "message",
      last_words: "",
      last_from: "staff",
      last_name: "",
      needs_reply: false,
      needs_reply_since: null,
      unread_count: 0,
      readers: [],
    },
    can: threadActions(currentUser, client),
  };
}

async function answerThread(database: Reads, currentUser: Member, clientId: string): Promise<Answer> {
  const record =
    (await findRecord(database, thread, currentUser, clientId)) ?? (await emptyThread(database, currentUser, clientId));
  const [counted] = await withUnread(database, currentUser, [record]);
  return found(thread.of, counted ?? record);
}

const list = listRoute(thread, threadList, "Threads of messages, the one with the newest message first");
const find = findRoute(thread, "The thread of a client; an empty one where nobody has written yet");

type ThreadCall = Call<"workspace">;

/** A write about how the current user, or the workspace, sees a thread. */
function threadAction(
  path: string,
  summary: string,
  run: (call: ThreadCall, clientId: string) => Promise<void>,
): Route {
  return action({
    method: "POST",
    path: `/message_threads/:id${path}`,
    summary,
    access: "workspace",
    answers: { status: 204, of: null },
    async run(call) {
      await run(call, call.id());
      return nothing;
    },
  });
}

export const threadRoutes: readonly Route[] = [
  {
    ...list,
    prepare(context) {
      const handler = list.prepare(context);
      const currentUser = requireAccess("workspace", context.currentUser);
      return async (database) => {
        const answer = await (await handler)(database);
        if (answer.kind !== "records") return answer;
        return { ...answer, records: await withUnread(database, currentUser, answer.records) };
      };
    },
  },
  {
    ...find,
    async prepare(context) {
      await find.prepare(context);
      const currentUser = requireAccess("workspace", context.currentUser);
      const id = segmentReaders(context.segments).id();
      return () => answerThread(context.reads, currentUser, id);
    },
  },
  action({
    method: "POST",
    path: "/message_threads/:id/read",
    summary: "The current user has read a thread, up to a message; only for what a person did",
    access: "workspace",
    input: { type: "message_thread", attributes: z.object({ number: z.int().min(0).max(Number.MAX_SAFE_INTEGER) }) },
    answers: { status: 204, of: null },
    async run({ database, currentUser, attributes: { number }, id }) {
      const { workspaceId, accountId } = currentUser;
      const client = await readClient(database, currentUser, id());
      await markRead(database, { workspaceId, clientId: client.id, accountId }, number);
      return nothing;
    },
  }),
  threadAction("/unread", "Mark a thread as unread for the current user", async ({ database, currentUser }, id) => {
    const { workspaceId, accountId } = currentUser;
    const client = await readClient(database, currentUser, id);
    await markUnread(database, { workspaceId, clientId: client.id, accountId });
  }),
  threadAction("/no_reply_needed", "Say that a thread needs no reply; again is a no-op", async (call, id) => {
    const { database, currentUser } = call;
    const client = await requireThread(database, currentUser, id, "settle");
    const { rowCount } = await database
      .update(messageThreads)
      .set({ needsReply: false, needsReplySince: null, version: sql`${messageThreads.version} + 1` })
      .where(sql`${messageThreads.id} = ${client.id} and ${messageThreads.needsReply}`);
    if (rowCount === 1) await recordEvent({ database, currentUser }, thread, "settled", client.id);
  }),
];
