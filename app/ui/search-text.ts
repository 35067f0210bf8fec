const longestSearch = 200;

/**
 * What is searched for by the parameter `q` that a `SearchBox` sends; "" for nothing. No record holds a control character or
 * half of a surrogate pair: searching for one would be refused upstream.
 */
export function readSearch(parameters: URLSearchParams): string {
  return searchIn(parameters.get("q") ?? "");
}

/** The same of a text that came otherwise. */
export function searchIn(typed: string): string {
  const line = typed
    .slice(0, 10 * longestSearch)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, " ");
  return line.trim().slice(0, longestSearch).toWellFormed();
}
