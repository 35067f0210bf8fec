import type { RouterContextProvider } from "react-router";
import { requestSessionContext } from "./request-session.server.ts";

type Context = Readonly<RouterContextProvider>;

export type ScriptsChoice = "lite" | "full";

/** Set by the enhancer once the app's files are in the browser's cache. */
export const scriptsCookie = "lk_scripts";
/** "lite" or "full": the page mode that the user chose. */
export const choiceCookie = "lk_pin";

/** A year, in seconds. */
const life = 365 * 24 * 60 * 60;

/** The chosen page mode; null: by the connection. */
export function readScriptsChoice(context: Context): ScriptsChoice | null {
  const choice = context.get(requestSessionContext).readCookie(choiceCookie);
  return choice === "lite" || choice === "full" ? choice : null;
}

export function setScriptsChoice(context: Context, choice: ScriptsChoice): void {
  context.get(requestSessionContext).setCookie(choiceCookie, choice, life);
}

/** Goes by the connection again, from the start: the next page is a light one. */
export function clearScriptsChoice(context: Context): void {
  const requestSession = context.get(requestSessionContext);
  requestSession.clearCookie(choiceCookie);
  requestSession.clearScriptCookie(scriptsCookie);
}
