/** Query parameters by their literal names, as in `{ "filter[search]": "ann", include: ["buyer_profile", "people"] }`. */
export type Query =
  | URLSearchParams
  | Readonly<Record<string, string | number | boolean | readonly string[] | null | undefined>>;

/** Rows of a list page when the caller asks for no other number. */
export const defaultPageSize = 15;

const listDefaults: Query = { "page[count]": true, "page[limit]": defaultPageSize, sort: "-inserted_at" };

const neverSent: ReadonlySet<string> = new Set(["start", "end", "_rsc"]);

/** The parameters of a list call: the defaults and, in their place or after them, the caller's. */
export function listParameters(query: Query = {}): ReadonlyMap<string, string> {
  return collect(query, collect(listDefaults, new Map()));
}

/** The query of a list call. */
export function listQuery(query: Query = {}): string {
  return writeQuery(listParameters(query));
}

/** The parameters of any other call: the caller's alone. */
export function plainParameters(query: Query = {}): ReadonlyMap<string, string> {
  return collect(query, new Map());
}

/** The query of any other call. */
export function plainQuery(query: Query = {}): string {
  return writeQuery(plainParameters(query));
}

function collect(query: Query, into: Map<string, string>): Map<string, string> {
  const entries = query instanceof URLSearchParams ? query : Object.entries(query);
  for (const [name, value] of entries) {
    if (value === null || value === undefined || neverSent.has(name)) continue;
    into.set(name, Array.isArray(value) ? value.join(",") : String(value));
  }
  return into;
}

/** Everything is percent-encoded, brackets too; half a surrogate pair, which has no encoding, becomes U+FFFD. */
export function writeQuery(parameters: ReadonlyMap<string, string>): string {
  let query = "";
  for (const [name, value] of parameters) {
    query += `${query === "" ? "?" : "&"}${encode(name)}=${encode(value)}`;
  }
  return query;
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
