import type { Word } from "./records.ts";

/** How names of several words are written. */
type Spelling = "camel" | "snake" | "dash";

/** The status of a refusal; null where a service pays no attention. */
type Refusal = number | null;

/** A page of a list as its service counts it. */
interface ListPage {
  readonly total: number;
  readonly size: number;
  /** From 1. */
  readonly number: number;
  readonly offset: number;
}

export interface ErrorDetails {
  readonly detail: string;
  /** Of the query. */
  readonly parameter?: string;
  /** In the document, as in "/data/attributes/name". */
  readonly pointer?: string;
}

/** The settings of the one small service, by which it is like a framework's. */
export interface Shape {
  readonly name: string;
  /** Of the API, as in "/api/v1". */
  readonly root: string;
  readonly spelling: Spelling;
  readonly type: (word: Word) => string;
  readonly path: (word: Word) => string;
  readonly ids: "uuid" | "number";
  /** To a call without the token. */
  readonly unauthorized: 401 | 403;
  /** To an address that is not there; null: as any error. */
  readonly noRoute: { readonly status: number; readonly type: string; readonly body: string } | null;
  readonly error: (status: number, details: ErrorDetails) => object;
  readonly paging: {
    readonly kind: "cursor" | "number" | "offset";
    readonly size: string;
    /** Rows where the size is not asked for; null: all. */
    readonly usual: number | null;
    readonly largest: number;
    /** To a larger size; null: the largest is given. */
    readonly tooLarge: Refusal;
    /** Without it there is no total; null: it comes unasked, or never. */
    readonly count: string | null;
    /** To other parameters of pages. */
    readonly unknown: Refusal;
    readonly meta: (page: ListPage) => object;
    /** By their addresses, null where there is no such page. */
    readonly links: (pages: { readonly next: string | null; readonly prev: string | null }) => object;
    /** What links begin with: an origin that the service takes for its own, or nothing; null: its true one. */
    readonly linkOrigin: string | null;
  };
  readonly reads: {
    /** What each filter compares, by its whole parameter: an attribute, a relation, or "search". */
    readonly filters: Readonly<Partial<Record<Word, Readonly<Record<string, string>>>>>;
    readonly unknownFilter: Refusal;
    readonly hasSorts: boolean;
    readonly unknownSort: Refusal;
    readonly hasIncludes: boolean;
    readonly unknownInclude: Refusal;
    readonly hasFields: boolean;
    readonly unknownField: Refusal;
    readonly unknownParameter: Refusal;
    /** Whether relations are named where they are not included. */
    readonly hasLinkage: boolean;
  };
  readonly writes: {
    /** To another list's type. */
    readonly wrongType: Refusal;
    /** Of new records: refused with this status, dropped, or taken once and then refused with this status. */
    readonly ids: { readonly refused: number } | "dropped" | { readonly repeated: number };
    readonly unknownAttribute: Refusal;
    readonly links: "linkage" | "attributes";
    readonly invalid: number;
    readonly updated: 200 | 204;
  };
  /** What `npm run check-api -- URL --write FILE --with-a-record` is to write. */
  readonly expected: Expected;
}

interface ExpectedList {
  readonly includes?: Readonly<Record<string, string>>;
  readonly sorts?: Readonly<Record<string, string>>;
  readonly filters?: Readonly<Record<string, string>>;
}

interface Expected {
  readonly names: { readonly attributes: Spelling; readonly parameters: Spelling };
  readonly paging: object;
  readonly writes: object;
  readonly fields: boolean;
  readonly lists: Readonly<Record<"clients" | "packages" | "opportunities", ExpectedList>>;
}

export const jsonApi = "application/vnd.api+json";

/** Errors as JSON:API has them. @param more members that a framework adds */
export function errorsOf(status: number, { detail, parameter, pointer }: ErrorDetails, more: object = {}): object {
  const source = parameter === undefined ? { pointer } : { parameter };
  const isSaid = parameter !== undefined || pointer !== undefined;
  return { errors: [{ status: String(status), detail, ...(isSaid ? { source } : {}), ...more }] };
}

/** "buyer_profiles" as "buyerProfiles". */
export const inCamel = (name: string): string => name.replace(/_([a-z])/g, (_all, letter) => letter.toUpperCase());
/** "buyer_profiles" as "buyer-profiles". */
export const withDashes = (name: string): string => name.replaceAll("_", "-");
/** @param name in snake case */
export function spelt(name: string, spelling: Spelling): string {
  if (spelling === "camel") return inCamel(name);
  return spelling === "dash" ? withDashes(name) : name;
}
/** "buyer_profiles" as "buyer_profile". */
export const singular = (word: Word): string => (word === "opportunities" ? "opportunity" : word.slice(0, -1));

/** The links of a list, without those that lead nowhere. */
export const presentLinks = (links: { readonly next: string | null; readonly prev: string | null }): object =>
  Object.fromEntries(Object.entries(links).filter(([, href]) => href !== null));

/** The whole description of a service of this shape, as a file has it. */
export function expectedService({ expected, path, type }: Pick<Shape, "expected" | "path" | "type">): object {
  const { names, paging, writes, fields, lists } = expected;
  const whole = (
    word: Word,
    given: readonly string[],
    { includes = {}, sorts = {}, filters = {} }: ExpectedList = {},
  ) => {
    const list = { path: path(word), type: type(word), attributes: {}, includes, sorts, filters, fields };
    return { ...list, writes: given };
  };
  return {
    names,
    paging,
    writes,
    versions: false,
    keys: false,
    lists: {
      clients: whole("clients", ["create", "remove", "update"], lists.clients),
      buyer_profiles: whole("buyer_profiles", ["update"]),
      packages: whole("packages", ["create", "update"], lists.packages),
      opportunities: whole("opportunities", ["create", "update"], lists.opportunities),
    },
    calls: [],
  };
}
