import { ApiError } from "./api-error.ts";
import type { CursorQuery, Page } from "./page.ts";

/**
 * The page of a list that a URL asks for. The service's cursors have no positions, so the URL also has the position
 * (from 1) of the row after or before the cursor. The service never sees it.
 */
export type PageCursor =
  | { readonly after: string; readonly start: number }
  | { readonly before: string; readonly end: number };

/** Null is the first page; "lost" is a page whose cursor or position in the URL is invalid. */
export type RequestedPage = PageCursor | "lost" | null;

/** The cursor of a requested page; null where it is the first or "lost". */
export function knownCursorOf(requestedPage: RequestedPage): PageCursor | null {
  return requestedPage === "lost" ? null : requestedPage;
}

/** Longer than any cursor in use, and short enough for a URL. */
const longestCursor = 2000;

/** Reads `after` and `start`, or `before` and `end`, from a page's own URL. */
export function readRequestedPage(parameters: URLSearchParams): RequestedPage {
  if (!parameters.has("after") && !parameters.has("before")) return null;
  const after = readCursor(parameters.get("after"));
  const start = readPosition(parameters.get("start"));
  if (after !== null && start !== null) return { after, start };
  const before = readCursor(parameters.get("before"));
  const end = readPosition(parameters.get("end"));
  return before !== null && end !== null ? { before, end } : "lost";
}

function readCursor(text: string | null): string | null {
  return text !== null && text.length <= longestCursor && /^[\x21-\x7e]+$/.test(text) ? text : null;
}

function readPosition(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

export interface FoundPage<Item> extends Page<Item> {
  readonly cursor: PageCursor | null;
  /** The requested page is gone, and this is the first one. */
  readonly isFirstInstead: boolean;
}

/**
 * Asks for the requested page, and for the first one when its cursor is stale or invalid or the page is empty.
 * @param ask calls the service's list with these parameters besides its own
 */
export async function findPage<Item>(
  requestedPage: RequestedPage,
  ask: (cursor: CursorQuery) => Promise<Page<Item>>,
): Promise<FoundPage<Item>> {
  if (requestedPage === null || requestedPage === "lost")
    return { ...(await ask({})), cursor: null, isFirstInstead: requestedPage === "lost" };
  const cursor =
    "after" in requestedPage ? { "page[after]": requestedPage.after } : { "page[before]": requestedPage.before };
  const page = await ask(cursor).catch((error: unknown) => {
    if (isBrokenCursor(error)) return null;
    throw error;
  });
  if (page !== null && page.items.length > 0) return { ...page, cursor: requestedPage, isFirstInstead: false };
  return { ...(await ask({})), cursor: null, isFirstInstead: true };
}

function isBrokenCursor(error: unknown): boolean {
  return error instanceof ApiError && error.kind === "invalid" && /keyset|pagination/.test(error.cause.code ?? "");
}

/** The foot of a list: 'Showing x to y of total results', and the addresses of the pages before and after. */
export interface ListFoot {
  readonly from: number;
  readonly to: number;
  readonly total: number | null;
  readonly estimate: boolean;
  readonly previous: string | null;
  readonly next: string | null;
  /** What the service did not say, and what could not be read of it; absent where nothing is to be said. */
  readonly note?: string;
}

/** @param address the list's path, or a function that gives the address of another page of the list */
export function footOf(found: FoundPage<unknown>, address: string | ((cursor: PageCursor) => string)): ListFoot {
  const addressOf = typeof address === "string" ? (cursor: PageCursor) => pageAddress(address, cursor) : address;
  const { total, totalIsEstimate, before, after, mayHaveMore = false, unread } = found.page;
  const from = startOf(found);
  const to = from + found.items.length - 1;
  const notes = [
    mayHaveMore && to !== total ? "There may be more." : "",
    unread === undefined ? "" : unreadNote(unread),
  ];
  const note = notes.filter((one) => one !== "").join(" ");
  return {
    ...(note !== "" && { note }),
    from,
    to,
    total,
    estimate: totalIsEstimate,
    previous: before === null ? null : addressOf({ before, end: Math.max(1, from - 1) }),
    next: after === null ? null : addressOf({ after, start: to + 1 }),
  };
}

/** One sentence for both kinds. */
function unreadNote({ rows, values }: NonNullable<Page<unknown>["page"]["unread"]>): string {
  const left = rows === 0 ? [] : [`${rows} ${rows === 1 ? "row is" : "rows are"} left out`];
  const empty = values === 0 ? [] : [`${values} ${values === 1 ? "value shows" : "values show"} as empty`];
  return `The service sent data that can't be read: ${[...left, ...empty].join(", ")}.`;
}

function startOf({ cursor, items, page }: FoundPage<unknown>): number {
  if (cursor === null) return 1;
  const { total, totalIsEstimate, before, after } = page;
  if ("before" in cursor) return before === null ? 1 : Math.max(2, cursor.end - items.length + 1);
  if (total === null || totalIsEstimate) return Math.max(2, cursor.start);
  // The last page ends with the last record; on every other page at least one comes after.
  const latest = total - items.length;
  return Math.max(2, after === null ? latest + 1 : Math.min(cursor.start, latest));
}

/** The address of another page. @param query further parameters of the list */
export function pageAddress(path: string, cursor: PageCursor, query: Readonly<Record<string, string>> = {}): string {
  return `${path}?${new URLSearchParams([...Object.entries(query), ...cursorParameters(cursor)])}`;
}

/** The query parameters of a page. */
export function cursorParameters(cursor: PageCursor | null): [name: string, value: string][] {
  return Object.entries(cursor ?? {}).map(([name, value]) => [name, String(value)]);
}
