import { hash } from "node:crypto";

/**
 * The entity tag of a page, made of all that it is rendered from; weak, because the body is compressed in several ways.
 * @param parts values with a JSON form, Map, Set and bigint
 */
export function tagPage(parts: unknown): string {
  return `W/"${hash("sha1", JSON.stringify(parts, plainValue) ?? "", "base64url")}"`;
}

/** `JSON.stringify` does not see into these: two different pages would have one tag. */
function plainValue(_key: string, value: unknown): unknown {
  if (value instanceof Map) return { map: [...value] };
  if (value instanceof Set) return { set: [...value] };
  if (typeof value === "bigint") return { bigint: String(value) };
  return value;
}

/** Whether the browser's copy is this one (RFC 9110 13.1.2: compared weakly, `*` means any). */
export function isKnown(tag: string, ifNoneMatch: string | null): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === "*") return true;
  const opaque = (candidate: string) => candidate.trim().replace(/^W\//, "");
  return ifNoneMatch.split(",").some((candidate) => opaque(candidate) === opaque(tag));
}
