/** `fields[type]=a,b`: sparse fieldsets. */
import { readParameters } from "./parameters.ts";

const family = /^fields\[([a-z_]+)\]$/;

/** Gives the type that a `fields[type]` parameter names, or null for any other parameter. */
export function fieldsType(parameter: string): string | null {
  return family.exec(parameter)?.[1] ?? null;
}

/** Gives the members to keep, by type, in wire spelling. */
export function fieldsOf(url: URL): ReadonlyMap<string, ReadonlySet<string>> {
  const fields = new Map<string, ReadonlySet<string>>();
  for (const [name, value] of readParameters(url)) {
    const type = fieldsType(name);
    if (type !== null) fields.set(type, new Set(value.split(",").filter((member) => member !== "")));
  }
  return fields;
}
