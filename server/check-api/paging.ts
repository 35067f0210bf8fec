import { isObject } from "#app/json-api/json-object.ts";
import type { DescribedService } from "#app/json-api/service.ts";
import type { Call } from "./caller.ts";
import { nextOf, type Rows, readRows } from "./rows.ts";
import type { Note } from "./table.ts";

export type Paging = DescribedService["paging"];

/** Where a list is, and what it has to be asked with. */
export interface Place {
  readonly path: string;
  readonly base: string;
}

/** Pages that are followed to find the end of a list. */
const mostPages = 40;
const sizes = ["page[limit]", "page[size]", "limit", "page_size"];

export const unpaged: Paging = {
  kind: "none",
  size: null,
  largest: 250,
  count: null,
  total: null,
  endsWithoutNext: false,
};

export function addressOf(path: string, ...parts: readonly string[]): string {
  const query = parts.filter((part) => part !== "").join("&");
  return query === "" ? path : `${path}?${query}`;
}

/** Learns how lists come in pages, from one with the records that it gives unasked. */
export async function learnPaging(call: Call, place: Place, unasked: Rows, note: Note): Promise<Paging> {
  const part = "pages of clients";
  if (unasked.rows.length < 2) {
    note("untried", part, "There are no two records to try pages with.", "Lists show their first page alone.");
    return unpaged;
  }
  const ask = async (...parts: readonly string[]) => readRows(await call(addressOf(place.path, place.base, ...parts)));
  const want = unasked.rows.length > 2 ? 2 : 1;
  const pages = await Promise.all(sizes.map(async (size) => [size, await ask(`${size}=${want}`)] as const));
  const [size = null, page] = pages.find(([, one]) => one?.rows.length === want) ?? [];
  const first = page ?? unasked;
  const end = await walk(call, place, size);
  const counted = await findTotal((asked) => ask(size === null ? "" : `${size}=${want}`, asked), end);
  if (counted.total === null)
    note("without", "total of lists", "", "Lists do not say how many records they have in all.");
  else note("works", "total of lists", counted.total);
  const paging = { ...unpaged, size, largest: end.limit, ...counted };
  const next = nextOf(first, place.base);
  if (next !== null) {
    const kind = kindOf(next);
    const isOther = !repeats(first, await follow(call, place, next));
    const wrong = end.wrong ?? (isOther ? null : "The second page is not another one.");
    if (wrong === null) note("works", part, `${kind}, ${size ?? "of the service's size"}, ${end.limit} at most`);
    else note("wrong", part, wrong, "Lists cannot be read to their end.");
    return { ...paging, kind, endsWithoutNext: wrong === null };
  }
  // Nothing leads from a page to another: there may be more that nobody sees.
  const sized = size === null ? "" : `${size}=${want}`;
  const past = size === null ? unasked.rows.length : want;
  const byNumber = await ask(sized, "page[number]=2");
  const byOffset = await ask(sized, `page[offset]=${past}`);
  const kind = !repeats(first, byNumber) ? "number" : !repeats(first, byOffset) ? "offset" : "none";
  const isCut = size === null ? kind !== "none" : end.ids.length >= end.limit;
  if (isCut)
    note("wrong", part, `The first ${end.ids.length} have no link to more.`, "Lists cannot be read to their end.");
  else if (size === null) note("works", part, "Lists come whole.");
  else note("without", part, "A page has no link to the next.", `Of longer lists the first ${end.limit} are shown.`);
  return { ...paging, kind, endsWithoutNext: size === null && !isCut };
}

/** The page that a link's query leads to; null where it is refused. */
export async function follow(call: Call, { path }: Place, query: string): Promise<Rows | null> {
  return readRows(await call(`${path}?${query}`));
}

/** Whether a page has nothing of its own. */
export function repeats(page: Rows, other: Rows | null): boolean {
  const ids = new Set(page.rows.map(({ id }) => id));
  return other === null || other.rows.length === 0 || other.rows.some(({ id }) => ids.has(id));
}

interface End {
  readonly ids: readonly string[];
  /** Most rows of a page. */
  readonly limit: number;
  readonly isReached: boolean;
  readonly wrong: string | null;
}

/** Follows a list in its largest pages. */
async function walk(call: Call, place: Place, size: string | null): Promise<End> {
  let page: Rows | null = null;
  let limit = 1;
  for (const rows of size === null ? [] : [250, 100, 50, 25, 20, 15, 10]) {
    limit = rows;
    page = readRows(await call(addressOf(place.path, place.base, `${size}=${rows}`)));
    if (page !== null) break;
  }
  page ??= readRows(await call(addressOf(place.path, place.base)));
  if (page !== null && (size === null || nextOf(page, "") !== null)) limit = Math.max(1, page.rows.length);
  const ids: string[] = [];
  const ended = (wrong: string | null, isReached = false): End => ({ ids, limit, isReached, wrong });
  for (let count = 1; page !== null; count += 1) {
    ids.push(...page.rows.map(({ id }) => id));
    const next = nextOf(page, addressOf("", place.base, size === null ? "" : `${size}=${limit}`).slice(1));
    if (new Set(ids).size < ids.length) return ended("A later page repeats an earlier one.");
    if (next === null || count === mostPages) return ended(null, next === null);
    if (page.rows.length === 0 && count > 1) return ended("An empty page leads to a next one.");
    page = await follow(call, place, next);
  }
  return ended("A later page is refused.");
}

/** By what the link asks for; links are sent back as they are. */
function kindOf(next: string): Paging["kind"] {
  const names = [...new URLSearchParams(next).keys()].join(" ");
  if (/offset/.test(names)) return "offset";
  return /page\[number\]|\bpage( |$)/.test(names) ? "number" : "cursor";
}

/** A number in `meta` that is that of the records that were followed, with or without asking. */
async function findTotal(ask: (asked: string) => Promise<Rows | null>, { ids, isReached }: End) {
  for (const count of [null, "page[count]"]) {
    const page = await ask(count === null ? "" : `${count}=true`);
    const found = numbersIn(page?.document.meta, "meta").filter(([place]) => /total|count|records?$/i.test(place));
    const total = found.find(([, value]) => (isReached ? value === ids.length : value >= ids.length));
    if (total !== undefined) return { total: total[0], count };
  }
  return { total: null, count: null };
}

function numbersIn(value: unknown, place: string): [place: string, value: number][] {
  if (typeof value === "number") return [[place, value]];
  return isObject(value) ? Object.entries(value).flatMap(([name, one]) => numbersIn(one, `${place}.${name}`)) : [];
}
