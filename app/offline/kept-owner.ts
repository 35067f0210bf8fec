import { meetDevice, ownerToken } from "../session/kept-device.server.ts";
import { currentUserOf, markedPerson } from "../session/session.server.ts";
import type { Route } from "./+types/kept-owner";

/**
 * For the worker of a device: who is signed in, whether the device keeps their pages, and the keys by which it seals what waits. The
 * device may have been forgotten from another one since its pages were made.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const device = await meetDevice(context, url.searchParams.get("device"));
  const person = markedPerson(context);
  const workspaceId = currentUserOf(context).workspace?.id;
  const headers = { "Cache-Control": "no-store" };
  if (typeof device === "string" || workspaceId === undefined)
    return Response.json({ person, owner: null, isForgotten: device === "forgotten" }, { headers });
  const owner = `${person}/${workspaceId}`;
  return Response.json({ person, owner, token: ownerToken(owner), ...device }, { headers });
}
