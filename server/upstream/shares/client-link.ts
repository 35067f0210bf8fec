/** A client's own link to a property. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { emailKeyOf } from "../clients/search-keys.ts";
import type { Member } from "../engine/current-user.ts";
import { recordEvent } from "../engine/history.ts";
import { textOf } from "../engine/inputs.ts";
import type { Queries } from "../engine/queries.ts";
import type { WireRecord } from "../engine/record.ts";
import { nextVersion } from "../engine/writing.ts";
import { openOpportunity, type Pair } from "../opportunities/open-opportunity.ts";
import { clientPeople, shareLinks } from "../tables.ts";
import { shareLink } from "./share-link.ts";

/** Since the latest mail. */
export const days = 90;

export const noteInput = textOf("A note", 2000)
  .refine((typed) => !/[^\P{Cc}\t\n\r]/u.test(typed), "A note must be plain text.")
  .nullish();

export const invitesInput = z
  .boolean()
  .default(false)
  .describe("Invite those to the client portal who were never invited");

const shared = z.object({ street: z.string(), city: z.string().nullable() });
const contact = z.object({ name: z.string(), email: z.string().nullable() });

/** The address of a package in one line: street and city. */
export function addressOf({ attributes }: Pick<WireRecord, "attributes">): string {
  const { street, city } = shared.parse(attributes);
  return city === null ? street : `${street}, ${city}`;
}

interface ClientLink {
  readonly link: string;
  readonly client: WireRecord;
}

/** Opens an opportunity and a link for a client where there are none. @param note may be empty @throws Refusal 400 */
export async function shareWith(
  write: { readonly database: Queries; readonly currentUser: Member },
  pair: Pair,
  note: string,
  now: Date,
): Promise<ClientLink> {
  const { database, currentUser } = write;
  const { client } = await openOpportunity(database, currentUser, pair);
  const { packageId, clientId } = pair;
  const label = contact.parse(client.attributes).name;
  const link = await renewLink(database, currentUser, { packageId, clientId, label }, now);
  const changes = note === "" ? [] : [{ field: "note", before: null, after: note }];
  await recordEvent(write, shareLink, "mailed", link, changes);
  return { link, client };
}

/** The client and people of the household, each address once. */
export async function householdOf(database: Queries, { id, attributes }: WireRecord) {
  const people = await database
    .select({ name: clientPeople.name, email: clientPeople.email })
    .from(clientPeople)
    .where(sql`${clientPeople.clientId} = ${id}`)
    .orderBy(clientPeople.insertedAt, clientPeople.id);
  const everybody = [contact.parse(attributes), ...people].flatMap(({ name, email }) =>
    email === null ? [] : [{ name, email, emailKey: emailKeyOf(email) }],
  );
  return new Map(everybody.map((person) => [person.emailKey, person])).values();
}

/** Creates or prolongs the client's link. @returns its id */
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
        // A link without an end keeps none.
        expiresAt: sql`case when ${shareLinks.expiresAt} is not null
          then greatest(${shareLinks.expiresAt}, ${expiresAt}::timestamptz) end`,
        ...nextVersion(shareLinks),
      },
    })
    .returning({ id: shareLinks.id });
  if (!link) throw new Error("The link was not inserted.");
  return link.id;
}
