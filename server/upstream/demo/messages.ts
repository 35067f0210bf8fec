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

interface DemoLine {
  readonly by: Role | { readonly name: string; readonly email: string };
  readonly hoursAgo: number;
  readonly body: string;
  readonly isNote?: boolean;
}

interface DemoThread {
  readonly client: string;
  readonly agent: Role;
  /** The newest message is the client's, and unread. */
  readonly needsReply?: boolean;
  readonly lines: readonly DemoLine[];
}

const nora = { name: "Nora Lindqvist", email: "buyer@client.example" };
const theo = { name: "Theo Lindqvist", email: "theo@client.example" };
const priya = { name: "Priya Raman", email: "priya.raman@client.example" };
const marcus = { name: "Marcus Okafor", email: "marcus.okafor@client.example" };
const kenji = { name: "Kenji Watanabe", email: "kenji.watanabe@client.example" };

const threadLines: readonly DemoThread[] = [
  {
    client: "kenji.watanabe@client.example",
    agent: "owner",
    lines: [
      {
        by: "owner",
        hoursAgo: 122,
        body: "Good morning Kenji, the seller of the house in Kirkland moved the open house to Sunday, 1 to 4 PM. Shall I book you a private showing before that?",
      },
      { by: kenji, hoursAgo: 119, body: "Sunday at noon would suit us. My wife would like to see the garage first." },
      { by: "owner", hoursAgo: 118, body: "Noon it is. I will meet you at the garage door." },
    ],
  },
  {
    client: "marcus.okafor@client.example",
    agent: "member",
    lines: [
      {
        by: marcus,
        hoursAgo: 53,
        body: "Does the building on Boylston really take a dog of 30 kg? The listing says “small pets”.",
      },
      {
        by: "member",
        hoursAgo: 51,
        body: "I asked the association. Dogs up to 70 lb are fine with a deposit of $400, so yours is. They will send me the rules in writing, and I will put them into your documents.",
      },
      {
        by: "manager",
        hoursAgo: 50,
        body: "The deposit was $600 last spring. Worth a second look before he relies on it.",
        isNote: true,
      },
      { by: marcus, hoursAgo: 47, body: "Perfect, thank you. Then let us keep it on the list." },
    ],
  },
  {
    client: "buyer@client.example",
    agent: "member",
    lines: [
      {
        by: "member",
        hoursAgo: 74,
        body: "Hello Nora and Theo, the inspection report is in your documents. The roof has ten good years left, and the crawl space needs a vapor barrier, about $2,400. Nothing there worries me.",
      },
      { by: theo, hoursAgo: 72, body: "Thanks! Is the seller likely to pay for the barrier?" },
      {
        by: "member",
        hoursAgo: 71,
        body: "I would ask for a credit of $2,400 rather than for the work itself: then you choose who does it.\n\nIf you agree, I will add it to our answer on Thursday.",
      },
      { by: nora, hoursAgo: 27, body: "Yes, please ask for the credit." },
      { by: "member", hoursAgo: 26, body: "Done. The seller has until Friday, 5 PM. I will write as soon as I hear." },
    ],
  },
  {
    client: "priya.raman@client.example",
    agent: "owner",
    needsReply: true,
    lines: [
      {
        by: "owner",
        hoursAgo: 8,
        body: "Dear Priya, the Tudor in Bryant that you liked lowered its price to $1,195,000 this morning. It is inside the school's boundary; I checked the map of this year.",
      },
      {
        by: priya,
        hoursAgo: 3,
        body: "That is good news! Could we see it again this week, after 4 PM? Arjun has not been inside yet. And do you know whether the basement stayed dry last winter?",
      },
    ],
  },
];

const replyLines: readonly { readonly name: string; readonly body: string }[] = [
  {
    name: "Showing confirmed",
    body: "Hello {client}, your showing of {property} is confirmed. Please bring a photo ID; I will meet you at the door.\n\n{agent}",
  },
  {
    name: "Documents are ready",
    body: "Hello {client}, the documents about {property} are in your portal now. Tell me which of them you would like to go through together.\n\n{agent}",
  },
];
