import type { Page } from "./page.ts";
import type { CursorQuery } from "./pagination.ts";

/** Query parameters for as few pages as possible. */
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
