import { asObject, type JsonObject } from "./json-object.ts";
import { defaultPageSize } from "./query.ts";

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
  };
}

export type CursorQuery = Readonly<
  Record<"page[after]", string> | Record<"page[before]", string> | Record<never, string>
>;

export const largePages = { "page[limit]": 250, "page[count]": false } as const;

/**
 * All records of a list, a page at a time. The next page is loaded when one has been consumed.
 * @param ask calls the service's list with these parameters besides its own
 */
export async function* allPages<Item>(
  ask: (cursor: CursorQuery) => Promise<Page<Item>>,
): AsyncGenerator<readonly Item[], void, undefined> {
  let cursor: CursorQuery | null = {};
  while (cursor !== null) {
    const { items, page }: Page<Item> = await ask(cursor);
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

type Side = "before" | "after";

/** Reads the position of a page from `meta.page`, or from the links where that is missing. */
export function readPage(document: JsonObject): Page<never>["page"] {
  const meta = asObject(asObject(document.meta).page);
  const links = asObject(document.links);
  const { total, limit } = meta;
  return {
    total: typeof total === "number" ? total : null,
    totalIsEstimate: meta.total_estimated === true,
    before: cursorOf(meta.prev, "before") ?? cursorInLink(links.prev, "before"),
    after: cursorOf(meta.next, "after") ?? cursorInLink(links.next, "after"),
    pageSize: typeof limit === "number" && limit > 0 ? limit : defaultPageSize,
    ...(meta.similar === true && { isSimilar: true }),
  };
}

/** A cursor in `meta.page`, where some services put the whole link. */
function cursorOf(source: unknown, side: Side): string | null {
  if (typeof source !== "string" || source === "") return null;
  return /^(https?:|\/|\?)/.test(source) ? cursorInLink(source, side) : source;
}

/**
 * The cursor in a link, which is a string or JSON:API's link object. Services with offsets get a cursor of ours, which
 * `listQuery` reads.
 */
function cursorInLink(source: unknown, side: Side): string | null {
  const link = typeof source === "string" ? source : asObject(source).href;
  if (typeof link !== "string" || !link.includes("?")) return null;
  const parameters = new URLSearchParams(link.slice(link.indexOf("?")));
  const offset = parameters.get("page[offset]");
  return parameters.get(`page[${side}]`) || (offset && /^\d+$/.test(offset) ? `offset:${offset}` : null);
}
