import type { RouterContextProvider } from "react-router";
import type { ToastMessage } from "../ui/toast.tsx";
import { isPageOnly } from "./asked-by-person.server.ts";
import { requestSessionContext } from "./request-session.server.ts";

/** In seconds. */
const life = 60;
const longest = 300;

type Context = Readonly<RouterContextProvider>;

/** Shows this once on the next page. */
export function setToast(context: Context, text: string): void {
  const value = Buffer.from(text.slice(0, longest).toWellFormed()).toString("base64url");
  const requestSession = context.get(requestSessionContext);
  requestSession.setCookie(requestSession.area.cookies.toast, value, life);
}

/** For the root loader: the toast of this page, which no other page shows again. */
export function takeToast(context: Context): ToastMessage | null {
  const requestSession = context.get(requestSessionContext);
  if (!isPageOnly(requestSession.request)) return null;
  const value = requestSession.readCookie(requestSession.area.cookies.toast);
  if (value === null) return null;
  requestSession.clearCookie(requestSession.area.cookies.toast);
  const text = Buffer.from(value, "base64url").toString("utf8");
  return text === "" || text.length > longest ? null : { text };
}
