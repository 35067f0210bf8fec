/** The part of a zod issue that is used. */
export interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** More is no record with a few bad values. */
const mostTries = 100;

/**
 * Empties the values of a record that cannot be read, the innermost first: as null, then as missing, then what they stand in.
 * @param record is changed
 * @param check gives what is wrong first; null for nothing
 * @returns what was wrong with each value; null where the record cannot do without one
 */
export function repaired(record: Record<string, unknown>, check: (record: unknown) => Issue | null): Issue[] | null {
  const tries = new Map<string, number>();
  const lost = new Map<string, Issue>();
  for (let count = 0; count < mostTries; count += 1) {
    const issue = check(record);
    if (issue === null) return [...lost.values()];
    const place = issue.path.join(".");
    const before = tries.get(place) ?? 0;
    tries.set(place, before + 1);
    const outer = issue.path.slice(0, issue.path.length - Math.floor(before / 2));
    if (outer.length === 0) return null;
    if (before === 0) lost.set(place, issue);
    empty(record, outer, before % 2 === 0 ? null : undefined);
  }
  return null;
}

/** Sets the value at a path; an entry of a list that can be neither goes. */
function empty(record: object, path: readonly PropertyKey[], value: null | undefined): void {
  const [last, ...inner] = path.toReversed();
  const holder = inner.reduceRight<unknown>(
    (part, key) => (isHolder(part) ? Reflect.get(part, key) : undefined),
    record,
  );
  if (!isHolder(holder) || last === undefined) return;
  if (Array.isArray(holder) && value === undefined) holder.splice(Number(last), 1);
  else Reflect.set(holder, last, value);
}

function isHolder(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
