import type { RouterContextProvider } from "react-router";
import { href } from "react-router";
import { settingsContext } from "../session/context.ts";
import type { Session } from "../session/store.ts";
import { keepVisitorState, readVisitorState } from "../session/visitor-state.server.ts";

type Context = Readonly<RouterContextProvider>;

/** How long the URL of a new link is shown, in milliseconds. */
const life = 10 * 60_000;

/** One entry for each link, named by its id: when it ends, in milliseconds since 1970, and the link's token. */
const prefix = "link ";

/**
 * Keeps the URL of a new link with its creator's session, encrypted, for ten minutes, so that a reload or a second click shows
 * it too. The service gives it only once.
 */
export async function keepNewLinkAddress(context: Context, linkId: string, token: string | null): Promise<void> {
  if (token === null) return;
  const visitorState = withoutEnded(await readVisitorState(context));
  await keepVisitorState(context, { ...visitorState, [prefix + linkId]: `${Date.now() + life} ${token}` });
}

/** The whole URL of a link that was just created in this session; null for any other. */
export async function takeNewLinkAddress(context: Context, linkId: string): Promise<string | null> {
  const visitorState = await readVisitorState(context);
  const live = withoutEnded(visitorState);
  if (Object.keys(live).length < Object.keys(visitorState).length) await keepVisitorState(context, live);
  const [, token] = live[prefix + linkId]?.split(" ") ?? [];
  return token === undefined ? null : context.get(settingsContext).publicOrigin + href("/shared/:token", { token });
}

function withoutEnded(visitorState: Session["visitorState"]): Session["visitorState"] {
  const hasEnded = ([name, entry]: [string, string]) =>
    name.startsWith(prefix) && Number.parseInt(entry, 10) < Date.now();
  return Object.fromEntries(Object.entries(visitorState).filter((entry) => !hasEnded(entry)));
}
