import { href, type RouterContextProvider } from "react-router";
import type { Api } from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import { allows } from "../json-api/resource.ts";
import { settle } from "../json-api/settle.ts";
import {
  agentOf,
  apiOf,
  load,
  logFaults,
  notFound,
  permitted,
  recentReads,
  recordId,
} from "../session/session.server.ts";
import { keptWords } from "./kept-words.ts";
import { isListName, type ListName, type Parameters, savedLists } from "./lists.server.ts";
import { viewPaths } from "./saved-view.ts";
import { findView, listViews, type SavedView } from "./saved-views.server.ts";
import type { ViewedList } from "./view-page.tsx";
import type { ShownViews } from "./views-bar.tsx";

/** What a page about a state of a list knows of it. */
interface PresentState {
  readonly name: ListName;
  readonly parameters: Parameters;
  /** With its "?". */
  readonly query: string;
  /** The list in this state. */
  readonly list: ViewedList;
  /** What a view of it keeps, in words. */
  readonly kept: string;
}

type Context = Readonly<RouterContextProvider>;

const recentViews = recentReads<readonly SavedView[] | null>();

/** Views that stand side by side; the others are in a menu. */
const mostLinks = 6;

/**
 * The saved views of a list, for its page: begin before the list itself is awaited. The promise never rejects.
 * @returns what makes the links; its parameter is the list's present query string, with its "?", without the page
 * @param here the address of the list, or of another way to show it
 */
export async function loadViews(
  context: Context,
  name: ListName,
  here: string = savedLists[name].path,
): Promise<(query: string) => ShownViews | null> {
  const read = (api: Api) => recentViews(context, name, () => viewsOf(api, name));
  const found = await settle(apiOf(context), read, logFaults(context));
  return (query) => {
    if (!found.ok) return found.code === "missing" ? null : { links: [], more: [], edit: null, save: null, found };
    // The list is there where the service stores none.
    return found.data === null ? null : shownViews(found.data, name, here, query);
  };
}

/** Null where the service stores none, which is known for a moment like the views themselves. */
async function viewsOf(api: Api, name: ListName): Promise<readonly SavedView[] | null> {
  try {
    return await listViews(api, name);
  } catch (error) {
    if (error instanceof ApiError && error.kind === "missing") return null;
    throw error;
  }
}

function shownViews(views: readonly SavedView[], name: ListName, here: string, query: string): ShownViews {
  const own = views.filter(({ scope }) => scope === "personal");
  const links = [...own, ...views.filter((view) => !own.includes(view))].map((view) => ({
    view,
    query: viewQuery(view, name),
  }));
  const current = links.find((link) => link.query === query);
  const shown = links.map((link) => ({ label: link.view.name, href: here + link.query, isCurrent: link === current }));
  const all = { label: savedLists[name].all, href: here, isCurrent: query === "" && current === undefined };
  const [before, after] = [shown.slice(0, mostLinks), shown.slice(mostLinks)];
  return {
    links: links.length === 0 ? [] : [all, ...before, ...after.filter(({ isCurrent }) => isCurrent)],
    more: after.filter(({ isCurrent }) => !isCurrent),
    edit: current !== undefined && allows(current.view, "update") ? viewPaths(current.view.id).edit : null,
    found: { ok: true, data: null },
    save: query === "" || current !== undefined ? null : newViewPath(name, query),
  };
}

/** The query string of a view, with its "?": what the list can still read of it. */
function viewQuery({ parameters }: SavedView, name: ListName): string {
  return savedLists[name].queryOf(new URLSearchParams(parameters));
}

/** The page where a list's present state is saved. @param query of the list, with its "?" */
function newViewPath(name: ListName, query: string): string {
  return `${href("/views/new")}${query}&list=${name}`;
}

/** The state of the list that a page's address names in its parameter "list", clients without one. @throws 404 for an unknown list */
export function presentState(parameters: URLSearchParams): PresentState {
  return presentStateOf(parameters.get("list") ?? "clients", parameters);
}

/** The state of a list by the parameters of its address. @param name of the list @throws 404 for an unknown one */
export function presentStateOf(name: string, parameters: URLSearchParams): PresentState {
  if (!isListName(name)) throw notFound();
  const { title, path, queryOf } = savedLists[name];
  const query = queryOf(parameters);
  const read = new URLSearchParams(query);
  return {
    name,
    query,
    parameters: Object.fromEntries(read),
    list: { title, path: path + query },
    kept: keptWords(read, name),
  };
}

/** A view of an address, with its list in the view's state. @throws 404; 403 for those who may not change it */
export async function loadViewFor(
  action: "update" | "remove",
  context: Context,
  id: string,
): Promise<PresentState & { readonly view: SavedView }> {
  const view = await load(findView(apiOf(context), recordId(id)));
  const state = presentStateOf(view.list, new URLSearchParams(view.parameters));
  permitted(view, action, {
    refused: "You don't have permission to change views that everyone sees.",
    who: "Owners, admins and managers can.",
    back: { label: "Back to the list", href: state.list.path },
  });
  return { ...state, view };
}

/** Whether the current user may make views that everyone sees. */
export function mayShare(context: Context): boolean {
  return agentOf(context).can("views.manage");
}
