import { ApiError } from "./api-error.ts";
import type { Page } from "./page.ts";

/**
 * Which page of a list a URL asks for. The service's cursors say nothing about places, so the URL carries along the
 * place (from 1) of the row that follows or precedes the cursor; the service never sees it.
 */
export type PageTurn =
  | { readonly after: string; readonly start: number }
  | { readonly before: string; readonly end: number };

/** Null stands for the first page; "lost" for a page that cannot be found from what the URL says. */
export type PageWish = PageTurn | "lost" | null;

/** The page that is wished for, where it may exist. */
export function turnOf(wish: PageWish): PageTurn | null {
  return wish === "lost" ? null : wish;
}

/** Longer than any cursor in use, and short enough for every server's idea of a URL. */
const longestCursor = 2000;

/** Reads `after` and `start`, or `before` and `end`, from a page's own URL. */
export function readPageWish(parameters: URLSearchParams): PageWish {
  if (!parameters.has("after") && !parameters.has("before")) return null;
  const after = readCursor(parameters.get("after"));
  const start = readPlace(parameters.get("start"));
  if (after !== null && start !== null) return { after, start };
  const before = readCursor(parameters.get("before"));
  const end = readPlace(parameters.get("end"));
  return before !== null && end !== null ? { before, end } : "lost";
}

function readCursor(text: string | null): string | null {
  return text !== null && text.length <= longestCursor && /^[\x21-\x7e]+$/.test(text) ? text : null;
}

function readPlace(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

export type CursorQuery = Readonly<
  Record<"page[after]", string> | Record<"page[before]", string> | Record<never, string>
>;

/** A page, and where it stands in its list. */
export interface PlacedPage<Item> extends Page<Item> {
  readonly turn: PageTurn | null;
  /** The page that was asked for is not there (any more): this is the first one. */
  readonly isFirstInstead: boolean;
}

/**
 * Asks for the page that is wished for, and for the first one when that is not to be found: the cursor is stale or was
 * never one, or nothing comes after it any more.
 * @param ask calls the service's list with these parameters besides its own
 */
export async function findPage<Item>(
  wish: PageWish,
  ask: (cursor: CursorQuery) => Promise<Page<Item>>,
): Promise<PlacedPage<Item>> {
  if (wish === null || wish === "lost") return { ...(await ask({})), turn: null, isFirstInstead: wish === "lost" };
  const cursor = "after" in wish ? { "page[after]": wish.after } : { "page[before]": wish.before };
  const page = await ask(cursor).catch((error: unknown) => {
    if (isBrokenCursor(error)) return null;
    throw error;
  });
  if (page !== null && page.items.length > 0) return { ...page, turn: wish, isFirstInstead: false };
  return { ...(await ask({})), turn: null, isFirstInstead: true };
}

function isBrokenCursor(error: unknown): boolean {
  return error instanceof ApiError && error.kind === "invalid" && /keyset|pagination/.test(error.cause.code ?? "");
}

/** What stands below a list: 'Showing x to y of total results', and the neighbouring pages. */
export interface ListFoot {
  readonly from: number;
  readonly to: number;
  readonly total: number | null;
  readonly estimate: boolean;
  readonly previous: string | null;
  readonly next: string | null;
}

/** @param addressOf the address of another page of the same list */
export function footOf(placed: PlacedPage<unknown>, addressOf: (turn: PageTurn) => string): ListFoot {
  const { total, totalIsEstimate, before, after } = placed.page;
  const from = placeOf(placed);
  const to = from + placed.items.length - 1;
  return {
    from,
    to,
    total,
    estimate: totalIsEstimate,
    previous: before === null ? null : addressOf({ before, end: Math.max(1, from - 1) }),
    next: after === null ? null : addressOf({ after, start: to + 1 }),
  };
}

/** The place that the URL claims, put right by the ends of the list where records came or went meanwhile. */
function placeOf({ turn, items, page }: PlacedPage<unknown>): number {
  if (turn === null) return 1;
  const { total, totalIsEstimate, before, after } = page;
  if ("before" in turn) return before === null ? 1 : Math.max(2, turn.end - items.length + 1);
  if (total === null || totalIsEstimate) return Math.max(2, turn.start);
  // The last page ends with the last record; on every other page at least one comes after.
  const latest = total - items.length;
  return Math.max(2, after === null ? latest + 1 : Math.min(turn.start, latest));
}

/** The parameters of another page's address. */
export function turnParameters(turn: PageTurn | null): [name: string, value: string][] {
  return Object.entries(turn ?? {}).map(([name, value]) => [name, String(value)]);
}
