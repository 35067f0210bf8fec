/**
 * Who and what may fit: a search of the indexes that finds everything that fits, up to a number of rows for each area, so that its
 * cost does not grow with the workspace. `fitOf` decides about what is found.
 */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Member } from "../engine/current-user.ts";
import { moneyJson, moneySchema } from "../engine/money.ts";
import type { Reads } from "../engine/queries.ts";
import { buyerProfiles, clients, opportunities, packages } from "../tables.ts";
import { visibleClients, visiblePackages } from "../visibility.ts";
import { bedsShort, priceRange } from "./fit.ts";

/** The most rows that are read of one part of an index: one more than a list of fits has. */
const mostOfBranch = 101;

const number = z.number().nullable();
const wishes = z.object({
  budget: moneySchema.nullable(),
  minBeds: number,
  minBaths: number,
  minLotSize: number,
  minGarages: number,
  preferredAreas: z.array(z.string()),
  propertyTypes: z.array(z.string()),
});
const wishesJson = sql`json_build_object('budget', ${moneyJson(buyerProfiles.budgetAmount, buyerProfiles.budgetCurrency)},
  'minBeds', ${buyerProfiles.minBeds}, 'minBaths', ${buyerProfiles.minBaths}, 'minLotSize', ${buyerProfiles.minLotSize},
  'minGarages', ${buyerProfiles.minGarages}, 'preferredAreas', ${buyerProfiles.preferredAreas},
  'propertyTypes', ${buyerProfiles.propertyTypes})`;

const property = z.object({
  listPrice: moneySchema.nullable(),
  beds: number,
  baths: number,
  lotSize: number,
  garages: number,
  area: z.string().nullable(),
  houseType: z.string().nullable(),
});
const propertyJson = sql`json_build_object('listPrice', ${moneyJson(packages.listPriceAmount, packages.listPriceCurrency)},
  'beds', ${packages.beds}, 'baths', ${packages.baths}, 'lotSize', ${packages.lotSize}, 'garages', ${packages.garages},
  'area', ${packages.area}, 'houseType', ${packages.houseType})`;

