import { createHash } from "node:crypto";
import type { MergeResult } from "./edit-conflict.tsx";

/**
 * Two people change one record at once: whose change a field holds is told by what the form began with. The form carries a
 * digest of each field along, since texts may be long and nobody else needs them.
 */

/** Digests of what a form holds at first, by the fields' names, for one hidden field. @param typed as its fields show it */
export function baseDigests(typed: object): string {
  return new URLSearchParams(fieldsOf(typed).map(([name, text]) => [name, digestOf(text)])).toString();
}

/**
 * Takes over what only they changed, and names what both did.
 * @param base the digests of what the form held at first, from `baseDigests`
 * @param yours the fields as they were sent
 * @param theirs the record as it is now, as its form would show it at first
 */
export function mergeChanges(base: string, yours: readonly (readonly [string, string])[], theirs: object): MergeResult {
  const first = new Map(new URLSearchParams(base));
  const sent = new Map(yours);
  const taken: Record<string, string> = {};
  const clashes: string[] = [];
  for (const [name, their] of fieldsOf(theirs)) {
    const your = plain(sent.get(name) ?? "");
    if (plain(their) === your) continue;
    if (digestOf(your) === first.get(name)) taken[name] = their;
    else if (digestOf(their) !== first.get(name)) clashes.push(name);
  }
  return { taken, clashes };
}

/** Texts by dotted names, as in "budget.amount". */
function fieldsOf(typed: object, prefix = ""): [name: string, text: string][] {
  return Object.entries(typed).flatMap(([key, value]: [string, unknown]): [string, string][] => {
    const name = prefix + key;
    if (typeof value === "string") return [[name, value]];
    return typeof value === "object" && value !== null && !Array.isArray(value) ? fieldsOf(value, `${name}.`) : [];
  });
}

function plain(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n");
}

function digestOf(text: string): string {
  return createHash("sha256").update(plain(text)).digest("base64url").slice(0, 8);
}
