/** Shares several properties with a client, in one mail. */

import { sql } from "drizzle-orm";
import { z } from "zod";
import { client as clientResource } from "../clients/client.ts";
import { action, type Route } from "../engine/action.ts";
import { found, listed } from "../engine/answer.ts";
import type { Member } from "../engine/current-user.ts";
import { moneyJson, moneySchema } from "../engine/money.ts";
import type { Queries, Reads } from "../engine/queries.ts";
import { findRecord, readOne } from "../engine/reading.ts";
import { momentText, recordType, type WireRecord } from "../engine/record.ts";
import { forbidden, invalidAttribute, type Problem, Refusal } from "../engine/refusal.ts";
import { packageResource } from "../packages/package.ts";
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
import { addressOf, householdOf, invitesInput, noteInput, shareWith } from "./client-link.ts";
import { mailRecipients, type ShareMailParts } from "./client-mails.ts";
import { checkMailLimit, lockMailCount } from "./mail-limit.ts";
import { shareLink } from "./share-link.ts";

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

const choiceAttributes = z.object({
  packages: z.array(z.object({ ...shown, can_share: z.boolean() })),
});

async function readPackageChoice(
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

const most = 25;

const ids = z
  .array(z.uuid("A property is named by its id."))
  .max(most, `Choose up to ${most} properties at a time.`)
  .transform((given) => [...new Set(given.map((id) => id.toLowerCase()))]);

const input = z.object({
  packageIds: ids.refine((given) => given.length > 0, "Choose at least one property."),
  note: noteInput,
  invites: invitesInput,
});

const choiceType = recordType("package_choice", choiceAttributes);

const parameters = z.object({
  package_ids: z
    .string()
    .default("")
    .transform((text) => text.split(",").filter((id) => id !== ""))
    .pipe(ids)
    .describe(`Up to ${most} ids, with commas`),
});

/** The routes of sharing several properties with a client. */
export function packageShareRoutes(parts: ShareMailParts): readonly Route[] {
  return [
    action({
      method: "GET",
      path: "/clients/:id/package_choice",
      summary: "What a client would see of packages, and whether each can be shared with them",
      access: "workspace",
      parameters,
      answers: { status: 200, of: choiceType },
      async run({ database, currentUser, parameters: { package_ids: wanted }, id }) {
        const { record } = await readOne(database, clientResource, currentUser, id());
        const attributes = await readPackageChoice(database, currentUser, record.id, wanted);
        return found(choiceType, { id: record.id, attributes, can: [] });
      },
    }),
    action({
      method: "POST",
      path: "/clients/:id/package_shares",
      summary:
        "Share packages with a client: opens or reuses opportunities and emails everyone in the household once; all of them or none",
      access: "workspace",
      input: { type: "package_share", attributes: input },
      answers: { status: 200, of: shareLink.of, many: true },
      async run({ database, currentUser, attributes, id, now }) {
        if (!mayAny(currentUser, "records.share")) throw forbidden();
        const write = { database, currentUser };
        const { record } = await readOne(database, clientResource, currentUser, id());
        if (record.attributes.archived_at !== null) throw invalidAttribute("package_ids", "This client is archived.");
        const { packageIds, invites } = attributes;
        const note = attributes.note ?? "";
        const items = await findShareable(database, currentUser, packageIds);
        await lockMailCount(database, currentUser);
        const properties: { link: string; packageId: string; address: string }[] = [];
        const links: WireRecord[] = [];
        for (const item of items) {
          const { link } = await shareWith(write, { packageId: item.id, clientId: record.id }, note, now);
          properties.push({ link, packageId: item.id, address: addressOf(item) });
          links.push((await readOne(database, shareLink, currentUser, link)).record);
        }
        const household = [...(await householdOf(database, record))];
        const recipients = household.map((person) => ({ ...person, clientId: record.id, properties }));
        const emailKeys = household.map(({ emailKey }) => emailKey);
        await checkMailLimit(database, currentUser, emailKeys, "package_ids");
        await mailRecipients(write, parts, recipients, { note, invites }, now);
        return listed(shareLink.of, links);
      },
    }),
  ];
}

/** @throws Refusal 400 with each package that cannot be shared */
async function findShareable(database: Queries, currentUser: Member, packageIds: readonly string[]) {
  const items: WireRecord[] = [];
  const problems: Problem[] = [];
  for (const [place, id] of packageIds.entries()) {
    const item = await findRecord(database, packageResource, currentUser, id);
    const detail = obstacleOf(item);
    const source = { pointer: `/data/attributes/package_ids/${place}` };
    if (detail !== null) problems.push({ status: 400, code: "invalid_attribute", detail, source });
    else if (item !== null) items.push(item);
  }
  const [first, ...more] = problems;
  if (first !== undefined) throw new Refusal([first, ...more]);
  return items;
}

/** Null where the package can be shared. */
function obstacleOf(item: WireRecord | null): string | null {
  if (!item?.can?.includes("update")) return "One of the properties isn’t yours to share, or is no longer there.";
  return item.attributes.archived_at === null ? null : `${addressOf(item)} is archived.`;
}
