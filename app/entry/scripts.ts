import type { PageHandle } from "./page-handle.ts";

/**
 * How much script a page carries: none at all; the enhancer alone; or the whole app, which then hydrates.
 * The first page that a browser sees is never a hydrating one.
 */
export type Scripts = "none" | "enhanced" | "full";

export type ScriptsDecision = {
  readonly scripts: Scripts;
  /** Whether the enhancer may change it for the pages to come: not when somebody chose Lite or Full by hand. */
  readonly adaptive: boolean;
};

/** Set by the enhancer once the app's files are in the browser's cache. */
export const scriptsCookie = "lk_scripts";
/** Takes that cookie back: the browser runs no scripts any more. */
export const forgetScripts = `${scriptsCookie}=; Path=/; Max-Age=0; SameSite=Lax`;
/** The member of an address by which a page that would hydrate is asked for where no scripts run. */
const noScripts = "noscript";
/** "lite" or "full": chosen by hand. */
export const pinCookie = "lk_pin";

/** Decides once per request, from the routes that matched and what the browser said. */
export function decideScripts(handles: readonly PageHandle[], headers: Headers): ScriptsDecision {
  if (handles.some((handle) => handle.scripts === "none")) return { scripts: "none", adaptive: false };
  const cookies = headers.get("Cookie") ?? "";
  const pin = readCookie(cookies, pinCookie);
  if (pin === "lite") return { scripts: "enhanced", adaptive: false };
  if (pin === "full") return { scripts: "full", adaptive: false };
  if (headers.get("Save-Data") === "on") return { scripts: "enhanced", adaptive: false };
  const isFull = readCookie(cookies, scriptsCookie) === "full";
  return { scripts: isFull ? "full" : "enhanced", adaptive: true };
}

/** Whether a page is asked for by a browser that was given scripts and does not run them. */
export function runsNoScripts(address: string): boolean {
  return new URL(address).searchParams.has(noScripts);
}

/** Where such a browser finds the same page without them: path and query. Two slashes would lead to another site. */
export function pathWithoutScripts(address: string): string {
  const { pathname, searchParams } = new URL(address);
  searchParams.set(noScripts, "");
  return `${pathname.replace(/^\/+/, "/")}?${searchParams}`;
}

/** On https our cookies carry the `__Host-` prefix, except the enhancer's own. */
function readCookie(cookies: string, name: string): string | undefined {
  return new RegExp(`(?:^|;\\s*)(?:__Host-)?${name}=([^;\\s]*)`).exec(cookies)?.[1];
}
