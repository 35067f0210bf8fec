import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { fullName } from "../identity/person-name.ts";
import { clients, portalInvitations, portalPeople, tasks } from "../tables.ts";
import { insertAnswers, insertSuggestions } from "./answers.ts";
import type { DemoWorkspace } from "./clients.ts";
import { insertReleased } from "./released.ts";

/** The demo's client who uses the portal. */
const buyer = { email: "buyer@client.example", name: "Nora Lindqvist" };

const day = 86_400_000;

/** Lets one of the demo's clients use the portal, asks something of them, releases all of their properties, and has them answer. */
export async function insertPortal(
  transaction: Queries,
  { workspaceId, accounts, names, now }: Omit<DemoWorkspace, "pictures">,
) {
  const [client] = await transaction
    .select({ id: clients.id })
    .from(clients)
    .where(sql`${clients.workspaceId} = ${workspaceId} and ${clients.emailKey} = ${buyer.email}`);
  if (client === undefined) throw new Error("The demo's buyer is not there.");
  const before = (days: number) => new Date(now.getTime() - days * day).toISOString();
  await transaction.insert(portalInvitations).values({
    workspaceId,
    clientId: client.id,
    emailKey: buyer.email,
    tokenHash: randomBytes(32),
    mailId: crypto.randomUUID(),
    invitedByAccountId: accounts.get("member") ?? null,
    sentAt: before(20),
    expiresAt: before(13),
    acceptedAt: before(19),
    lastSeenAt: before(1),
    insertedAt: before(20),
    updatedAt: before(19),
  });
  await transaction.insert(portalPeople).values({ email: buyer.email });
  const asked = ["Send us your pre-approval letter", "Tell us which weekends suit you for showings"];
  const rows = asked.map((title, place) => ({
    workspaceId,
    title,
    clientId: client.id,
    dueOn: before(-2 - 3 * place).slice(0, 10),
    assigneeAccountId: accounts.get("member") ?? null,
    assignedByAccountId: accounts.get("member") ?? null,
    isVisibleToClient: true,
    insertedAt: before(3),
    updatedAt: before(3),
  }));
  await transaction.insert(tasks).values(rows);
  await insertReleased(transaction, workspaceId, client.id);
  await insertSuggestions(transaction, workspaceId, now);
  const agent = { accountId: accounts.get("member") ?? null, name: fullName(names.member) };
  await insertAnswers(transaction, { ...buyer, workspaceId, clientId: client.id, agent, now });
}
