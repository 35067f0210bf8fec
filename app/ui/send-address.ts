import { createContext, useContext } from "react";
import { useLocation } from "react-router";
import { useOwnAddress } from "./own-address.ts";

/** Whether the page is one without any script. */
export const ScriptlessContext = createContext(false);

/** In the query of the address to which a page without scripts sends its own form. */
const mark = "sending";

function useTarget(action?: string): string {
  const own = useOwnAddress();
  return action ?? own;
}

function useMarkedTarget(action?: string): string {
  const isScriptless = useContext(ScriptlessContext);
  const { pathname, search } = useLocation();
  const target = useTarget(action);
  if (!isScriptless || target !== pathname + search) return target;
  const query = new URLSearchParams(search);
  const isMarked = query.has(mark);
  query.delete(mark);
  if (!isMarked) query.set(mark, "");
  return query.size === 0 ? pathname : `${pathname}?${query}`;
}

/**
 * Where a form is sent, which on a page without scripts is never the page's own address: without a line browsers put their error
 * in the place of a page with the same address, and Back would lead past the form and what was typed into it. A browser that runs
 * this has scripts, so that its copy knows no mark. Takes the form's action; default: the page's own address.
 */
export const useSendAddress: (action?: string) => string = import.meta.env.SSR ? useMarkedTarget : useTarget;

/** The path and the query of a page, wherever its form was sent. */
export function pageAddress({ pathname, search }: Pick<URL, "pathname" | "search">): string {
  const query = new URLSearchParams(search);
  if (!query.has(mark)) return pathname + search;
  query.delete(mark);
  return query.size === 0 ? pathname : `${pathname}?${query}`;
}
