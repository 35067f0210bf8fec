import { createHash } from "node:crypto";
import type { RouterContextProvider } from "react-router";
import { isUuid } from "../json-api/record.ts";
import { requestSessionContext } from "./request-session.server.ts";
import { findCurrentUser, markedPerson } from "./session.server.ts";
import type { DeviceKeys } from "./store.ts";

/** Whether this device keeps pages and forms of the current user, who has said that it is theirs. */

type Context = Readonly<RouterContextProvider>;

/** For each person who has said so, the device's id and our mark of both: it opts nobody else in who signs in there. */
const cookie = "latchkey_kept";

/** A year, in seconds. */
const life = 365 * 24 * 60 * 60;

/** A UUID and a mark. */
const entryPattern = /([\da-f-]{36})([\w-]{12})/g;
const mostPeople = 4;

/**
 * Whose pages the device keeps: the current user as their forms name them, and the open workspace. Null for everybody who has not said
 * that this is their device.
 */
export function keptOwner(context: Context): string | null {
  const user = findCurrentUser(context);
  if (user?.kind !== "agent" || user.workspace === null || keptDeviceId(context) === null) return null;
  return `${markedPerson(context)}/${user.workspace.id}`;
}

/** A short name of an owner, by which a page says to the worker whose it is. */
export function ownerToken(owner: string): string {
  return createHash("sha256").update(owner).digest("base64url").slice(0, 12);
}

/** The id of this device where it keeps pages of the current user; null where it does not. */
export function keptDeviceId(context: Context): string | null {
  const personId = findCurrentUser(context)?.person.id;
  return personId === undefined ? null : (readEntries(context).find(isOf(context, personId))?.id ?? null);
}

/** From now on this device keeps pages and forms of a person. */
export async function keepDevice(context: Context, personId: string): Promise<void> {
  const { store, origin } = context.get(requestSessionContext);
  const id = await store.keptDevices.keep(personId, origin.device);
  writeEntries(context, personId, { id, mark: store.keptDevices.markOf(id, personId) });
}

/** This device keeps nothing of the current user any more. */
export async function stopKeeping(context: Context): Promise<void> {
  const id = keptDeviceId(context);
  const personId = findCurrentUser(context)?.person.id;
  if (id === null || personId === undefined) return;
  await context.get(requestSessionContext).store.keptDevices.forget(personId, id);
  writeEntries(context, personId, null);
}

/** What this device is to the current user: nothing, theirs, or one that they have told to forget everything. */
export type MetDevice = "nothing" | "forgotten" | (DeviceKeys & { readonly id: string });

/**
 * Meets this device, for whom it keeps pages.
 * @param named the id that its worker remembers: browsers may lose the cookie, and with it nothing that waits
 */
export async function meetDevice(context: Context, named: string | null): Promise<MetDevice> {
  const id = keptDeviceId(context) ?? named;
  const personId = findCurrentUser(context)?.person.id;
  if (id === null || !isUuid(id) || personId === undefined) return "nothing";
  const { keptDevices } = context.get(requestSessionContext).store;
  const keys = await keptDevices.meet(id, personId);
  writeEntries(context, personId, keys === null ? null : { id, mark: keptDevices.markOf(id, personId) });
  return keys === null ? "forgotten" : { id, ...keys };
}

interface Entry {
  readonly id: string;
  readonly mark: string;
}

function readEntries(context: Context): readonly Entry[] {
  const text = context.get(requestSessionContext).readCookie(cookie) ?? "";
  return [...text.matchAll(entryPattern)].slice(0, mostPeople).map(([, id = "", mark = ""]) => ({ id, mark }));
}

const isOf =
  (context: Context, personId: string) =>
  ({ id, mark }: Entry): boolean =>
    context.get(requestSessionContext).store.keptDevices.isMark(id, personId, mark);

/** Replaces a person's entry; the others stay. */
function writeEntries(context: Context, personId: string, own: Entry | null): void {
  const isOwn = isOf(context, personId);
  const others = readEntries(context).filter((entry) => !isOwn(entry));
  const entries = [...(own === null ? [] : [own]), ...others].slice(0, mostPeople);
  const requestSession = context.get(requestSessionContext);
  requestSession.setCookie(cookie, entries.map(({ id, mark }) => id + mark).join(""), entries.length === 0 ? 0 : life);
}
