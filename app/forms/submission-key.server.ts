import { createHash } from "node:crypto";
import type { RouterContextProvider } from "react-router";
import { type RequestSession, requestSessionContext } from "../session/request-session.server.ts";
import { findCurrentUser } from "../session/session.server.ts";
import type { RecordChange, SubmissionKey } from "../session/store.ts";
import { pageAddress } from "../ui/send-address.ts";
import { etagOf, versionOf } from "./form-start.server.ts";
import { digestOf, uuidOf } from "./idempotent-write.server.ts";

type Context = Readonly<RouterContextProvider>;

/** What tells one send of a form from another: its key and everything that it says. */
export interface SentForm {
  readonly key: string;
  readonly content: unknown;
  readonly change: RecordChange;
}

/**
 * What counts as the same send of a form. The same change of the same version is one and the same, whichever copy of
 * the form it comes from, until another form about the record was written: by a service whose versions repeat, the record
 * may have the same version again. A version alone names no record, as a service may count each record's from 1: the page
 * does, in the workspace or the portal.
 * @param place the workspace in which the form was shown, or in the portal the client; the current user's when not given
 */
export async function submissionOf(
  context: Context,
  key: string,
  content: unknown,
  place = placeOf(context),
): Promise<SentForm> {
  const requestSession = context.get(requestSessionContext);
  const { page, record: about } = aboutOf(requestSession);
  const record = digestOf([place, about]);
  const version = versionOf(key);
  if (version === null) return { key, content, change: { record, id: key } };
  const id = uuidOf([place, page, version, content]);
  const latest = etagOf(version) === null ? null : await requestSession.store.submissions.latest(record);
  if (latest === null) return { key: id, content, change: { record, id } };
  return { key: latest.id === id ? latest.key : uuidOf([id, latest.key]), content, change: { record, id } };
}

/** The same form for the record that has the same version again, though the form was written. */
export function sentAnew({ key, ...sent }: SentForm): SentForm {
  return { ...sent, key: uuidOf([sent.change.id, key]) };
}

/**
 * What names the page of a form, and the record that it is about: by the last id of its address, or by the one in its query, as in
 * "?record=5f…" and "?about=client.5f…".
 */
function aboutOf({ url, pattern }: RequestSession): { readonly page: string; readonly record: string } {
  const last = pattern.split("/").findLastIndex((part) => /^:(id|\w+Id)$/.test(part));
  if (last !== -1) return { page: url.pathname, record: url.pathname.split("/")[last] ?? url.pathname };
  const page = pageAddress(url);
  const named = url.searchParams.get("record") ?? url.searchParams.get("about");
  return { page, record: named === null ? page : named.slice(named.indexOf(".") + 1) };
}

function placeOf(context: Context): string {
  const user = findCurrentUser(context);
  return user?.portal?.clientId ?? user?.workspace?.id ?? "";
}

/** The claim of this request's person, or of the visitor's session, on a form of this page. */
export function submissionKeyOf(context: Context, { key, content, change }: SentForm): SubmissionKey {
  const { url } = context.get(requestSessionContext);
  return { owner: ownerOf(context), key, digest: digestOf([url.pathname, content]), change };
}

/** Keys belong to somebody: nobody is led where somebody else's form led. */
function ownerOf(context: Context): string {
  const member = findCurrentUser(context);
  if (member !== null) return member.person.id;
  const { id } = context.get(requestSessionContext);
  if (id === null) throw new Error("A form without a session has nobody to whom its key belongs.");
  return `visitor ${createHash("sha256").update(id).digest("base64url")}`;
}
