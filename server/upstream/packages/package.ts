/** The resource `package`: a property for buyers. */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { client } from "../clients/client.ts";
import { bySingleWord, byWord } from "../clients/client-filters.ts";
import { nameOf } from "../engine/account-name.ts";
import type { Member } from "../engine/current-user.ts";
import { filterById, idFilter, idsFilter, oneOf, trueOrFalse } from "../engine/filters.ts";
import { moneyJson, moneySchema } from "../engine/money.ts";
import { computed, integer, moment, number, text, texts, uuid } from "../engine/record.ts";
import { defineTable, inWorkspace, type ListRules, rankOfLookUp } from "../engine/table.ts";
import { wordsOf } from "../engine/text.ts";
import { packagesThatFit } from "../matching/fits.ts";
import { accessScopeOf, mayOn } from "../permissions.ts";
import { listSearch } from "../search/list-search.ts";
import { hasParts, withAddressSpellings } from "../search/typed-words.ts";
import { clients, comparables, listPrices, opportunities, packageCounts, packagePhotos, packages } from "../tables.ts";
import { isForSale, ofVisiblePackages, orOfSharedPackage, takesOffers, visiblePackages } from "../visibility.ts";
import { comparable } from "./comparable.ts";
import { packagePhoto } from "./package-photo.ts";

const table = packages;
const school = z.object({ name: z.string(), url: z.string().nullable() });
const compOverride = moneySchema.extend({ note: z.string().nullable() });

const compValue = moneySchema.extend({
  source: z.enum(["comparables", "override"]),
  count: z.int(),
  /** When the newest comparable was sold, or the override was entered. */
  as_of: z.iso.date(),
});
const listingAgent = z.object({
  name: z.string(),
  email: z.string().nullable(),
  phone_number: z.string().nullable(),
  profile_photo_url: z.string().nullable(),
});

const isWanted = sql`${opportunities.stage} <> 'lost'`;

