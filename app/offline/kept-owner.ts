import { keptOwner, meetDevice, ownerToken } from "../session/kept-device.server.ts";
import { markedPerson } from "../session/session.server.ts";
import type { Route } from "./+types/kept-owner";

/**
 * For the worker of a device: who is signed in, whether the device keeps their pages, and the keys by which it seals what waits. The
 * device may have been forgotten from another one since its pages were made.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const keys = await meetDevice(context);
  const owner = keys === null ? null : keptOwner(context);
  const headers = { "Cache-Control": "no-store" };
  return Response.json(
    { person: markedPerson(context), owner, ...(owner === null ? {} : { token: ownerToken(owner), ...keys }) },
    { headers },
  );
}
