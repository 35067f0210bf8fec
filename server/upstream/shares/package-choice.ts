/** Properties as a client would see them: read before they are shared with the client. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { momentText } from "../engine/attribute.ts";
import type { Member } from "../engine/current-user.ts";
import { moneyJson, moneySchema } from "../engine/money.ts";
import type { Reads } from "../engine/queries.ts";
import { mayAny, mayOn } from "../permissions.ts";
import {
  comparables,
  costEstimates,
  documents,
  findings,
  opportunities,
  packagePhotos,
  packages,
  portalReleases,
  shareLinks,
} from "../tables.ts";
import { visiblePackages } from "../visibility.ts";

const text = z.string().nullable();
const shown = {
  package_id: z.uuid(),
  street: z.string(),
  city: text,
  state: text,
  zip: text,
  photo_url: text,
  list_price: moneySchema.nullable(),
  is_archived: z.boolean(),
  photos: z.int().describe("How many the client sees"),
  documents: z.int().describe("How many are marked for clients"),
  has_facts: z.boolean().describe("Whether a price, an area or any of the figures is known"),
  released: z.array(z.enum(["costs", "findings", "comparables"])).describe("What is released and has content"),
  is_paired: z.boolean().describe("Whether the two have an opportunity under way"),
  shared_at: text.describe("When the client's link that works now was made"),
  opened_at: text.describe("When it was opened last"),
};
const row = z.object({ ...shown, assigned_account_id: text });

/** What is said of each, in wire spelling. */
export const choiceAttributes = z.object({
  packages: z.array(z.object({ ...shown, can_share: z.boolean() })),
});

/** Those of the packages that exist for the current user, in the order in which they are named. */
export async function readPackageChoice(
  database: Reads,
  currentUser: Member,
  clientId: string,
  ids: readonly string[],
): Promise<z.output<typeof choiceAttributes>> {
  const { id, beds, baths, sqft, lotSize, garages, yearBuilt, hoaAmount, area, listPriceAmount } = packages;
  const { rows } = await database.execute(sql`
    select ${id} as package_id, ${packages.street}, ${packages.city}, ${packages.state}, ${packages.zip}, ${packages.photoUrl},
      ${moneyJson(listPriceAmount, packages.listPriceCurrency)} as list_price, ${packages.isArchived}, ${packages.assignedAccountId},
      (select count(*)::integer from ${packagePhotos} where ${packagePhotos.packageId} = ${id}) as photos,
      (select count(*)::integer from ${documents} where ${documents.packageId} = ${id}
        and ${documents.isClientVisible} and ${documents.trashedAt} is null) as documents,
      coalesce(${listPriceAmount}::text, ${beds}::text, ${baths}::text, ${sqft}::text, ${lotSize}::text, ${garages}::text,
        ${yearBuilt}::text, ${hoaAmount}::text, ${area}) is not null as has_facts,
      to_jsonb(array_remove(array[
        case when ${portalReleases.costs} and exists (select from ${costEstimates}
          where ${costEstimates.packageId} = ${id}) then 'costs' end,
        case when ${portalReleases.findings} and exists (select from ${findings}
          where ${findings.packageId} = ${id} and not ${findings.isProposed}) then 'findings' end,
        case when ${portalReleases.comparables} and exists (select from ${comparables}
          where ${comparables.packageId} = ${id}) then 'comparables' end], null)) as released,
      exists (select from ${opportunities} where ${opportunities.clientId} = ${clientId}
        and ${opportunities.packageId} = ${id} and ${opportunities.isActive}) as is_paired,
      ${momentText(shareLinks.insertedAt)} as shared_at, ${momentText(shareLinks.lastOpenedAt)} as opened_at
    from unnest(${sql.param([...ids])}::uuid[]) with ordinality as wanted (id, place)
    join ${packages} on ${id} = wanted.id
    left join ${portalReleases} on ${portalReleases.packageId} = ${id}
    left join ${shareLinks} on ${shareLinks.packageId} = ${id} and ${shareLinks.clientId} = ${clientId}
      and ${shareLinks.revokedAt} is null and (${shareLinks.expiresAt} is null or ${shareLinks.expiresAt} > now())
    where ${visiblePackages(currentUser)}
    order by wanted.place`);
  const maySome = mayAny(currentUser, "records.share");
  return {
    packages: z
      .array(row)
      .parse(rows)
      .map(({ assigned_account_id: assigned, ...found }) => ({
        ...found,
        can_share: maySome && !found.is_archived && mayOn(currentUser, "records.edit", assigned),
      })),
  };
}
