import type { RouterContextProvider } from "react-router";
import * as z from "zod/mini";
import { isPageOnly } from "./asked-by-person.server.ts";
import { askedByWorker } from "./asked-by-worker.ts";
import { type RequestSession, requestSessionContext } from "./request-session.server.ts";
import type { ToastUndo } from "./store.ts";

/** In seconds. */
const life = 60;
/** The same of what a device has sent by itself: nobody may be looking. */
const laterLife = 24 * 60 * 60;
const longest = 300;
/** Between the text and the rest: no text has it. */
const separator = "\0";

type Context = Readonly<RouterContextProvider>;

/** A toast as it was set. */
export interface TakenToast {
  readonly text: string;
  readonly undo: ToastUndo | null;
  readonly open: string | null;
}

/** On this site: no host may follow. */
const address = z.string().check(z.regex(/^\/[\w-]/));

const undoSchema = z.object({
  action: address,
  fields: z.record(z.string(), z.string()),
});

/**
 * Shows this once on the next page. What a device sends by itself is told together, without buttons, which would be one form's.
 * @param undo what its button takes back @param open where its link leads
 */
export function setToast(context: Context, text: string, undo?: ToastUndo, open?: string): void {
  const requestSession = context.get(requestSessionContext);
  const isLater = askedByWorker(requestSession.request.headers) === "send";
  const before = isLater ? readToast(requestSession)?.text : undefined;
  const shown = [before, text].filter((part) => part !== undefined).join(" ");
  const buttons = before === undefined ? [undo === undefined ? "" : JSON.stringify(undo), open ?? ""] : ["", ""];
  const parts = [shown.slice(0, longest).toWellFormed().replaceAll(separator, ""), ...buttons];
  const value = Buffer.from(parts.join(separator)).toString("base64url");
  requestSession.setCookie(requestSession.area.cookies.toast, value, isLater ? laterLife : life);
}

/** For the root loader: the toast of this page, which no other page shows again. */
export function takeToast(context: Context): TakenToast | null {
  const requestSession = context.get(requestSessionContext);
  if (!isPageOnly(requestSession.request)) return null;
  if (requestSession.readCookie(requestSession.area.cookies.toast) === null) return null;
  requestSession.clearCookie(requestSession.area.cookies.toast);
  return readToast(requestSession);
}

function readToast(requestSession: RequestSession): TakenToast | null {
  const value = requestSession.readCookie(requestSession.area.cookies.toast);
  if (value === null) return null;
  const [text = "", undo = "", open = ""] = Buffer.from(value, "base64url").toString("utf8").split(separator);
  if (text === "" || text.length > longest) return null;
  return { text, undo: readUndo(undo), open: address.safeParse(open).data ?? null };
}

function readUndo(text: string): ToastUndo | null {
  try {
    return undoSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
