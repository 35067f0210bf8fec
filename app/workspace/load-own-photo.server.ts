import { data, href, type RouterContextProvider } from "react-router";
import { facePath } from "../client-pages/face.tsx";
import { findMember } from "../members/members.server.ts";
import {
  agentOf,
  identityApiOf,
  isRecordsElsewhere,
  loadOffered,
  requirePermission,
} from "../session/session.server.ts";

type Context = Readonly<RouterContextProvider>;

const lacking = "The connected service doesn't keep photos of people.";

/** For those who may upload. @throws 403 */
export function requirePhotos(context: Context): void {
  const back = { label: "Dashboard", href: href("/dashboard") };
  requirePermission(context, "documents.create", "upload a photo", back);
}

/** The photo of the current user. @throws 501 where the service keeps none */
export async function loadOwnPhoto(context: Context) {
  if (isRecordsElsewhere(context)) throw data(`${lacking} Everything else works.`, { status: 501 });
  const { person } = agentOf(context);
  const { profilePicture, etag } = await loadOffered(findMember(identityApiOf(context), person.id), lacking);
  const [, pictureId] = /^\/api\/pictures\/([0-9a-f-]{36})$/.exec(profilePicture?.url ?? "") ?? [];
  return { person, picture: pictureId === undefined ? null : facePath(pictureId), etag };
}
