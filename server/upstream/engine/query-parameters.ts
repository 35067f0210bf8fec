/** The query parameters of routes that are no table's. */
import type { z } from "zod";
import { fieldsType } from "./fields.ts";
import { sayWhatIsWrong } from "./input-words.ts";
import { readParameters } from "./parameters.ts";
import { invalidQuery } from "./refusal.ts";

/**
 * Checks the parameters of a route that is no table's; `fields[type]` is every route's.
 * @param schema what it takes, by names on the wire
 * @throws Refusal 400 `invalid_query` for an unknown name or an impossible value, `invalid_filter` for that of a filter
 */
export function parseParameters<Parameters extends z.ZodObject>(url: URL, schema: Parameters): z.output<Parameters> {
  const given = Object.fromEntries(readParameters(url));
  for (const name of Object.keys(given)) {
    if (fieldsType(name) !== null) continue;
    if (!Object.hasOwn(schema.shape, name)) throw invalidQuery("invalid_query", name, "There is no such parameter.");
  }
  const result = schema.safeParse(given, { error: sayWhatIsWrong });
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const name = String(issue?.path[0] ?? "");
  const code = name.startsWith("filter[") ? "invalid_filter" : "invalid_query";
  throw invalidQuery(code, name, issue?.message ?? "The query does not fit.");
}
