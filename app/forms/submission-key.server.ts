import { createHash } from "node:crypto";
import type { RouterContextProvider } from "react-router";
import { requestSessionContext } from "../session/request-session.server.ts";
import { findCurrentUser } from "../session/session.server.ts";
import type { SubmissionKey } from "../session/store.ts";
import { versionOf } from "./form-start.server.ts";
import { digestOf, uuidOf } from "./idempotent-write.server.ts";

type Context = Readonly<RouterContextProvider>;

/** What tells one send of a form from another: its key and everything that it says. */
export interface SentForm {
  readonly key: string;
  readonly content: unknown;
}

/**
 * What counts as the same send of a form. The same change of the same version is one and the same, whichever copy of
 * the form it comes from. A version alone names no record, as a service may count each record's from 1: the page does,
 * in the workspace.
 * @param workspaceId the workspace in which the form was shown; the current user's when not given
 */
export function submissionOf(
  context: Context,
  key: string,
  content: unknown,
  workspaceId = workspaceOf(context),
): SentForm {
  const version = versionOf(key);
  if (version === null) return { key, content };
  return { key: uuidOf([workspaceId, context.get(requestSessionContext).url.pathname, version, content]), content };
}

function workspaceOf(context: Context): string {
  return findCurrentUser(context)?.workspace?.id ?? "";
}

/** The claim of this request's person, or of the visitor's session, on a form of this page. */
export function submissionKeyOf(context: Context, { key, content }: SentForm): SubmissionKey {
  const { url } = context.get(requestSessionContext);
  return { owner: ownerOf(context), key, digest: digestOf([url.pathname, content]) };
}

/** Keys belong to somebody: nobody is led where somebody else's form led. */
function ownerOf(context: Context): string {
  const member = findCurrentUser(context);
  if (member !== null) return member.person.id;
  const { id } = context.get(requestSessionContext);
  if (id === null) throw new Error("A form without a session has nobody to whom its key belongs.");
  return `visitor ${createHash("sha256").update(id).digest("base64url")}`;
}
