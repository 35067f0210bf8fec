import { presentUserOf } from "../session/session.server.ts";
import type { Route } from "./+types/kept-pages";
import { keptDocuments, todaysPages } from "./todays-pages.server.ts";

/**
 * What a device keeps that its owner allowed to keep pages: addresses of pages and files. None while the person saves data. What was kept
 * before `erasedAt` is to be dropped: null where nothing was erased, or the service does not say.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { workspace } = await presentUserOf(context);
  const savesData = request.headers.get("save-data") === "on";
  const [pages, documents] = savesData ? [[], []] : await Promise.all([todaysPages(context), keptDocuments(context)]);
  const headers = { "Cache-Control": "private, no-store" };
  return Response.json({ pages, documents, erasedAt: workspace?.erasedAt ?? null }, { headers });
}
