import type { RecordType } from "./record.ts";
import { invalidQuery } from "./refusal.ts";
import { isStorable } from "./text.ts";

/** A URL's parameters; of a repeated name the last one counts, as in Plug. @throws Refusal 400 for text that Postgres cannot hold */
export function readParameters(url: URL): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const [name, value] of url.searchParams) {
    if (!isStorable(name) || !isStorable(value)) {
      throw invalidQuery("invalid_query", isStorable(name) ? name : "", "The query contains impossible characters.");
    }
    parameters.set(name, value);
  }
  return parameters;
}

const family = /^fields\[([a-z_]+)\]$/;

/** The type that a `fields[type]` parameter names; null for other parameters. */
export function fieldsType(parameter: string): string | null {
  return family.exec(parameter)?.[1] ?? null;
}

/**
 * Sparse fieldsets: the members to keep, by type, in wire spelling.
 * @throws Refusal 400 `invalid_field` for a type that the answer does not have, or a member that the type does not have
 */
export function fieldsOf(url: URL, types: readonly RecordType[]): ReadonlyMap<string, ReadonlySet<string>> {
  const fields = new Map<string, ReadonlySet<string>>();
  for (const [name, value] of readParameters(url)) {
    const type = fieldsType(name);
    if (type === null) continue;
    const of = types.find((candidate) => candidate.type === type);
    const kept = value.split(",").filter((member) => member !== "");
    if (!of || !kept.every((member) => hasMember(of, member))) {
      throw invalidQuery("invalid_field", name, "There is no such field here.");
    }
    fields.set(type, new Set(kept));
  }
  return fields;
}

function hasMember(of: RecordType, name: string): boolean {
  return Object.hasOwn(of.attributes.shape, name) || Object.hasOwn(of.relationships ?? {}, name);
}
