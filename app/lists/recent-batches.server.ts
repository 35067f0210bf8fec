import type { RouterContextProvider } from "react-router";
import * as z from "zod/mini";
import { batchPath, batchUndoPath } from "../action-paths.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { agentOf } from "../session/session.server.ts";
import { formatCount } from "../ui/number-format.ts";
import type { RecentBatch } from "./selection.ts";

/**
 * The newest change of several records of each list, for as long as it can be undone. The browser keeps it, so that lists need
 * not ask the service for it.
 */

type Context = Readonly<RouterContextProvider>;

const cookie = "latchkey_batches";
const minute = 60_000;
/** How long a change can be undone. */
const life = 10 * minute;
const longest = 160;
/** Each property has a list of findings; a cookie does not hold what was done on all of them. */
const mostNotes = 6;

const notes = z.array(
  z.object({
    id: z.uuid(),
    /** The address of its list, without search and filters. */
    path: z.string(),
    text: z.string().check(z.maxLength(longest)),
    /** In milliseconds since 1970. */
    madeAt: z.number(),
    isUndoable: z.boolean(),
    // Another person may sign in with the same browser.
    accountId: z.string(),
    workspaceId: z.string(),
  }),
);
type Note = z.output<typeof notes>[number];

/** @param text what was done, as a sentence; `isUndoable`: whether it is done, and not under way */
export function noteBatch(context: Context, made: Pick<Note, "id" | "path" | "text" | "isUndoable">): void {
  const { person, workspace } = agentOf(context);
  const text = made.text.slice(0, longest).toWellFormed();
  const note = { ...made, text, madeAt: Date.now(), accountId: person.id, workspaceId: workspace.id };
  write(context, [note, ...read(context).filter(({ path }) => path !== made.path)].slice(0, mostNotes));
}

/** It was undone. */
export function forgetBatch(context: Context, id: string): void {
  const kept = read(context);
  const others = kept.filter((note) => note.id !== id);
  if (others.length < kept.length) write(context, others);
}

/** The newest of a list; null while a toast says the same. @param path the list's address, without search and filters */
export function recentBatch(context: Context, path: string): RecentBatch | null {
  const requestSession = context.get(requestSessionContext);
  if (requestSession.readCookie(requestSession.area.cookies.toast) !== null) return null;
  const found = read(context).find((note) => note.path === path);
  if (found === undefined) return null;
  const minutes = Math.floor((Date.now() - found.madeAt) / minute);
  const when = minutes === 0 ? "less than a minute ago" : `${formatCount(minutes, "minute")} ago`;
  return {
    text: `${found.text.replace(/\.$/, "")} ${when}.`,
    path: batchPath(found.id),
    undo: found.isUndoable ? batchUndoPath(found.id) : null,
  };
}

/** The current user's own that are not too old. */
function read(context: Context): Note[] {
  const { person, workspace } = agentOf(context);
  const text = context.get(requestSessionContext).readCookie(cookie);
  const kept = text === null ? [] : parse(Buffer.from(text, "base64url").toString("utf8"));
  const oldest = Date.now() - life;
  return kept.filter(
    ({ accountId, workspaceId, madeAt }) =>
      accountId === person.id && workspaceId === workspace.id && madeAt > oldest && madeAt <= Date.now(),
  );
}

function parse(text: string): Note[] {
  try {
    return notes.safeParse(JSON.parse(text)).data ?? [];
  } catch {
    return [];
  }
}

function write(context: Context, kept: readonly Note[]): void {
  const requestSession = context.get(requestSessionContext);
  if (kept.length === 0) requestSession.clearCookie(cookie);
  else requestSession.setCookie(cookie, Buffer.from(JSON.stringify(kept)).toString("base64url"), life / 1000);
}
