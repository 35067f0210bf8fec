import { sql } from "drizzle-orm";
import { z } from "zod";
import { emailKeyOf } from "../clients/search-keys.ts";
import { clientPeople } from "../clients/tables.ts";
import { action, type Route } from "../engine/action.ts";
import { listed } from "../engine/answer.ts";
import type { Member } from "../engine/current-user.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { readOne } from "../engine/reading.ts";
import type { WireRecord } from "../engine/record.ts";
import { forbidden } from "../engine/refusal.ts";
import { nextVersion, requireRecord } from "../engine/writing.ts";
import { openOpportunity } from "../opportunities/open-opportunity.ts";
import { packageResource } from "../packages/package.ts";
import { mayAny } from "../permissions.ts";
import { mailRecipients, type Recipient, type ShareMailParts } from "./client-mails.ts";
import { checkMailLimit, lockMailCount } from "./mail-limit.ts";
import { shareLink } from "./share-link.ts";
import { shareLinks } from "./tables.ts";

const maxClients = 20;
/** How long a client's link works after it was mailed last. */
const days = 90;

const input = z.object({
  clientIds: z
    .array(z.uuid("A client is named by its id."))
    .min(1, "Choose at least one client.")
    .max(maxClients, `Choose up to ${maxClients} clients at a time.`)
    .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))]),
  note: z
    .string()
    .trim()
    .max(2000, "A note must be at most 2,000 characters.")
    .refine((typed) => !/[^\P{Cc}\t\n\r]/u.test(typed), "A note must be plain text.")
    .nullish(),
  invites: z.boolean().default(false).describe("Invite those to the client portal who were never invited"),
});

const shared = z.object({ street: z.string(), city: z.string().nullable() });
const contact = z.object({ name: z.string(), email: z.string() });

/** Shows a package to clients: each has an opportunity and one link, which everybody of the household is mailed. */
export function clientSharesRoute(parts: ShareMailParts): Route {
  return action({
    method: "POST",
    path: "/packages/:id/client_shares",
    summary: "Share a package with clients: opens or reuses opportunities and emails everyone in their households",
    access: "workspace",
    input: { type: "client_share", attributes: input },
    answers: { status: 200, of: shareLink.of, many: true },
    async run({ database, currentUser, attributes, id, now }) {
      if (!mayAny(currentUser, "records.share")) throw forbidden();
      const write = { database, currentUser };
      const packageId = id();
      const record = await requireRecord(write, packageResource, packageId, "update");
      await lockMailCount(database, currentUser);
      const note = attributes.note ?? "";
      const links: WireRecord[] = [];
      const recipients: Recipient[] = [];
      // One after the other, and in one order, so that two who share with the same clients do not wait for each other.
      for (const clientId of attributes.clientIds.toSorted()) {
        const pair = { packageId, clientId, clientAttribute: "client_ids" } as const;
        const { client } = await openOpportunity(database, currentUser, pair);
        const link = await renewLink(
          database,
          currentUser,
          { packageId, clientId, label: contact.parse(client.attributes).name },
          now,
        );
        for (const person of await householdOf(database, client))
          recipients.push({ ...person, link, clientId: client.id });
        const changes = note === "" ? [] : [{ field: "note", before: null, after: note }];
        await recordEvent(write, shareLink, "mailed", link, changes);
        links.push((await readOne(database, shareLink, currentUser, link)).record);
      }
      await checkMailLimit(
        database,
        currentUser,
        recipients.map(({ emailKey }) => emailKey),
      );
      const { street, city } = shared.parse(record.attributes);
      const address = city === null ? street : `${street}, ${city}`;
      const mailing = { packageId, address, note, invites: attributes.invites, days };
      await mailRecipients(write, parts, recipients, mailing, now);
      return listed(shareLink.of, links);
    },
  });
}

/** The client's own address and those of the household, each once. */
async function householdOf(database: Queries, { id, attributes }: WireRecord) {
  const people = await database
    .select({ name: clientPeople.name, email: clientPeople.email })
    .from(clientPeople)
    .where(sql`${clientPeople.clientId} = ${id}`)
    .orderBy(clientPeople.insertedAt, clientPeople.id);
  const everybody = [contact.parse(attributes), ...people].map((person) => {
    return { ...person, emailKey: emailKeyOf(person.email) };
  });
  return new Map(everybody.map((person) => [person.emailKey, person])).values();
}

/** The client's link to the package, made now or good for so many days more. @returns its id */
async function renewLink(
  database: Queries,
  { workspaceId, accountId }: Member,
  wanted: { readonly packageId: string; readonly clientId: string; readonly label: string },
  now: Date,
): Promise<string> {
  const expiresAt = new Date(now.getTime() + days * 86_400_000).toISOString();
  const row = { ...wanted, workspaceId, accountId, allowsDownload: true, expiresAt };
  const [link] = await database
    .insert(shareLinks)
    .values(row)
    .onConflictDoUpdate({
      target: [shareLinks.packageId, shareLinks.clientId],
      targetWhere: sql`${shareLinks.revokedAt} is null`,
      set: {
        // A link without an end stays without one.
        expiresAt: sql`case when ${shareLinks.expiresAt} is not null
          then greatest(${shareLinks.expiresAt}, ${expiresAt}::timestamptz) end`,
        ...nextVersion(shareLinks),
      },
    })
    .returning({ id: shareLinks.id });
  if (!link) throw new Error("The link was not inserted.");
  return link.id;
}
