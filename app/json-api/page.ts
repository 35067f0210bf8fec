import { ApiError, failedCall } from "./api-error.ts";
import { asObject, isObject, type JsonObject } from "./json-object.ts";
import { defaultPageSize } from "./query.ts";
import type { Service } from "./service.ts";

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly page: {
    /** Number of records in the whole list; null when the service did not count. */
    readonly total: number | null;
    /** Whether `total` is an estimate. */
    readonly totalIsEstimate: boolean;
    /** Cursor for `page[before]` of the previous page; null on the first. */
    readonly before: string | null;
    /** Cursor for `page[after]` of the next page; null on the last. */
    readonly after: string | null;
    readonly pageSize: number;
    /** Nothing has the words that were searched for: these have similar ones. */
    readonly isSimilar?: boolean;
    /** The page is full, and the service does not say whether another one follows. */
    readonly mayHaveMore?: boolean;
    /** Rows that could not be read and are left out, and values that are shown as if they were empty; absent where all was read. */
    readonly unread?: { readonly rows: number; readonly values: number };
  };
}

export type CursorQuery = Readonly<
  Record<"page[after]", string> | Record<"page[before]", string> | Record<never, string>
>;

export const largePages = { "page[limit]": 250, "page[count]": false } as const;

/**
 * All records of a list, a page at a time. The next page is loaded when one has been consumed.
 * @param ask calls the service's list with these parameters besides its own
 * @throws ApiError "unexpected" where the service does not say whether the last page is the last
 */
export async function* allPages<Item>(
  ask: (cursor: CursorQuery) => Promise<Page<Item>>,
): AsyncGenerator<readonly Item[], void, undefined> {
  let cursor: CursorQuery | null = {};
  while (cursor !== null) {
    const { items, page }: Page<Item> = await ask(cursor);
    // Before these rows are: they would be taken for all.
    if (page.mayHaveMore === true) throw endUnknown();
    yield items;
    cursor = page.after === null ? null : { "page[after]": page.after };
  }
}

/** All records of a list at once. */
export async function allItems<Item>(ask: (cursor: CursorQuery) => Promise<Page<Item>>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of allPages(ask)) items.push(...page);
  return items;
}

const noNext = "a full page without a link to the next";

function endUnknown(): ApiError {
  const call = failedCall({ method: "GET", status: 200, attempts: 1, reason: noNext });
  const sentence = "The service doesn't say where this list ends, so it can't be given as a whole.";
  return new ApiError(sentence, "unexpected", call);
}

/** Whether a list could not be read to its end since the service does not say where that is; the error's message says so. */
export function isEndUnknown(error: ApiError): boolean {
  return error.cause.reason === noNext;
}

type Side = "before" | "after";

/**
 * Reads the position of a page from `meta.page`, or from the links where that is missing.
 * @param asked rows that the page could have; null where that is not known
 */
export function readPage(
  document: JsonObject,
  { paging, isWhole }: Service,
  asked: number | null,
): Page<never>["page"] {
  const meta = asObject(asObject(document.meta).page);
  const links = asObject(document.links);
  const total = readTotal(document, paging.total);
  const ownCursors = isWhole || paging.kind === "cursor";
  const cursorAt = (side: Side, source: unknown, link: unknown) =>
    (ownCursors ? cursorOf(source, side) : null) ?? cursorInLink(link, side, ownCursors);
  const after = cursorAt("after", meta.next, links.next);
  const rows = Array.isArray(document.data) ? document.data.length : 0;
  const isFull = asked !== null && rows >= asked && rows > 0;
  const isProven = after !== null || paging.endsWithoutNext || !isFull || (total !== null && total <= rows);
  return {
    total,
    totalIsEstimate: meta.total_estimated === true,
    before: cursorAt("before", meta.prev, links.prev),
    after,
    pageSize: typeof meta.limit === "number" && meta.limit > 0 ? meta.limit : defaultPageSize,
    ...(meta.similar === true && { isSimilar: true }),
    ...(!isProven && { mayHaveMore: true }),
  };
}

/** @param place in the document, as in "meta.page.total"; null where there is no total */
function readTotal(document: JsonObject, place: string | null): number | null {
  if (place === null) return null;
  const value = place.split(".").reduce<unknown>((part, name) => (isObject(part) ? part[name] : undefined), document);
  const total = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
  return typeof total === "number" && Number.isSafeInteger(total) && total >= 0 ? total : null;
}

/** A cursor in `meta.page`, where some services put the whole link. */
function cursorOf(source: unknown, side: Side): string | null {
  if (typeof source !== "string" || source === "") return null;
  return /^(https?:|\/|\?)/.test(source) ? cursorInLink(source, side, true) : source;
}

/**
 * The cursor in a link, which is a string or JSON:API's link object. Where pages have no cursors, or another one than ours, it is the
 * link's query: its host and path are the service's own affair.
 */
function cursorInLink(source: unknown, side: Side, hasCursors: boolean): string | null {
  const link = typeof source === "string" ? source : asObject(source).href;
  if (typeof link !== "string" || !link.includes("?")) return null;
  const query = link.slice(link.indexOf("?")).split("#", 1)[0] ?? "";
  if (!hasCursors) return query;
  const parameters = new URLSearchParams(query);
  const isCounted = /^\d+$/.test(parameters.get("page[offset]") ?? parameters.get("page[number]") ?? "");
  return parameters.get(`page[${side}]`) || (isCounted ? query : null);
}
