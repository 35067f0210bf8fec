import type { RouterContextProvider } from "react-router";
import { settingsContext } from "../session/context.ts";
import { keepNotes, readNotes } from "../session/notes.server.ts";
import { sharedPath } from "./share-link.ts";

type Context = Readonly<RouterContextProvider>;

/** How long the address of a new link can be seen by whoever made it, in milliseconds. */
const life = 10 * 60_000;

/**
 * Keeps the address of a link for whoever just made it, with their session: encrypted, for ten minutes, so that a reload or a
 * second click shows it too. The service itself tells it once.
 */
export async function keepAddress(context: Context, linkId: string, token: string | null): Promise<void> {
  if (token === null) return;
  await keepNotes(context, { linkId, linkToken: token, linkTokenEnds: String(Date.now() + life) });
}

/** The whole address of a link that was just made here; null for any other. */
export async function tellAddress(context: Context, linkId: string): Promise<string | null> {
  const notes = await readNotes(context);
  if (notes.linkToken === undefined) return null;
  if (Number(notes.linkTokenEnds) < Date.now()) {
    await keepNotes(context, {});
    return null;
  }
  return notes.linkId === linkId ? context.get(settingsContext).publicOrigin + sharedPath(notes.linkToken) : null;
}
