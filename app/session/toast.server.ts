import type { RouterContextProvider } from "react-router";
import type { ToastMessage } from "../ui/toast.tsx";
import { requestSessionContext } from "./request-session.server.ts";

const toastCookie = "lk_toast";
/** In seconds: the next page takes it, or nobody. */
const life = 60;
const longest = 300;

type Context = Readonly<RouterContextProvider>;

/** Has the next page say this once. */
export function setToast(context: Context, text: string): void {
  const value = Buffer.from(text.slice(0, longest).toWellFormed()).toString("base64url");
  context.get(requestSessionContext).setCookie(toastCookie, value, life);
}

/** For the root loader: what this page has to say, which no other page will say again. */
export function takeToast(context: Context): ToastMessage | null {
  const requestSession = context.get(requestSessionContext);
  // A page that is fetched ahead may never be seen.
  if (requestSession.request.method !== "GET" || requestSession.request.headers.has("Sec-Purpose")) return null;
  const value = requestSession.readCookie(toastCookie);
  if (value === null) return null;
  requestSession.clearCookie(toastCookie);
  const text = Buffer.from(value, "base64url").toString("utf8");
  return text === "" || text.length > longest ? null : { text };
}
