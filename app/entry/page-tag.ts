import { hash } from "node:crypto";

/**
 * The entity tag of a page, a hash of everything it is rendered from; weak, because of several compressions.
 * @param parts values with a JSON form, Map, Set and bigint
 */
export function tagPage(parts: unknown): string {
  // A function for each value takes twice as long, and few pages have a value that needs it.
  const text = isPlain(parts) ? JSON.stringify(parts) : JSON.stringify(parts, plainValue);
  return `W/"${hash("sha1", text ?? "", "base64url")}"`;
}

/** Whether `JSON.stringify` drops nothing of a value. */
function isPlain(value: unknown): boolean {
  if (typeof value === "bigint") return false;
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(isPlain);
  if (value instanceof Map || value instanceof Set) return false;
  return Object.values(value).every(isPlain);
}

/** Values that `JSON.stringify` would drop, so that different pages had the same tag. */
function plainValue(_key: string, value: unknown): unknown {
  if (value instanceof Map) return { map: [...value] };
  if (value instanceof Set) return { set: [...value] };
  if (typeof value === "bigint") return { bigint: String(value) };
  return value;
}

/** Whether the browser has this version (RFC 9110 13.1.2: compared weakly, `*` means any). */
export function isKnown(tag: string, ifNoneMatch: string | null): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === "*") return true;
  const opaque = (candidate: string) => candidate.trim().replace(/^W\//, "");
  return ifNoneMatch.split(",").some((candidate) => opaque(candidate) === opaque(tag));
}