const foundClient = z.object({
  wishes,
  shown: z.object({
    client_id: z.uuid(),
    name: z.string(),
    email: z.string().nullable(),
    phone_number: z.string().nullable(),
    profile_image_url: z.string().nullable(),
    is_paired: z.boolean(),
  }),
});
const foundPackage = z.object({
  property,
  shown: z.object({
    package_id: z.uuid(),
    street: z.string(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    zip: z.string().nullable(),
    photo_url: z.string().nullable(),
    list_price: moneySchema.nullable(),
    is_paired: z.boolean(),
  }),
});
export type FoundClient = z.output<typeof foundClient>;
export type FoundPackage = z.output<typeof foundPackage>;
/** What a fit shows of the other record, in wire spelling. */
export const shownClient = foundClient.shape.shown;
export const shownPackage = foundPackage.shape.shown;

/** SQL of whether the two have an opportunity that goes on. */
const isPaired = (clientId: SQL, packageId: SQL) => sql`exists (select from ${opportunities}
  where ${opportunities.clientId} = ${clientId} and ${opportunities.packageId} = ${packageId} and ${opportunities.isActive})`;

/** A package's facts; null where it does not exist for the current user. */
export async function findProperty(database: Reads, currentUser: Member, id: string) {
  const { rows } = await database.execute(sql`select ${propertyJson} as property from ${packages}
    where ${packages.id} = ${id} and ${visiblePackages(currentUser)}`);
  return z.array(z.object({ property })).parse(rows)[0]?.property ?? null;
}

/** What a client looks for; null where they do not exist for the current user. */
export async function findWishes(database: Reads, currentUser: Member, id: string) {
  const { rows } = await database.execute(sql`select ${wishesJson} as wishes from ${clients}
    join ${buyerProfiles} on ${buyerProfiles.clientId} = ${clients.id}
    where ${clients.id} = ${id} and ${visibleClients(currentUser)}`);
  return z.array(z.object({ wishes })).parse(rows)[0]?.wishes ?? null;
}

/** The clients whom a property may fit, each once. */
export async function clientCandidates(
  database: Reads,
  currentUser: Member,
  { id, listPrice, area, beds }: z.output<typeof property> & { readonly id: string },
): Promise<readonly FoundClient[]> {
  const key = area === null ? null : sql`upstream.area_key(${area})`;
  const keys = key === null ? [sql`'*'`] : [key, sql`''`];
  const shown = sql`json_build_object('client_id', ${clients.id}, 'name', ${clients.name}, 'email', ${clients.email},
    'phone_number', ${clients.phoneNumber}, 'profile_image_url', ${clients.profileImageUrl},
    'is_paired', ${isPaired(sql`${clients.id}`, sql`${id}`)})`;
  const branch = (key: SQL, budget: SQL) => sql`(select ${clients.id} as id, ${shown} as shown, ${wishesJson} as wishes
    from upstream.wanted_areas wanted join ${buyerProfiles} on ${buyerProfiles.id} = wanted.profile_id
    join ${clients} on ${clients.id} = ${buyerProfiles.clientId}
    where wanted.workspace_id = ${currentUser.workspaceId} and wanted.area_key = ${key} and ${budget}
      ${beds === null ? sql`` : sql`and (wanted.min_beds is null or wanted.min_beds <= ${beds + bedsShort})`}
      and not ${clients.isArchived} and ${visibleClients(currentUser)}
    order by wanted.budget_currency, wanted.budget_amount, wanted.profile_id limit ${mostOfBranch})`;
  const byPrice = listPrice === null ? [] : keys.map((key) => branch(key, affording(listPrice)));
  const byArea =
    key === null ? [] : incomparable(sql`wanted.budget_currency`, listPrice).map((budget) => branch(key, budget));
  const branches = [...byPrice, ...byArea];
  return branches.length === 0 ? [] : z.array(foundClient).parse((await database.execute(united(branches))).rows);
}

/** SQL of budgets for which a price is neither too much nor far too little. */
function affording({ amount, currency }: z.output<typeof moneySchema>): SQL {
  const [least, most] = [Number(amount) / priceRange.most, Number(amount) / priceRange.least];
  return sql`wanted.budget_currency = ${currency} and wanted.budget_amount between ${least}::numeric and ${most}::numeric`;
}

/**
 * SQL of the currencies of amounts that are not compared with this one: none, or another. Without a price to be compared, only
 * the area can weigh enough. @param currency SQL of theirs, "" where no amount is known
 */
function incomparable(currency: SQL, amount: z.output<typeof moneySchema> | null): SQL[] {
  if (amount === null) return [sql`true`];
  const own = sql`${amount.currency}`;
  return [sql`${currency} = ''`, sql`${currency} > '' and ${currency} < ${own}`, sql`${currency} > ${own}`];
}

/** The properties that may fit a client, each once; none where neither budget nor areas are known. */
export async function packageCandidates(
  database: Reads,
  currentUser: Member,
  { id, budget, preferredAreas }: z.output<typeof wishes> & { readonly id: string },
): Promise<readonly FoundPackage[]> {
  const areaKey = sql`coalesce(upstream.area_key(${packages.area}), '')`;
  const named = preferredAreas.map((area) => sql`${areaKey} = upstream.area_key(${area})`);
  const areas = named.length === 0 ? [sql`true`] : [...named, sql`${areaKey} = ''`];
  const shown = sql`json_build_object('package_id', ${packages.id}, 'street', ${packages.street}, 'city', ${packages.city},
    'state', ${packages.state}, 'zip', ${packages.zip}, 'photo_url', ${packages.photoUrl},
    'list_price', ${moneyJson(packages.listPriceAmount, packages.listPriceCurrency)},
    'is_paired', ${isPaired(sql`${id}`, sql`${packages.id}`)})`;
  const branch = (
    area: SQL,
    price: SQL,
  ) => sql`(select ${packages.id} as id, ${shown} as shown, ${propertyJson} as property
    from ${packages} where ${packages.workspaceId} = ${currentUser.workspaceId} and not ${packages.isArchived}
      and ${area} and ${price} and ${visiblePackages(currentUser)}
    order by ${priceCurrency} desc, ${packages.listPriceKey} desc, ${packages.id} desc limit ${mostOfBranch})`;
  const byPrice = budget === null ? [] : areas.map((area) => branch(area, affordable(budget)));
  const byArea = named.flatMap((area) => incomparable(priceCurrency, budget).map((price) => branch(area, price)));
  const branches = [...byPrice, ...byArea];
  return branches.length === 0 ? [] : z.array(foundPackage).parse((await database.execute(united(branches))).rows);
}

/** SQL of the currency of a property's price; "" where the price is not known. */
const priceCurrency = sql`coalesce(${packages.listPriceCurrency}, '')`;

/** SQL of prices that a budget affords, and that are not far below it. */
function affordable({ amount, currency }: z.output<typeof moneySchema>): SQL {
  const [least, most] = [Number(amount) * priceRange.least, Number(amount) * priceRange.most];
  return sql`${priceCurrency} = ${currency}
    and ${packages.listPriceKey} between ${least}::numeric and ${most}::numeric`;
}

/** SQL of the rows of all branches, each record once. */
function united(branches: readonly SQL[]): SQL {
  return sql`select distinct on (id) * from (${sql.join([...branches], sql` union all `)}) found order by id`;
}
