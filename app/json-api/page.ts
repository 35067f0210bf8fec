import { asObject, type JsonObject } from "./json-object.ts";
import { defaultPageSize } from "./query.ts";

/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly page: {
    /** Number of records in the whole list; null when the service did not count. */
    readonly total: number | null;
    /** True when `total` is "about" that many. */
    readonly totalIsEstimate: boolean;
    /** Cursor for `page[before]` of the previous page; null on the first. */
    readonly before: string | null;
    /** Cursor for `page[after]` of the next page; null on the last. */
    readonly after: string | null;
    readonly pageSize: number;
  };
}

type Side = "before" | "after";

/** Reads where a list document stands in its list: from `meta.page`, and its links where that does not say. */
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
  };
}

/** A cursor as it stands in `meta.page`, where some services put the whole link. */
function cursorOf(source: unknown, side: Side): string | null {
  if (typeof source !== "string" || source === "") return null;
  return /^(https?:|\/|\?)/.test(source) ? cursorInLink(source, side) : source;
}

/**
 * The cursor in a link, which is a string or JSON:API's link object. Pages that are counted have an offset instead;
 * it becomes a cursor of ours that `listQuery` understands. Cursors are never made otherwise.
 */
function cursorInLink(source: unknown, side: Side): string | null {
  const link = typeof source === "string" ? source : asObject(source).href;
  if (typeof link !== "string" || !link.includes("?")) return null;
  const parameters = new URLSearchParams(link.slice(link.indexOf("?")));
  const offset = parameters.get("page[offset]");
  return parameters.get(`page[${side}]`) || (offset && /^\d+$/.test(offset) ? `offset:${offset}` : null);
}
