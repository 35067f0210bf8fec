import { dispositionOf } from "../documents/download.server.ts";
import { downloadName } from "../documents/download-name.ts";
import { notFound } from "../session/session.server.ts";
import type { Route } from "./+types/copy";
import { zipOwnData } from "./own-data.server.ts";
import { portalOf } from "./portal.server.ts";

/** A copy of the person's data. Staff who look get none: it is the person's to ask for. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { isView, user } = portalOf(context);
  if (isView) throw notFound();
  const headers = {
    "Content-Type": "application/zip",
    "Content-Disposition": dispositionOf("attachment", `${downloadName(user.person.name)}.zip`),
    "Cache-Control": "no-store",
  };
  return new Response(request.method === "HEAD" ? null : await zipOwnData(context, request), { headers });
}
