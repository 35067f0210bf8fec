import { ApiError } from "./api-error.ts";
import { defaultPageSize } from "./query.ts";
import type { ServiceFeatures } from "./service-features.ts";

/** A call whose query has parts that it can do without. */
export interface OptionalQuery {
  readonly path: string;
  readonly parameters: ReadonlyMap<string, string>;
  /** Parameters that may be left out besides those that always may: "sort" and filters, as in "filter[search]". */
  readonly optional: readonly string[];
}

interface Part {
  /** What is remembered about the service, as in "include=people". */
  readonly feature: string;
  readonly parameter: string;
  readonly value: string;
  /** A value that every service takes that offers the feature: what a person typed may be refused for itself. */
  readonly plainValue: string;
}

type Ask<Result> = (parameters: ReadonlyMap<string, string>) => Promise<Result>;

interface Calls<Result> {
  readonly ask: Ask<Result>;
  /** The same without a line in the log: it may well be refused. */
  readonly tryOut: Ask<Result>;
}

/**
 * Makes a call with everything that its query asks for, or with as much of it as the service offers. Where the service refuses
 * the call, the same call without these parts must be answered, and a call with one of them be refused, before that part counts
 * as not offered: a refusal for another reason would hide it for an hour.
 */
export async function askOptionally<Result>(
  features: ServiceFeatures,
  query: OptionalQuery,
  { ask, tryOut }: Calls<Result>,
): Promise<Result> {
  const { path, parameters } = query;
  const parts = partsOf(query);
  const tried = parts.filter(({ feature }) => features.offers(path, feature) !== false);
  const unused = parts.filter((part) => !tried.includes(part));
  const namesOf = (some: readonly Part[]) => some.map(({ feature }) => feature);
  try {
    const response = await ask(without(parameters, unused));
    const unknown = tried.filter(({ feature }) => features.offers(path, feature) === null);
    features.note(path, namesOf(unknown), true);
    return response;
  } catch (error) {
    const suspects = tried.filter(({ feature }) => features.offers(path, feature) === null);
    if (suspects.length === 0 || !isRefused(error)) throw error;
    const bare = without(parameters, [...unused, ...suspects]);
    const response = await tryOut(bare).catch(() => Promise.reject(error));
    const lacking = await findRefused(suspects, bare, tryOut);
    if (lacking.length === 0) throw error;
    features.note(path, namesOf(lacking), false);
    return lacking.length === suspects.length ? response : ask(without(parameters, [...unused, ...lacking]));
  }
}

async function findRefused(parts: readonly Part[], bare: ReadonlyMap<string, string>, tryOut: Ask<unknown>) {
  const areRefused = await Promise.all(
    parts.map(({ parameter, plainValue }) => {
      const value = [bare.get(parameter) ?? [], plainValue].flat().join(",");
      return tryOut(new Map([...bare, [parameter, isLarge(parameter) ? plainValue : value]])).then(
        () => false,
        isRefused,
      );
    }),
  );
  return parts.filter((_part, index) => areRefused[index]);
}

/** Statuses with which services refuse a query that they do not know. A 404 is about the record or the whole list. */
const refusals: ReadonlySet<number | null> = new Set([400, 403, 422, 501]);

function isRefused(error: unknown): boolean {
  return error instanceof ApiError && refusals.has(error.cause.status);
}

const isLarge = (parameter: string): boolean => parameter === "page[limit]";

const plainValues: ReadonlyMap<string, string> = new Map([
  ["filter[search]", "smith"],
  ["filter[tag]", "vip"],
  ["filter[area]", "fremont"],
  ["filter[lead_source]", "referral"],
  ["filter[house_type]", "townhouse"],
  ["filter[min_budget]", "1"],
  ["filter[max_budget]", "1"],
]);

function partsOf({ parameters, optional }: OptionalQuery): Part[] {
  return [...parameters].flatMap(([parameter, value]): Part[] => {
    if (parameter === "page[count]") return [{ feature: parameter, parameter, value, plainValue: value }];
    const plainValue = plainValues.get(parameter);
    if (plainValue !== undefined && optional.includes(parameter))
      return [{ feature: parameter, parameter, value, plainValue }];
    if (parameter === "include" || (parameter === "sort" && optional.includes(parameter)))
      return value.split(",").map((one) => partOf(parameter, one));
    const isOptional = parameter.startsWith("fields[") || optional.includes(parameter);
    if (isOptional || (isLarge(parameter) && Number(value) > defaultPageSize)) return [partOf(parameter, value)];
    return [];
  });
}

/** Ids of records are many, and a service that filters by one filters by all. */
function partOf(parameter: string, value: string): Part {
  const isId = /(_id|\bids?)\]$/.test(parameter);
  return { feature: isId ? parameter : `${parameter}=${value}`, parameter, value, plainValue: value };
}

function without(parameters: ReadonlyMap<string, string>, parts: readonly Part[]): ReadonlyMap<string, string> {
  const left = new Map(parameters);
  for (const { parameter, value } of parts) {
    const others = (left.get(parameter) ?? "")
      .split(",")
      .filter((one) => one !== value && value !== left.get(parameter));
    if (isLarge(parameter)) left.set(parameter, String(defaultPageSize));
    else if (others.length > 0) left.set(parameter, others.join(","));
    else left.delete(parameter);
  }
  return left;
}
