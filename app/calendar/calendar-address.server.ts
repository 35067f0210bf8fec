import { href, type RouterContextProvider } from "react-router";
import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { required } from "../json-api/api-error.ts";
import { path } from "../json-api/path.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { settingsContext } from "../session/context.ts";
import { agentOf } from "../session/session.server.ts";
import { keepVisitorState, readVisitorState } from "../session/visitor-state.server.ts";
import { entry } from "./calendar.server.ts";

type Context = Readonly<RouterContextProvider>;

/** The address at which the current user's own calendar reads what is theirs: the only file that names its JSON:API types. */

const address = resource("calendar_address", {
  insertedAt: z.nullable(z.string()),
  token: z.optional(z.nullable(z.string())),
});
const feed = resource("calendar_feed", {
  workspaceName: z.nullable(z.string()),
  entries: z.array(z.extend(entry, { place: z.nullable(z.string()), sequence: z.number(), updatedAt: z.string() })),
});

/** Since when there is an address; null without one. @throws ApiError "missing" where the service has no such calls */
export async function findAddress(api: Api): Promise<string | null> {
  return (await api.find("/calendar_address", address, { failure: "Failed to fetch the address" })).insertedAt;
}

/** Makes an address; the one before ends. Without a key: a service keeps its answers to those, and this one is a secret. @returns its token, told once */
export async function renewAddress(api: Api): Promise<string> {
  const failure = "Failed to make the address";
  const made = required(await api.act("/calendar_address", address, {}, { failure }), failure);
  return required(made.token ?? null, failure);
}

/** Ends the address; again is a no-op. */
export async function endAddress(api: Api, key: string): Promise<void> {
  await api.remove("/calendar_address", { key, failure: "Failed to end the address" });
}

/** What is on the calendar of whoever has an address. @throws ApiError "missing" for one that is nobody's */
export function findFeed(api: Api, token: string): Promise<RecordOf<typeof feed>> {
  return api.find(path`/calendar_feeds/${token}`, feed, { failure: "Failed to fetch the calendar" });
}

/** How long a new address is shown, in milliseconds. */
const life = 10 * 60_000;

const nameIn = (context: Context) => `own calendar ${agentOf(context).workspace.id}`;

/** Keeps a new address with the session, encrypted: the service tells it once. Null forgets it. */
export async function keepToken(context: Context, token: string | null): Promise<void> {
  const name = nameIn(context);
  const { [name]: _before, ...others } = await readVisitorState(context);
  await keepVisitorState(context, {
    ...others,
    ...(token === null ? {} : { [name]: `${Date.now() + life} ${token}` }),
  });
}

/** The whole address, for ten minutes after it was made in this session; else null. */
export async function keptAddress(context: Context): Promise<string | null> {
  const [until = "", token] = (await readVisitorState(context))[nameIn(context)]?.split(" ") ?? [];
  if (token === undefined || Number.parseInt(until, 10) < Date.now()) return null;
  return context.get(settingsContext).publicOrigin + href("/calendar/feeds/:token/calendar.ics", { token });
}
