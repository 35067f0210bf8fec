import { notFound } from "../session/session.server.ts";

/** Everything else below the portal's address. */

export async function loader() {
  throw notFound();
}

export default function PortalNotFound() {
  return null;
}
