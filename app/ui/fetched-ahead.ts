/**
 * The data of one page, fetched while a pointer or the focus rests on its link. It is not a `<link rel="prefetch">`: by our content
 * policy Firefox refuses those, and elsewhere the answer of before a form was sent would be shown after it.
 */

/** Longer than it takes to follow a link, and short enough for the page to be as of now (milliseconds). */
const life = 10_000;

interface Ahead {
  readonly address: string;
  /** Null when it could not be fetched. */
  readonly answer: Promise<Response | null>;
  readonly ending: AbortController;
}

let ahead: Ahead | null = null;

/** Starts to fetch the data of a page, as the router will ask for it. What was fetched for another page is dropped. */
export function fetchAhead({ pathname, search }: Pick<URL, "pathname" | "search">): void {
  const address = `${pathname}${pathname.endsWith("/") ? "_" : ""}.data${search}`;
  if (ahead?.address === address) return;
  drop();
  const ending = new AbortController();
  // It says so, since the page may never be seen: a toast waits for one that is.
  const asked = fetch(address, { headers: { Purpose: "prefetch" }, signal: ending.signal });
  const own = { address, answer: asked.then((answer) => (answer.ok ? answer : null)).catch(() => null), ending };
  ahead = own;
  setTimeout(() => ahead === own && drop(), life);
}

/**
 * Gives the answer to a request of the router when it was fetched ahead, once; null otherwise. Any other request drops it: what it
 * writes may change the page.
 */
export async function takeAhead(url: URL, method = "GET"): Promise<Response | null> {
  const taken = ahead !== null && method === "GET" && ahead.address === wholePage(url) ? ahead : null;
  if (taken === null) drop();
  ahead = null;
  return taken?.answer ?? null;
}

/** The router may ask for the data of some of the page's routes; what was fetched has those of all. */
function wholePage(url: URL): string {
  const whole = new URL(url);
  if (whole.searchParams.has("_routes")) whole.searchParams.delete("_routes");
  return whole.pathname + whole.search;
}

function drop(): void {
  ahead?.ending.abort();
  ahead = null;
}
