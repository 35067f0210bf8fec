/**
 * Whether a person clicked a link to a page, wherever that link is: also in a mail that another site shows. What fetches ahead says so, and
 * browsers say of navigations alone that a person began them.
 */
export function isClicked({ method, headers }: Pick<Request, "method" | "headers">): boolean {
  const isAhead = headers.has("sec-purpose") || headers.has("purpose") || headers.has("x-moz");
  return method === "GET" && !headers.has("range") && !isAhead && headers.get("sec-fetch-user") === "?1";
}
