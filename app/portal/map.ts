import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/map";
import { readMap } from "./load-place.server.ts";
import { portalOf } from "./portal.server.ts";
import { loadProperty } from "./portal-properties.server.ts";

const hourInSeconds = 3600;

/** The map around one of the client's properties; 404 for none. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { api } = portalOf(context);
  const map = await readMap(context, await loadProperty(api, recordId(params.packageId)));
  const headers = { "Cache-Control": `private, max-age=${map === null ? 60 : hourInSeconds}`, Vary: "Cookie" };
  if (map === null) return new Response(null, { status: 404, headers });
  return new Response(map.bytes, { headers: { ...headers, "Content-Type": map.type } });
}
