import { href, type RouterContextProvider } from "react-router";
import { facePath } from "../client-pages/face.tsx";
import { offers } from "../json-api/service.ts";
import { findMember } from "../members/members.server.ts";
import { upstreamContext } from "../session/context.ts";
import type { CurrentUser } from "../session/current-user.ts";
import {
  agentOf,
  identityApiOf,
  isRecordsElsewhere,
  load,
  notOffered,
  requirePermission,
} from "../session/session.server.ts";

type Context = Readonly<RouterContextProvider>;

/** Whether somebody may have a photo of their own here. */
export function mayHavePhoto(context: Context, { can }: Pick<CurrentUser, "can">): boolean {
  const { identity } = context.get(upstreamContext);
  const isKept = !isRecordsElsewhere(context) && offers(identity.service, "accounts/members");
  return isKept && can("documents.create");
}

/** For those who may upload. @throws 403 */
export function requirePhotos(context: Context): void {
  const back = { label: "Dashboard", href: href("/dashboard") };
  requirePermission(context, "documents.create", "upload a photo", back);
}

/** The photo of the current user. @throws 501 where the service keeps none */
export async function loadOwnPhoto(context: Context) {
  if (isRecordsElsewhere(context)) throw notOffered("photos of people");
  const { person } = agentOf(context);
  const { profilePicture, etag } = await load(findMember(identityApiOf(context), person.id));
  const [, pictureId] = /^\/api\/pictures\/([0-9a-f-]{36})$/.exec(profilePicture?.url ?? "") ?? [];
  return { person, picture: pictureId === undefined ? null : facePath(pictureId), etag };
}
