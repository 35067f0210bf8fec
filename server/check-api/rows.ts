import * as z from "zod/mini";
import { asObject, type JsonObject } from "#app/json-api/json-object.ts";
import { fromWire, structureOf } from "#app/json-api/schema-names.ts";
import { type Answer, isFine } from "./caller.ts";

/** What stands in the answers to reads, whatever the service calls it. */

export type Attributes = Readonly<Record<string, z.ZodMiniType>>;

export interface Row {
  readonly id: string;
  readonly type: string;
  readonly attributes: JsonObject;
  readonly relationships: JsonObject;
}

export interface Rows {
  readonly rows: readonly Row[];
  readonly included: readonly Row[];
  readonly document: JsonObject;
}

export const nobody: Row = { id: "", type: "", attributes: {}, relationships: {} };

/** @returns null for what is no JSON:API record */
export function readRow(value: unknown): Row | null {
  const { id, type, attributes, relationships } = asObject(value);
  if ((typeof id !== "string" && typeof id !== "number") || typeof type !== "string") return null;
  return { id: String(id), type, attributes: asObject(attributes), relationships: asObject(relationships) };
}

/** A list's records; null where an answer is no list. */
export function readRows(answer: Answer): Rows | null {
  const { document } = answer;
  if (!isFine(answer) || !Array.isArray(document?.data)) return null;
  const rows = document.data.flatMap((one) => readRow(one) ?? []);
  const included = Array.isArray(document.included) ? document.included.flatMap((one) => readRow(one) ?? []) : [];
  return rows.length === 0 && document.data.length > 0 ? null : { rows, included, document };
}

/** A name without what spellings differ in. */
export const bare = (name: string): string => name.replace(/[-_.]/g, "").toLowerCase();

/** The name in an object that differs from another by its spelling alone. */
export function nameIn(object: JsonObject, name: string): string | undefined {
  return Object.keys(object).find((key) => bare(key) === bare(name));
}

const valueIn = (object: JsonObject, name: string): unknown => object[nameIn(object, name) ?? ""];

/** The identifiers that a relationship names; null where it names none. */
export function linkageOf({ relationships }: Row, name: string): readonly Row[] | null {
  const { data } = asObject(valueIn(relationships, name));
  return data === undefined ? null : [data].flat().flatMap((one) => readRow(one) ?? []);
}

/** The texts that a record has under a name, itself or in what came along with it; ids of other records, too. */
export function valuesOf(row: Row, name: string, included: readonly Row[] = []): readonly string[] {
  if (name === "id") return [row.id];
  const own = textsOf(valueIn(row.attributes, name));
  if (own.length > 0) return own;
  if (/_?id$/i.test(name)) return (linkageOf(row, name.replace(/_?id$/i, "")) ?? []).map(({ id }) => id);
  const linked = Object.keys(row.relationships).flatMap((key) => linkageOf(row, key) ?? []);
  const along = included.filter(({ id, type }) => linked.some((one) => one.id === id && one.type === type));
  return along.flatMap(({ attributes }) => textsOf(valueIn(attributes, name)));
}

function textsOf(value: unknown): string[] {
  return [value]
    .flat()
    .flatMap((one) => (["string", "number"].includes(typeof one) && one !== "" ? [String(one)] : []));
}

/** Names of what pages cannot read of a record; "isNeeded" where it cannot be shown without. */
export function unreadableIn(row: Row, attributes: Attributes): readonly { name: string; isNeeded: boolean }[] {
  return Object.entries(attributes).flatMap(([name, schema]) => {
    const isNeeded = ![null, undefined].some((nothing) => z.safeParse(schema, nothing).success);
    const value = valueIn(row.attributes, name) ?? valuesOf(row, name)[0];
    const isRead = value == null ? !isNeeded : z.safeParse(schema, fromWire(value, structureOf(schema))).success;
    return isRead ? [] : [{ name, isNeeded }];
  });
}

/** The query of the next page; null on the last. Of a link only the query counts. */
export function nextOf({ document }: Rows, query: string): string | null {
  const { next } = asObject(document.links);
  const link = typeof next === "string" ? next : asObject(next).href;
  if (typeof link === "string" && link.includes("?")) return link.slice(link.indexOf("?") + 1);
  const cursor = asObject(asObject(document.meta).page).next;
  if (typeof cursor !== "string" || cursor === "") return null;
  if (cursor.includes("?")) return cursor.slice(cursor.indexOf("?") + 1);
  return `${query === "" ? "" : `${query}&`}page[after]=${encodeURIComponent(cursor)}`;
}
