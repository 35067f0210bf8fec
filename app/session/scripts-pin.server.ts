import type { RouterContextProvider } from "react-router";
import { pinCookie, scriptsCookie } from "../entry/scripts.ts";
import { requestSessionContext } from "./request-session.server.ts";

type Context = Readonly<RouterContextProvider>;

/** A page mode that the person chose: how much script pages have. */
export type Pin = "lite" | "full";

/** A year, in seconds. */
const life = 365 * 24 * 60 * 60;

/** The chosen page mode; null: by the connection. */
export function readPin(context: Context): Pin | null {
  const pin = context.get(requestSessionContext).readCookie(pinCookie);
  return pin === "lite" || pin === "full" ? pin : null;
}

export function setPin(context: Context, pin: Pin): void {
  context.get(requestSessionContext).setCookie(pinCookie, pin, life);
}

/** Goes by the connection again, from the start: the next page is a light one. */
export function clearPin(context: Context): void {
  const requestSession = context.get(requestSessionContext);
  requestSession.clearCookie(pinCookie);
  requestSession.clearScriptCookie(scriptsCookie);
}
