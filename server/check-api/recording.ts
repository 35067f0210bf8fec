import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isObject } from "#app/json-api/json-object.ts";
import type { Keep } from "./caller.ts";

/** What was said, for tests, without what it says of people: the same text is the same everywhere, and another one. */

/** Texts that say what something is, not whose. */
const kept: ReadonlySet<string> = new Set(["type", "status", "code", "version"]);
/** Values of queries that are ours. */
const ours = /^(page\[(limit|size|count|offset|number)\]|limit|page_size|include|sort|fields\[.*\])$/;

const isId = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d+)$/i;

/** @param folder is made */
export function recorder(folder: string): Keep {
  mkdirSync(folder, { recursive: true });
  const names = new Map<string, string>();
  let count = 0;
  const text = (value: string): string => {
    if (value === "" || /^(true|false|null|\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?)$/.test(value)) return value;
    const known = names.get(value) ?? invent(value, names.size + 1);
    names.set(value, known);
    return known;
  };
  const address = (value: string): string => {
    const [path = "", query = ""] = value.replace(/^https?:\/\/[^/]+/, "").split("?");
    const segments = path
      .split("/")
      .map((one) => names.get(decodeURIComponent(one)) ?? (isId.test(one) ? text(one) : one));
    const parts = [...new URLSearchParams(query)].map(([name, one]) => `${name}=${ours.test(name) ? one : text(one)}`);
    return segments.join("/") + (parts.length === 0 ? "" : `?${parts.join("&")}`);
  };
  const replaced = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => replaced(one, name));
    if (isObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([key, one]) => [key, name === "links" ? link(one) : replaced(one, key)]),
      );
    if (typeof value === "number" && name === "id") return Number(text(String(value)));
    return typeof value === "string" && !kept.has(name) ? text(value) : value;
  };
  const link = (value: unknown): unknown => {
    if (isObject(value)) return { ...value, href: link(value.href) };
    return typeof value === "string" ? address(value) : value;
  };
  return (path, { method = "GET", body }, { status, document, etag }) => {
    count += 1;
    // The first time over, ids become known that links before them have.
    replaced(document, "");
    const answer = { status, etag: etag === null ? null : text(etag), document: replaced(document, "") };
    const call = { method, path: address(path), ...(body === undefined ? {} : { body: replaced(body, "") }) };
    const file = join(folder, `${String(count).padStart(4, "0")}.json`);
    writeFileSync(file, `${JSON.stringify({ call, answer }, null, 2)}\n`);
  };
}

/** A text of the same form. */
function invent(value: string, number: number): string {
  if (isId.test(value))
    return value.includes("-") ? `00000000-0000-4000-8000-${String(number).padStart(12, "0")}` : `${number}`;
  if (/^(W\/)?".*"$/.test(value)) return value.replace(/".*"/, `"${number}"`);
  if (value.includes("@")) return `person${number}@client.example`;
  if (/^https?:/.test(value)) return `https://service.example/${number}`;
  if (/^\+?[\d ().-]{7,}$/.test(value)) return `+1 555 01${String(number).padStart(2, "0")}`;
  return `text ${number}`;
}
