import { randomUUID } from "node:crypto";
import { isUuid } from "../json-api/record.ts";
import { memberForm } from "./longest-form.ts";
import type { RequestSession } from "./request-session.server.ts";
import type { DeviceOwner } from "./store.ts";

/**
 * Browsers in which someone was signed in before. They have counts of their own for attempts to sign in and to be emailed, which
 * no stranger can use up. The cookie signs nobody in, and nobody can read from it who was signed in.
 */
const cookie = "latchkey_device";

/** In seconds. */
const life = 365 * 24 * 60 * 60;

/** People who share a browser. */
const mostOwners = 4;

/** One for each owner: the id of the upstream's session that began there last, and marks of it. */
interface KnownDevice {
  readonly id: string;
  readonly mark: string;
  readonly ownersMark: string;
}

/** Letters of base64url: 16 bytes, and two marks. */
const entryPattern = /([\w-]{22})([\w-]{12})([\w-]{12})/g;

/** Remembers that this owner was signed in here. @param sessionId the upstream's id of their session */
export function rememberDevice(requestSession: RequestSession, owner: DeviceOwner, sessionId: string): void {
  const { knownDevices } = requestSession.store;
  const id = isUuid(sessionId) ? sessionId.toLowerCase() : randomUUID();
  const others = readDevices(requestSession).filter((device) => !isOf(requestSession, owner, device));
  const own = { id, mark: knownDevices.markOf(id, null), ownersMark: knownDevices.markOf(id, owner) };
  const text = [own, ...others].slice(0, mostOwners).map(writeDevice).join("");
  requestSession.setCookie(cookie, text, life);
}

/** The id of this browser for an owner, a UUID that only it knows; null where they were never signed in. */
export function knownDevice(requestSession: RequestSession, owner: DeviceOwner): string | null {
  return readDevices(requestSession).find((device) => isOf(requestSession, owner, device))?.id ?? null;
}

/** Lets a form that is sent after the session has ended be as long as before, so that it can be kept. */
export function allowLongForms(requestSession: RequestSession): void {
  const { knownDevices } = requestSession.store;
  const isKnown = readDevices(requestSession).some(({ id, mark }) => knownDevices.isMark(id, null, mark));
  if (isKnown) requestSession.formLimits = memberForm;
}

function isOf({ store }: RequestSession, owner: DeviceOwner, { id, ownersMark }: KnownDevice): boolean {
  return store.knownDevices.isMark(id, owner, ownersMark);
}

function readDevices(requestSession: RequestSession): readonly KnownDevice[] {
  const text = requestSession.readCookie(cookie) ?? "";
  const entries = [...text.matchAll(entryPattern)].slice(0, mostOwners);
  return entries.map(([, id = "", mark = "", ownersMark = ""]) => ({ id: readId(id), mark, ownersMark }));
}

function readId(letters: string): string {
  const digits = Buffer.from(letters, "base64url").toString("hex");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

function writeDevice({ id, mark, ownersMark }: KnownDevice): string {
  return Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url") + mark + ownersMark;
}
