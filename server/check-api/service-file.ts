import { isObject } from "#app/json-api/json-object.ts";
import { type DescribedService, readService } from "#app/json-api/service.ts";

/** A description as the text of a file, in an order that changes only with what it says. @throws ZodError for a wrong one */
export function writeService(service: DescribedService): string {
  readService(service);
  return `${JSON.stringify(sorted(service), null, 2)}\n`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.toSorted();
  if (!isObject(value)) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
}
