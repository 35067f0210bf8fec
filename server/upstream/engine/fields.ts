/** `fields[type]=a,b`: sparse fieldsets. */
import { readParameters } from "./parameters.ts";
import type { RecordType } from "./record.ts";
import { invalidQuery } from "./refusal.ts";

const family = /^fields\[([a-z_]+)\]$/;

/** Gives the type that a `fields[type]` parameter names, or null for any other parameter. */
export function fieldsType(parameter: string): string | null {
  return family.exec(parameter)?.[1] ?? null;
}

/**
 * Gives the members to keep, by type, in wire spelling.
 * @param types the types that the answer may hold
 * @throws Refusal 400 `invalid_field` for another type or a member that a type does not have
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
