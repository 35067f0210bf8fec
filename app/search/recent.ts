import { useEffect } from "react";
import { useLocation, useMatches } from "react-router";

/** The records that were opened last. They stay in this tab until the person signs out, for one workspace and one person. */

export interface Recent {
  readonly href: string;
  readonly title: string;
}

const mostKept = 7;

const recordPage = /^\/(clients|packages|opportunities|tasks|documents)\/[^/]+$/;
const titleEnd = " · Latchkey";

/** Remembers the record whose page is open. @param scope of the workspace and the person; null remembers nothing */
export function useRecentRecord(scope: string | null): void {
  const { pathname } = useLocation();
  const page = useMatches().at(-1);
  // A page that could not be loaded has no data, and one such as "/clients/new" is no record's.
  const isShown = page?.loaderData !== undefined && Object.keys(page.params).length > 0;
  useEffect(() => {
    if (scope === null || !isShown || !recordPage.test(pathname)) return;
    const recent = { href: pathname, title: document.title.replace(titleEnd, "") };
    const others = listRecent(scope).filter(({ href }) => href !== pathname);
    try {
      sessionStorage.setItem(nameOf(scope), JSON.stringify([recent, ...others].slice(0, mostKept)));
    } catch {
      // The browser has no room, or does not let us.
    }
  }, [scope, pathname, isShown]);
}

/** The records that were opened last, the newest first. */
export function listRecent(scope: string): readonly Recent[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(nameOf(scope)) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isRecent) : [];
  } catch {
    return [];
  }
}

function nameOf(scope: string): string {
  return `recent ${scope}`;
}

function isRecent(entry: unknown): entry is Recent {
  if (typeof entry !== "object" || entry === null || !("href" in entry) || !("title" in entry)) return false;
  return typeof entry.href === "string" && recordPage.test(entry.href) && typeof entry.title === "string";
}
