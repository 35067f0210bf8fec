/** The query string of a request, as names and texts. */
import { invalidQuery } from "./refusal.ts";
import { isStorable } from "./text.ts";

/**
 * Gives a URL's parameters; where a name is repeated the last one counts, as in Plug.
 * @throws Refusal 400 for text that Postgres cannot hold
 */
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
