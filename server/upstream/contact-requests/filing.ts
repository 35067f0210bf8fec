/** Files requests of the public page with their clients, as jobs, so that senders do not learn whether an address is known. */
import { sql } from "drizzle-orm";
import type { JobQueue } from "../../jobs/jobs.ts";
import { client } from "../clients/client.ts";
import { searchKeysOf } from "../clients/search-keys.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { isUuid } from "../engine/spelling.ts";
import { createRecord, nextVersion } from "../engine/writing.ts";
import { shownAccount } from "../landing/landing-routes.ts";
import { buyerProfiles, clientPeople, clients, contactRequests, portalSettings, workspaces } from "../tables.ts";
import { contactRequest } from "./contact-request.ts";

export const filingQueue: JobQueue = {
  name: "contact_requests",
  concurrency: 1,
  pollSeconds: 2,
  expireSeconds: 60,
  retries: 5,
  retrySeconds: 5,
};

type Request = typeof contactRequests.$inferSelect;

/** Files a request once. Registrations wait for their confirmation, held requests for a decision. */
export async function fileRequest(database: Queries, id: string): Promise<void> {
  if (!isUuid(id)) throw new Error("A request has an id.");
  await database.transaction(async (transaction) => {
    const [request] = await transaction
      .select()
      .from(contactRequests)
      .where(sql`${contactRequests.id} = ${id}`)
      .for("update");
    if (request === undefined || request.clientId !== null || !isReady(request)) return;
    // In order for each workspace, so that two requests of a new address are one client's.
    await transaction.execute(
      sql`select from ${portalSettings} where ${portalSettings.id} = ${request.workspaceId} for update`,
    );
    const known = await findHolder(transaction, request);
    const clientId = known ?? (await makeClient(transaction, request));
    await transaction
      .update(contactRequests)
      .set({ ...nextVersion(contactRequests), clientId, isKnown: known !== null })
      .where(sql`${contactRequests.id} = ${id}`);
    const event = request.kind === "message" ? "received" : "registered";
    await recordEvent({ database: transaction, currentUser: senderOf(request) }, contactRequest, event, id);
  });
}

function isReady({ kind, confirmedAt, isHeld, settledAt }: Request): boolean {
  return (kind === "message" || confirmedAt !== null) && !isHeld && settledAt === null;
}

function senderOf({ workspaceId, name }: Request) {
  return { accountId: null, workspaceId, actorName: `${name} (public page)` };
}

/** By address, of the client or the household; clients that are not archived first. */
async function findHolder(transaction: Queries, { workspaceId, emailKey }: Request): Promise<string | null> {
  const { rows } = await transaction.execute<{ id: string }>(sql`
    select ${clients.id} as id from ${clients} where ${clients.workspaceId} = ${workspaceId}
      and (${clients.emailKey} = ${emailKey} or ${clients.id} in (select ${clientPeople.clientId} from ${clientPeople}
        where ${clientPeople.workspaceId} = ${workspaceId} and ${clientPeople.emailKey} = ${emailKey}))
    order by ${clients.isArchived}, ${clients.lastActivityAt} desc, ${clients.id} limit 1`);
  return rows[0]?.id ?? null;
}

async function makeClient(transaction: Queries, request: Request): Promise<string> {
  const { workspaceId, name, email, phoneNumber } = request;
  const { rows } = await transaction.execute<{ id: string }>(sql`
    select ${shownAccount} as id from ${workspaces} join ${portalSettings} on ${portalSettings.id} = ${workspaces.id}
    where ${workspaces.id} = ${workspaceId}`);
  const contact = { name, email, phoneNumber };
  const values = { ...contact, ...searchKeysOf(contact), workspaceId, assignedAccountId: rows[0]?.id ?? null };
  const write = { database: transaction, currentUser: senderOf(request) };
  const source = { field: "source", before: null, after: "Public page" };
  const clientId = await createRecord(write, client, "created", values, [source]);
  await transaction.insert(buyerProfiles).values({ clientId, workspaceId });
  return clientId;
}
