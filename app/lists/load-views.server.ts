import { href, type RouterContextProvider } from "react-router";
import type { Api } from "../json-api/api.ts";
import { orNull } from "../json-api/api-error.ts";
import { allows } from "../json-api/resource.ts";
import { settle } from "../json-api/settle.ts";
import { apiOf, logFaults, recentReads } from "../session/session.server.ts";
import { isAbsent } from "../ui/not-loaded.tsx";
import type { AnyList } from "./define-list.ts";
import { viewPaths } from "./saved-view.ts";
import { listViews, type SavedView } from "./saved-views.server.ts";
import type { ShownViews } from "./views-bar.tsx";

type Context = Readonly<RouterContextProvider>;

const recentViews = recentReads<readonly SavedView[] | null>();

/** Views that stand side by side, beside the list without any; the others are in a menu. */
const mostLinks = 2;

/**
 * The saved views of a list, for its page: begin before the list itself is awaited. The promise never rejects.
 * @returns what makes the links; its parameter is the list's present query string, with its "?", without the page
 * @param here the address of the list, or of another way to show it
 */
export async function loadViews(
  context: Context,
  list: AnyList,
  here: string = list.path,
): Promise<(query: string) => ShownViews | null> {
  const read = (api: Api) => recentViews(context, list.name, () => viewsOf(api, list.name));
  const found = await settle(apiOf(context), read, logFaults(context));
  return (query) => {
    if (!found.ok) return isAbsent(found) ? null : { links: [], more: [], edit: null, save: null, found };
    // The list is there where the service stores none.
    return found.data === null ? null : shownViews(found.data, list, here, query);
  };
}

/** Null where the service stores none, which is known for a moment like the views themselves. */
function viewsOf(api: Api, name: string): Promise<readonly SavedView[] | null> {
  return orNull(listViews(api, name));
}

function shownViews(views: readonly SavedView[], list: AnyList, here: string, query: string): ShownViews {
  const own = views.filter(({ scope }) => scope === "personal");
  const links = [...own, ...views.filter((view) => !own.includes(view))].map((view) => ({
    view,
    query: list.queryOf(new URLSearchParams(view.parameters)),
  }));
  const current = links.find((link) => link.query === query);
  const shown = links.map((link) => ({ label: link.view.name, href: here + link.query, isCurrent: link === current }));
  const all = { label: list.all, href: here, isCurrent: query === "" && current === undefined };
  const [before, after] = [shown.slice(0, mostLinks), shown.slice(mostLinks)];
  return {
    links: links.length === 0 ? [] : [all, ...before, ...after.filter(({ isCurrent }) => isCurrent)],
    more: after.filter(({ isCurrent }) => !isCurrent),
    edit: current !== undefined && allows(current.view, "update") ? viewPaths(current.view.id).edit : null,
    found: { ok: true, data: null },
    save: query === "" || current !== undefined ? null : newViewPath(list.name, query),
  };
}

/** The page where a list's present state is saved. @param query of the list, with its "?" */
function newViewPath(name: string, query: string): string {
  return `${href("/views/new")}${query}&list=${name}`;
}
