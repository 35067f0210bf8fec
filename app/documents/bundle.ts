import type { Route } from "./+types/bundle";
import { bundleFiles } from "./bundling.server.ts";
import { dispositionOf } from "./download.server.ts";
import { loadPlaceOf } from "./load-document.server.ts";
import { savedName } from "./saved-name.ts";

/** Everything at a place and in the folders there, as one zip that is made while it is sent. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { place, name } = await loadPlaceOf(context, url);
  return new Response(await bundleFiles(context, place), {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": dispositionOf("attachment", `${savedName(name)}.zip`),
      "Cache-Control": "no-store",
    },
  });
}
