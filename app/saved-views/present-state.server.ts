import type { RouterContextProvider } from "react-router";
import { findView, type SavedView } from "../lists/saved-views.server.ts";
import { recordKindsContext } from "../record-kind.ts";
import { agentOf, apiOf, load, notFound, permitted, recordId } from "../session/session.server.ts";
import type { ViewedList } from "./view-page.tsx";

/** What a page about a state of a list knows of it. */
interface PresentState {
  readonly name: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** With its "?". */
  readonly query: string;
  /** The list in this state. */
  readonly list: ViewedList;
  /** What a view of it keeps, in words. */
  readonly kept: string;
}

type Context = Readonly<RouterContextProvider>;

/** The state of the list that a page's address names in its parameter "list", clients without one. @throws 404 for an unknown list */
export function presentState(context: Context, parameters: URLSearchParams): PresentState {
  return presentStateOf(context, parameters.get("list") ?? "clients", parameters);
}

/** The state of a list by the parameters of its address. @param name of the list @throws 404 for an unknown one */
export function presentStateOf(context: Context, name: string, parameters: URLSearchParams): PresentState {
  const lists = context.get(recordKindsContext).flatMap(({ list }) => list ?? []);
  const found = lists.find((list) => list.name === name);
  if (found === undefined) throw notFound();
  const { title, path, queryOf } = found;
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
  const state = presentStateOf(context, view.list, new URLSearchParams(view.parameters));
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

const words = new Intl.ListFormat("en", { type: "conjunction" });

/** What is said of a parameter; those that are not named are filters by their own names. */
const named: Readonly<Record<string, string>> = {
  sort: "the order",
  agent: "the agent",
  client: "the client",
  whose: "the assignee",
  due: "the deadline",
  fits: "what it fits",
  from: "the least budget",
  to: "the greatest budget",
  quiet: "the time without activity",
  archived: "archived ones",
};

/** What differs on some lists. */
const namedOn: Readonly<Record<string, typeof named>> = {
  activity: { from: "the first day", until: "the last day" },
  calendar: { whose: "the agent" },
};

/** What a view keeps, as in "the search “lee”, the agent, and the order". @param parameters of the list's address @param list as services call it */
function keptWords(parameters: URLSearchParams, list: string): string {
  const parts = [...parameters].map(([name, value]) =>
    name === "q" ? `the search “${value}”` : (namedOn[list]?.[name] ?? named[name] ?? `the ${name}`),
  );
  return parts.length === 0 ? "no search, filters or order" : words.format(parts);
}
