/** Writes the demo's messages: a few threads, one of which waits for a reply. */
import { sql } from "drizzle-orm";
import { fold } from "../../../spelling/folding.ts";
import type { Role } from "../engine/current-user.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { fullName } from "../identity/person-name.ts";
import { lockThread, summarizeThread } from "../messages/add-message.ts";
import { message } from "../messages/message.ts";
import { clients, messageReads, messages, messageThreads, savedReplies } from "../tables.ts";
import type { DemoWorkspace } from "./clients.ts";
import { type DemoThread, replyLines, threadLines } from "./message-lines.ts";

type MessagesDemo = Omit<DemoWorkspace, "pictures">;

/** Inserts the threads and the saved replies. */
export async function insertMessages(transaction: Queries, workspace: MessagesDemo): Promise<void> {
  for (const thread of threadLines) await insertThread(transaction, thread, workspace);
  const { workspaceId } = workspace;
  const rows = replyLines.map(({ name, body }) => ({ workspaceId, name, nameKey: fold(name), body }));
  await transaction.insert(savedReplies).values(rows);
}

async function insertThread(transaction: Queries, thread: DemoThread, workspace: MessagesDemo): Promise<void> {
  const { workspaceId, accounts, names, now } = workspace;
  const { client: emailKey, lines } = thread;
  const [client] = await transaction
    .select({ id: clients.id })
    .from(clients)
    .where(sql`${clients.workspaceId} = ${workspaceId} and ${clients.emailKey} = ${emailKey}`);
  if (client === undefined) throw new Error(`The demo has no client ${emailKey}.`);
  await lockThread(transaction, workspaceId, client.id);
  let newest: number | undefined;
  let answered: number | undefined;
  for (const { by, hoursAgo, body, isNote = false } of lines) {
    const at = new Date(now.getTime() - hoursAgo * 3_600_000).toISOString();
    const role = typeof by === "string" ? by : null;
    const authorName = typeof by === "string" ? fullName(names[by]) : by.name;
    const [row] = await transaction
      .insert(messages)
      .values({
        workspaceId,
        clientId: client.id,
        authorName,
        body,
        searchText: fold(body),
        insertedAt: at,
        updatedAt: at,
        kind: isNote ? "note" : "message",
        source: role === null ? "portal" : "workspace",
        isFromClient: role === null,
        authorAccountId: idOf(accounts, role),
        authorEmail: typeof by === "string" ? null : by.email,
      })
      .returning({ id: messages.id, number: messages.number });
    if (row === undefined) throw new Error("A message of the demo was not inserted.");
    newest = row.number;
    if (role !== null) answered = row.number;
    const currentUser = { accountId: idOf(accounts, role), workspaceId, actorName: authorName };
    const event = isNote ? "noted" : role === null ? "received" : "sent";
    await recordEvent({ database: transaction, currentUser }, message, event, row.id, [], at);
  }
  await summarizeThread(transaction, client.id);
  const { agent, needsReply = false } = thread;
  if (needsReply) {
    const since = sql`(select max(m.inserted_at) from upstream.messages m where m.client_id = ${client.id})`;
    await transaction
      .update(messageThreads)
      .set({ needsReply, needsReplySince: since })
      .where(sql`${messageThreads.id} = ${client.id}`);
  }
  await transaction.insert(messageReads).values({
    workspaceId,
    clientId: client.id,
    accountId: idOf(accounts, agent),
    name: fullName(names[agent]),
    lastReadNumber: (needsReply ? answered : newest) ?? 0,
    isUnread: needsReply,
    readAt: now.toISOString(),
  });
}

function idOf(accounts: MessagesDemo["accounts"], role: Role | null): string | null {
  return role === null ? null : (accounts.get(role) ?? null);
}
