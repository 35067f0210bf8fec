import { choiceCookie, scriptsCookie } from "../session/scripts-choice.server.ts";
import type { Scripts } from "../ui/document-parts.ts";
import type { PageHandle } from "./page-handle.ts";

export type ScriptsDecision = {
  readonly scripts: Scripts;
  /** Whether the enhancer may change it for later pages: not when the user chose a page mode. */
  readonly adaptive: boolean;
};

/** Deletes that cookie for browsers without scripts. */
export const forgetScripts = `${scriptsCookie}=; Path=/; Max-Age=0; SameSite=Lax`;
/** The query parameter with which browsers without scripts request a page that would hydrate. */
const noScripts = "noscript";

/** Decides by the matched routes and the request's headers. */
export function decideScripts(handles: readonly PageHandle[], headers: Headers): ScriptsDecision {
  if (handles.some((handle) => handle.scripts === "none")) return { scripts: "none", adaptive: false };
  if (handles.some((handle) => handle.scripts === "enhanced")) return { scripts: "enhanced", adaptive: false };
  const cookies = headers.get("Cookie") ?? "";
  const choice = readCookie(cookies, choiceCookie);
  if (choice === "lite") return { scripts: "enhanced", adaptive: false };
  if (choice === "full") return { scripts: "full", adaptive: false };
  if (headers.get("Save-Data") === "on") return { scripts: "enhanced", adaptive: false };
  const isFull = readCookie(cookies, scriptsCookie) === "full";
  return { scripts: isFull ? "full" : "enhanced", adaptive: true };
}

/** Whether the request comes from a browser that got scripts and does not run them. */
export function runsNoScripts(address: string): boolean {
  return new URL(address).searchParams.has(noScripts);
}

/** The path and query of the same page for such a browser. Two leading slashes would be another site. */
export function pathWithoutScripts(address: string): string {
  const { pathname, searchParams } = new URL(address);
  searchParams.set(noScripts, "");
  return `${pathname.replace(/^\/+/, "/")}?${searchParams}`;
}

/** On https our cookies carry the `__Host-` prefix, except the enhancer's own. */
function readCookie(cookies: string, name: string): string | undefined {
  const pairs = cookies.split(";").map((pair) => pair.trim().replace("__Host-", ""));
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
