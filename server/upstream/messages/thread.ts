/** The resource `message_thread`: messages of staff and a client. It has the id of the client. */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { action, type Call, type Route, requireAccess, segmentReaders } from "../engine/action.ts";
import { type Answer, found, nothing } from "../engine/answer.ts";
import type { Member } from "../engine/current-user.ts";
import { oneOf, trueOrFalse } from "../engine/filters.ts";
import { recordEvent } from "../engine/history.ts";
import type { Reads } from "../engine/queries.ts";
import { findRecord } from "../engine/reading.ts";
import { computed, moment, momentText, text, type WireRecord } from "../engine/record.ts";
import { invalidQuery } from "../engine/refusal.ts";
import { defineTable, type ListRules } from "../engine/table.ts";
import { findRoute, listRoute } from "../engine/table-routes.ts";
import { ownLanguage } from "../identity/reader-language.ts";
import { guess } from "../search/list-search.ts";
import { hasParts, readTyped } from "../search/typed-words.ts";
import { clients, languages, messageKinds, messageReads, messages, messageThreads } from "../tables.ts";
import { ofVisibleClients } from "../visibility.ts";
import { readClient, requireThread, threadActions } from "./client-of-thread.ts";
import { markRead, markUnread, unreadMessageCount } from "./reads.ts";

const table = messageThreads;

const ofClient = (
  column: "name" | "greeted_as" | "email" | "phone_number" | "profile_image_url" | "language" | "assigned_account_id",
) => sql`(select c.${sql.raw(column)} from upstream.clients c where c.id = ${table.id})`;

const assigned = z.object({ assigned_account_id: z.string().nullable(), archived_at: z.string().nullable() });

const reader = z.object({
  name: z.string(),
  is_client: z.boolean(),
  last_read_number: z.int(),
  read_at: z.iso.datetime().nullable(),
});

const thread = defineTable({
  type: "message_thread",
  path: "/message_threads",
  table,
  history: {
    topic: "messages",
    labels: { settled: "Marked as needing no reply" },
    holders: { client: table.id },
  },
  attributes: {
    client_name: computed(ofClient("name"), z.string()),
    client_greeted_as: computed(ofClient("greeted_as"), z.string().nullable()),
    client_language: computed(
      sql`coalesce(${ownLanguage(table.id)}, ${ofClient("language")})`,
      z.enum(languages).nullable(),
    ),
    client_email: computed(ofClient("email"), z.string().nullable()),
    client_phone_number: computed(ofClient("phone_number"), z.string().nullable()),
    client_photo_url: computed(ofClient("profile_image_url"), z.string().nullable()),
    assigned_account_id: computed(ofClient("assigned_account_id"), z.uuid().nullable()),
    archived_at: computed(
      sql`(select to_char(c.archived_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') from upstream.clients c
        where c.id = ${table.id})`,
      z.iso.datetime().nullable(),
    ),
    last_number: computed(sql`${table.lastNumber}`, z.int()),
    last_at: computed(momentText(table.lastAt), z.iso.datetime().nullable()),
    last_kind: computed(sql`${table.lastKind}`, z.enum(messageKinds)),
    last_words: text(table.lastWords),
    last_from: computed(sql`${table.lastFrom}`, z.enum(["staff", "client"])),
    last_name: text(table.lastName),
    needs_reply: computed(sql`${table.needsReply}`, z.boolean()),
    needs_reply_since: moment(table.needsReplySince),
    /** Filled in by the routes. */
    unread_count: computed(sql`0`, z.int()),
    readers: computed(
      sql`(select coalesce(json_agg(json_build_object('name', r.name, 'is_client', r.email is not null,
          'last_read_number', r.last_read_number, 'read_at', to_char(r.read_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
          order by r.read_at), '[]')
        from upstream.message_reads r where r.client_id = ${table.id} and r.read_at is not null)`,
      z.array(reader),
    ),
  },
  scope: (currentUser) => ofVisibleClients({ workspaceId: table.workspaceId, clientId: table.id }, currentUser),
  can: (currentUser, attributes) => threadActions(currentUser, assigned.parse(attributes)),
});

const maxTyped = 200;

/** The newest matches of each word. */
const maxFound = 500;

function searched(typed: string, parameter: string, currentUser: Member) {
  if (typed.length > maxTyped)
    throw invalidQuery("invalid_filter", parameter, `Search for at most ${maxTyped} characters.`);
  const read = readTyped(typed);
  return read === null
    ? null
    : threadsWith(currentUser, hasParts(clients.searchText, read.words), hasParts(messages.searchText, read.words));
}

function threadsWith({ workspaceId }: Pick<Member, "workspaceId">, ofClient: SQL, ofMessage: SQL): SQL {
  return sql`${table.id} in (
    select ${clients.id} from ${clients} where ${clients.workspaceId} = ${workspaceId} and ${ofClient}
    union select found.client_id from (select ${messages.clientId} as client_id from ${messages}
      where ${messages.workspaceId} = ${workspaceId} and ${ofMessage} limit ${maxFound}) found)`;
}

/** Threads with similar words in clients' names or messages. */
async function spelledLike(database: Reads, currentUser: Member, typed: string): Promise<SQL | null> {
  const read = readTyped(typed);
  if (read === null) return null;
  const meant = await guess(database, currentUser, read);
  const said = read.words.flat().map((word) => sql`${word} <% ${messages.searchText}`);
  return threadsWith(
    currentUser,
    meant === null ? sql`false` : hasParts(clients.searchText, meant.words),
    sql.join(said, sql` and `),
  );
}

const threadList: ListRules = {
  sorts: { last_number: { column: table.lastNumber, as: "number" } },
  defaultSort: "-last_number",
  filters: {
    // Archived ones are few: they are found by their clients, not in the order of all threads.
    archived: oneOf(["true", "false"], (value, { workspaceId }) =>
      value === "true"
        ? sql`${table.id} in (select ${clients.id} from ${clients} where ${clients.workspaceId} = ${workspaceId} and ${clients.isArchived})`
        : sql`not (select ${clients.isArchived} from ${clients} where ${clients.id} = ${table.id})`,
    ),
    needs_reply: trueOrFalse((isTrue) => (isTrue ? sql`${table.needsReply}` : sql`not ${table.needsReply}`)),
    mine: oneOf(
      ["true"],
      (_value, { accountId }) => sql`exists (select from ${clients} where ${clients.id} = ${table.id}
        and ${clients.assignedAccountId} = ${accountId})`,
    ),
    unread: oneOf(
      ["true"],
      (_value, { accountId }) => sql`${table.id} in (select ${messageReads.clientId} from ${messageReads}
        where ${messageReads.accountId} = ${accountId} and ${messageReads.isUnread})`,
    ),
    search: searched,
  },
  similar: spelledLike,
  defaultFilters: { archived: "false" },
  plannedByValue: ["needs_reply", "mine", "unread", "search"],
};

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

/** The thread of a client without messages. */
async function emptyThread(database: Reads, currentUser: Member, clientId: string): Promise<WireRecord> {
  const client = await readClient(database, currentUser, clientId);
  return {
    type: thread.type,
    id: client.id,
    path: `${thread.path}/${client.id}`,
    version: 0,
    attributes: {
      client_name: client.name,
      client_greeted_as: client.greeted_as,
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
