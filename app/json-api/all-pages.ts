import type { Page } from "./page.ts";
import type { CursorQuery } from "./page-turn.ts";

/** What a list is asked with to come in as few pages as a service gives. */
export const largePages = { "page[limit]": 250, "page[count]": false } as const;

/**
 * Every record of a list, a page at a time; the next one is asked for when one has been taken.
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

/** The same all at once, for what has to be seen whole. */
export async function allItems<Item>(ask: (cursor: CursorQuery) => Promise<Page<Item>>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of allPages(ask)) items.push(...page);
  return items;
}