export const packageResource = defineTable({
  type: "package",
  path: "/packages",
  table,
  history: {
    topic: "packages",
    labels: {
      created: "Property created",
      updated: "Property details changed",
      archived: "Property archived",
      brought_back: "Property restored",
      reassigned: "Agent changed",
      shared: "Shared with a colleague",
      unshared: "No longer shared with a colleague",
    },
    holders: { package: table.id },
    summary: ["street"],
  },
  attributes: {
    number: integer(table.number),
    street: text(table.street),
    city: text(table.city),
    state: text(table.state),
    zip: text(table.zip),
    time_zone: text(table.timeZone),
    beds: integer(table.beds),
    baths: number(table.baths),
    sqft: integer(table.sqft),
    lot_size: number(table.lotSize),
    garages: integer(table.garages),
    year_built: integer(table.yearBuilt),
    mls_number: text(table.mlsNumber),
    hoa: computed(
      moneyJson(table.hoaAmount, table.hoaCurrency),
      moneySchema.nullable().describe("What the owners' association costs a month"),
    ),
    remarks: text(table.remarks),
    area: text(table.area),
    house_type: text(table.houseType),
    tags: texts(table.tags),
    schools: computed(sql`${table.schools}`, z.array(school)),
    list_price: computed(moneyJson(table.listPriceAmount, table.listPriceCurrency), moneySchema.nullable()),
    comp_value: computed(
      sql`case when ${table.compOverrideAmount} is not null then json_build_object(
          'amount', ${table.compOverrideAmount}::text, 'currency', ${table.compOverrideCurrency}, 'source', 'override',
          'count', ${table.compCount}, 'as_of', to_char(${table.compOverrideOn}, 'YYYY-MM-DD'))
        when ${table.compAmount} is not null then json_build_object(
          'amount', ${table.compAmount}::text, 'currency', ${table.compCurrency}, 'source', 'comparables',
          'count', ${table.compCount}, 'as_of', to_char(${table.compAsOf}, 'YYYY-MM-DD')) end`,
      compValue.nullable(),
    ),
    comp_override: computed(
      sql`case when ${table.compOverrideAmount} is not null then json_build_object('amount', ${table.compOverrideAmount}::text,
        'currency', ${table.compOverrideCurrency}, 'note', ${table.compOverrideNote}) end`,
      compOverride.nullable(),
    ),
    offer_due_at: moment(table.offerDueAt),
    is_for_sale: computed(isForSale, z.boolean().describe("Whether no deal on it is closed")),
    takes_offers: computed(
      takesOffers,
      z
        .boolean()
        .describe("Whether no offer on it was accepted: of one that is under contract or bought, no offers are due"),
    ),
    listing_agent: computed(
      sql`case when ${table.listingAgentName} is not null then json_build_object('name', ${table.listingAgentName},
        'email', ${table.listingAgentEmail}, 'phone_number', ${table.listingAgentPhoneNumber},
        'profile_photo_url', ${table.listingAgentProfilePhotoUrl}) end`,
      listingAgent.nullable(),
    ),
    photo_url: text(table.photoUrl),
    is_sample: computed(sql`${table.isSample}`, z.boolean()),
    inserted_at: moment(table.insertedAt),
    updated_at: moment(table.updatedAt),
    archived_at: moment(table.archivedAt),
    workspace_id: uuid(table.workspaceId),
    assigned_account_id: uuid(table.assignedAccountId),
    assigned_account_name: computed(nameOf(table.assignedAccountId), z.string().nullable()),
  },
  relationships: {
    clients: {
      to: "many",
      resource: () => client,
      on: sql`${clients.id} in (select ${opportunities.clientId} from ${opportunities}
        where ${opportunities.packageId} = ${table.id} and ${isWanted})`,
      // Whoever bought it comes first, then the first opportunity's client.
      order: sql`(select min(case when ${opportunities.stage} = 'closed' then '-infinity'::timestamptz
        else ${opportunities.insertedAt} end) from ${opportunities} where ${opportunities.packageId} = ${table.id}
        and ${opportunities.clientId} = ${clients.id} and ${isWanted}), ${clients.id}`,
    },
    list_prices: {
      to: "many",
      resource: () => listPrice,
      on: sql`${listPrices.packageId} = ${table.id}`,
      order: sql`${listPrices.changedAt} desc, ${listPrices.id} desc`,
    },
    photos: {
      to: "many",
      resource: () => packagePhoto,
      on: sql`${packagePhotos.packageId} = ${table.id}`,
      order: sql`${packagePhotos.position}`,
    },
    comparables: {
      to: "many",
      resource: () => comparable,
      on: sql`${comparables.packageId} = ${table.id}`,
      order: sql`${comparables.soldOn} desc, ${comparables.id}`,
    },
  },
  scope: visiblePackages,
  can: (currentUser, { assigned_account_id: assigned }) => [
    ...(mayOn(currentUser, "records.edit", assigned) ? ["update"] : []),
    ...(mayOn(currentUser, "records.archive", assigned) ? ["archive"] : []),
  ],
});

/** For the filter by deadlines. */
const withins: Readonly<Record<string, string>> = {
  "1w": "7 days",
  "2w": "14 days",
  "1m": "1 month",
  "3m": "3 months",
};

const search = listSearch((words) => hasParts(table.foundBy, withAddressSpellings(words)));

/** Unknown comes last, as in their indexes. */
const unknownLast = (values: SQL) => sql`coalesce(${values}, 99999999999999999999)`;

