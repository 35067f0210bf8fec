import type { RouterContextProvider } from "react-router";
import type { ToastMessage } from "../ui/toast.tsx";
import { visitContext } from "./visit.server.ts";

const toastCookie = "lk_toast";
/** In seconds: the next page takes it, or nobody. */
const life = 60;
const longest = 300;

type Context = Readonly<RouterContextProvider>;

/** Has the next page say this once. */
export function setToast(context: Context, text: string): void {
  const value = Buffer.from(text.slice(0, longest).toWellFormed()).toString("base64url");
  context.get(visitContext).setCookie(toastCookie, value, life);
}

/** For the root loader: what this page has to say, which no other page will say again. */
export function takeToast(context: Context): ToastMessage | null {
  const visit = context.get(visitContext);
  // A page that is fetched ahead may never be seen.
  if (visit.request.method !== "GET" || visit.request.headers.has("Sec-Purpose")) return null;
  const value = visit.readCookie(toastCookie);
  if (value === null) return null;
  visit.clearCookie(toastCookie);
  const text = Buffer.from(value, "base64url").toString("utf8");
  return text === "" || text.length > longest ? null : { text };
}
