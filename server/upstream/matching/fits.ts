/** Clients and properties that fit: candidates by index, then the rule, the best first. */

import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { found } from "../engine/answer.ts";
import type { Member } from "../engine/current-user.ts";
import { moneyJson, moneySchema } from "../engine/money.ts";
import type { Reads } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { notFound } from "../engine/refusal.ts";
import { isUuid } from "../engine/spelling.ts";
import type { LookedUp, LookUp } from "../engine/table.ts";
import { buyerProfiles, clients, opportunities, packages } from "../tables.ts";
import { visibleClients, visiblePackages } from "../visibility.ts";
import { bedsShort, type Fit, fitOf, priceRange } from "./fit.ts";

const mostFits = 100;

type Rated<Shown> = Shown & Pick<Fit, "score" | "reasons">;

/** Of equals, in the order of their words. */
function listFits<Shown>(
  compared: readonly { readonly shown: Shown; readonly word: string; readonly fit: Fit }[],
): Rated<Shown>[] {
  return compared
    .filter(({ fit }) => fit.fits)
    .sort((one, other) => other.fit.score - one.fit.score || one.word.localeCompare(other.word, "en"))
    .map(({ shown, fit: { score, reasons } }) => ({ ...shown, score, reasons }));
}

/** Null where the property does not exist for the user; may be more than `mostFits`. */
async function fittingClients(
  database: Reads,
  currentUser: Member,
  id: string,
): Promise<readonly Rated<FoundClient["shown"]>[] | null> {
  const property = await findProperty(database, currentUser, id);
  if (property === null) return null;
  const candidates = await clientCandidates(database, currentUser, { ...property, id });
  return listFits(candidates.map(({ shown, wishes }) => ({ shown, word: shown.name, fit: fitOf(wishes, property) })));
}

/** Null where the client does not exist for the user; may be more than `mostFits`. */
async function fittingPackages(
  database: Reads,
  currentUser: Member,
  id: string,
): Promise<readonly Rated<FoundPackage["shown"]>[] | null> {
  const wishes = await findWishes(database, currentUser, id);
  if (wishes === null) return null;
  const candidates = await packageCandidates(database, currentUser, { ...wishes, id });
  return listFits(
    candidates.map(({ shown, property }) => ({ shown, word: shown.street, fit: fitOf(wishes, property) })),
  );
}

/** One more than a list has. */
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
type FoundClient = z.output<typeof foundClient>;
type FoundPackage = z.output<typeof foundPackage>;

const shownClient = foundClient.shape.shown;
const shownPackage = foundPackage.shape.shown;

const isPaired = (clientId: SQL, packageId: SQL) => sql`exists (select from ${opportunities}
  where ${opportunities.clientId} = ${clientId} and ${opportunities.packageId} = ${packageId} and ${opportunities.isActive})`;

async function findProperty(database: Reads, currentUser: Member, id: string) {
  const { rows } = await database.execute(sql`select ${propertyJson} as property from ${packages}
    where ${packages.id} = ${id} and ${visiblePackages(currentUser)}`);
  return z.array(z.object({ property })).parse(rows)[0]?.property ?? null;
}

async function findWishes(database: Reads, currentUser: Member, id: string) {
  const { rows } = await database.execute(sql`select ${wishesJson} as wishes from ${clients}
    join ${buyerProfiles} on ${buyerProfiles.clientId} = ${clients.id}
    where ${clients.id} = ${id} and ${visibleClients(currentUser)}`);
  return z.array(z.object({ wishes })).parse(rows)[0]?.wishes ?? null;
}

/** Each once. */
async function clientCandidates(
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

function affording({ amount, currency }: z.output<typeof moneySchema>): SQL {
  const [least, most] = [Number(amount) / priceRange.most, Number(amount) / priceRange.least];
  return sql`wanted.budget_currency = ${currency} and wanted.budget_amount between ${least}::numeric and ${most}::numeric`;
}

/** SQL of currencies that are not compared: none, or others. Then only the area can weigh enough. @param currency "" without an amount */
function incomparable(currency: SQL, amount: z.output<typeof moneySchema> | null): SQL[] {
  if (amount === null) return [sql`true`];
  const own = sql`${amount.currency}`;
  return [sql`${currency} = ''`, sql`${currency} > '' and ${currency} < ${own}`, sql`${currency} > ${own}`];
}

/** Each once; none without budget and areas. */
async function packageCandidates(
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

/** "" without a price. */
const priceCurrency = sql`coalesce(${packages.listPriceCurrency}, '')`;

function affordable({ amount, currency }: z.output<typeof moneySchema>): SQL {
  const [least, most] = [Number(amount) * priceRange.least, Number(amount) * priceRange.most];
  return sql`${priceCurrency} = ${currency}
    and ${packages.listPriceKey} between ${least}::numeric and ${most}::numeric`;
}

/** Each record once. */
function united(branches: readonly SQL[]): SQL {
  return sql`select distinct on (id) * from (${sql.join([...branches], sql` union all `)}) found order by id`;
}

export const clientsWhomItFits: LookUp = async (database, currentUser, packageId) => {
  const fits = isUuid(packageId) ? ((await fittingClients(database, currentUser, packageId)) ?? []) : [];
  return among(
    clients.id,
    fits.map(({ client_id: id }) => id),
  );
};

export const packagesThatFit: LookUp = async (database, currentUser, clientId) => {
  const fits = isUuid(clientId) ? ((await fittingPackages(database, currentUser, clientId)) ?? []) : [];
  return among(
    packages.id,
    fits.map(({ package_id: id }) => id),
  );
};

function among(column: SQLWrapper, ids: readonly string[]): LookedUp {
  const list = sql`${`{${ids.slice(0, mostFits).join()}}`}::uuid[]`;
  return { condition: sql`${column} = any(${list})`, rank: sql`coalesce(array_position(${list}, ${column}), 0)` };
}

const rating = { score: z.int(), reasons: z.array(z.string()) };

const listOf = <Shown extends z.ZodRawShape>(shown: z.ZodObject<Shown>) =>
  z.object({
    total: z.int(),
    has_more: z.boolean(),
    fits: z.array(shown.extend(rating)),
  });

const clientFits = recordType("client_fits", listOf(shownClient));
const packageFits = recordType("package_fits", listOf(shownPackage));
const parameters = z.object({ limit: z.coerce.number().int().min(1).max(mostFits).default(mostFits) });

function answerOf(of: typeof clientFits, id: string, fits: readonly unknown[] | null, limit: number) {
  if (fits === null) throw notFound();
  const total = Math.min(fits.length, mostFits);
  const attributes = { total, has_more: fits.length > mostFits, fits: fits.slice(0, limit) };
  return found(of, { id, attributes, can: [] });
}

export const fitRoutes: readonly Route[] = [
  action({
    method: "GET",
    path: "/packages/:id/client_fits",
    summary: "The clients whom a package fits by what is known of both, the best first, with the reasons; at most 100",
    access: "workspace",
    parameters,
    answers: { status: 200, of: clientFits },
    async run({ database, currentUser, parameters: { limit }, id }) {
      return answerOf(clientFits, id(), await fittingClients(database, currentUser, id()), limit);
    },
  }),
  action({
    method: "GET",
    path: "/clients/:id/package_fits",
    summary: "The packages that fit a client by what is known of both, the best first, with the reasons; at most 100",
    access: "workspace",
    parameters,
    answers: { status: 200, of: packageFits },
    async run({ database, currentUser, parameters: { limit }, id }) {
      return answerOf(packageFits, id(), await fittingPackages(database, currentUser, id()), limit);
    },
  }),
];