export const packageList: ListRules = {
  sorts: {
    inserted_at: { column: table.insertedAt, as: "moment" },
    updated_at: { column: table.updatedAt, as: "moment" },
    number: { column: table.number, as: "number" },
    street: { column: table.streetKey, as: "text" },
    // Unknown values come first, but for the deadline.
    area: { column: table.areaKey, ascending: sql`coalesce(nullif(${table.areaKey}, ''), chr(65533))`, as: "text" },
    offer_due_at: {
      column: sql`coalesce(${table.offerDueAt}, '1000-01-01 00:00:00+00'::timestamptz)`,
      ascending: table.offerDueKey,
      as: "moment",
    },
    list_price: { column: table.listPriceKey, ascending: unknownLast(sql`${table.listPriceAmount}`), as: "number" },
    beds: { column: table.bedsKey, ascending: unknownLast(sql`${table.beds}::numeric`), as: "number" },
    baths: { column: table.bathsKey, ascending: unknownLast(sql`${table.baths}`), as: "number" },
    sqft: { column: table.sqftKey, ascending: unknownLast(sql`${table.sqft}::numeric`), as: "number" },
    comp_value: {
      column: table.compKey,
      ascending: unknownLast(sql`${table.compOverrideAmount}, ${table.compAmount}`),
      as: "number",
    },
    fit: rankOfLookUp,
  },
  defaultSort: "-inserted_at",
  filters: {
    ids: idsFilter(table.id),
    archived: trueOrFalse((isTrue) => sql`${table.isArchived} = ${isTrue}`),
    search: search.filter,
    offer_due_within: oneOf(
      Object.keys(withins),
      (value) => sql`${table.offerDueKey} between now() and now() + ${withins[value]}::interval and ${takesOffers}`,
    ),
    assigned_account_id: idFilter(table.assignedAccountId),
    tag: byWord((hasWord) => hasWord(table.tags)),
    house_type: bySingleWord(table.houseType),
    client_id: filterById(
      (id) => sql`exists (select from ${opportunities} where ${opportunities.packageId} = ${table.id}
        and ${opportunities.clientId} = ${id} and ${isWanted})`,
    ),
    fits_client_id: filterById(() => sql`false`),
  },
  lookUps: { fits_client_id: packagesThatFit },
  similar: search.similar,
  defaultFilters: { archived: "false" },
  plannedByValue: [
    "ids",
    "search",
    "client_id",
    "offer_due_within",
    "assigned_account_id",
    "tag",
    "house_type",
    "fits_client_id",
  ],
  total(currentUser, filters) {
    const isNarrowed =
      wordsOf(filters.get("search") ?? "").length > 0 ||
      ["ids", "client_id", "assigned_account_id", "tag", "house_type", "fits_client_id"].some((name) =>
        filters.has(name),
      );
    return isNarrowed || filters.has("offer_due_within")
      ? null
      : packageCount(currentUser, filters.get("archived") === "true");
  },
};

/** SQL of a number that triggers keep. */
function packageCount(currentUser: Member, isArchived = false): SQL {
  const own = sql` and ${packageCounts.assignedAccountId} = ${currentUser.accountId}`;
  const shared =
    currentUser.seesShared === true
      ? sql` + (select count(*) from ${packages} where ${inWorkspace(packages, currentUser)} and ${packages.isArchived} = ${isArchived}
        and ${packages.assignedAccountId} is distinct from ${currentUser.accountId}
        and (false${orOfSharedPackage(packages.id, currentUser)}))`
      : sql``;
  return sql`select (coalesce(sum(${packageCounts.total}), 0)${shared})::integer from ${packageCounts}
    where ${inWorkspace(packageCounts, currentUser)} and ${packageCounts.isArchived} = ${isArchived}${
      accessScopeOf(currentUser, "records.view") === "own" ? own : sql``
    }`;
}

export const listPrice = defineTable({
  type: "list_price",
  path: "/list_prices",
  table: listPrices,
  attributes: {
    price: computed(moneyJson(listPrices.amount, listPrices.currency), moneySchema.nullable()),
    changed_at: moment(listPrices.changedAt),
    actor_name: text(listPrices.actorName),
    package_id: uuid(listPrices.packageId),
  },
  scope: (currentUser) => ofVisiblePackages(listPrices, currentUser),
  can: () => [],
});
