import { createHash } from "node:crypto";
import type { IsChanged } from "../json-api/record.ts";
import type { MergeResult } from "./edit-conflict.tsx";

/**
 * Two people change one record at once: whose change a field holds is told by what the form began with. The form carries a
 * digest of each field along, since texts may be long and nobody else needs them.
 */

/**
 * The texts of a form by dotted names, as in "budget.amount": one for most fields, any number for a list of checkboxes. A map,
 * since anybody may send a field that is called "toString".
 */
type Fields = ReadonlyMap<string, readonly string[]>;

/** Digests of what a form holds at first, by the fields' names, for one hidden field. @param typed as its fields show it */
export function baseDigests(typed: object): string {
  return new URLSearchParams([...fieldsOf(typed)].map(([name, texts]) => [name, digestOf(texts)])).toString();
}

/** What became of a form and its record since the form was shown. */
export interface Merge {
  readonly result: MergeResult;
  /** Whether somebody else changed a field of the form to something else than it holds now. */
  readonly isEdited: boolean;
  readonly isChanged: IsChanged;
}

/**
 * Takes over what only they changed, and names what both did.
 * @param base the digests of what the form held at first, from `baseDigests`
 * @param yours the fields as they were sent
 * @param theirs the record as it is now, as its form would show it at first
 */
export function mergeChanges(base: string, yours: readonly (readonly [string, string])[], theirs: object): Merge {
  const first = new Map(new URLSearchParams(base));
  const sent = groupByName(yours);
  const found = fieldsOf(theirs);
  const taken: Record<string, readonly string[]> = {};
  const clashes: string[] = [];
  const changed = new Set<string>();
  const names = new Set([...first.keys(), ...sent.keys(), ...found.keys()]);
  for (const name of names) {
    const your = sent.get(name) ?? [];
    const their = found.get(name);
    // What the record does not hold, as a new passcode, is empty at first.
    const begun = first.get(name) ?? digestOf([]);
    if (digestOf(your) === digestOf(their ?? [])) continue;
    if (digestOf(your) !== begun) changed.add(name);
    if (their === undefined || digestOf(their) === begun) continue;
    if (changed.has(name)) clashes.push(name);
    else taken[name] = their;
  }
  return {
    result: { taken, clashes },
    isEdited: clashes.length > 0 || Object.keys(taken).length > 0,
    isChanged: (fields) => {
      const parts = [...names].filter((name) => fields.some((field) => isPart(name, field)));
      return parts.length === 0 || parts.some((name) => changed.has(name));
    },
  };
}

function isPart(name: string, field: string): boolean {
  return name === field || name.startsWith(`${field}.`) || name.startsWith(`${field}[`);
}

function fieldsOf(typed: object): Fields {
  return new Map(entriesOf(typed, ""));
}

function entriesOf(typed: object, prefix: string): [name: string, texts: readonly string[]][] {
  return Object.entries(typed).flatMap(([key, value]: [string, unknown]): [string, readonly string[]][] => {
    const name = prefix + key;
    if (typeof value === "string") return [[name, [value]]];
    if (Array.isArray(value)) return [[name, value.filter((one) => typeof one === "string")]];
    return typeof value === "object" && value !== null ? entriesOf(value, `${name}.`) : [];
  });
}

function groupByName(entries: readonly (readonly [string, string])[]): Fields {
  const fields = Map.groupBy(entries, ([name]) => name);
  return new Map([...fields].map(([name, sent]) => [name, sent.map(([, text]) => text)]));
}

/** The order of ticked boxes says nothing. */
function digestOf(texts: readonly string[]): string {
  const plain = texts.map((text) => text.replaceAll(/\r\n?/g, "\n")).sort();
  return createHash("sha256").update(plain.join("\n")).digest("base64url").slice(0, 8);
}
