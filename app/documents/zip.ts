import type { Route } from "./+types/zip";
import { dispositionOf } from "./download.server.ts";
import { downloadName } from "./download-name.ts";
import { loadPlaceOf } from "./load-document.server.ts";
import { zipFiles } from "./zip-archive.server.ts";

/** Everything at a place and in its folders as one zip, which is created while it is sent. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { place, name } = await loadPlaceOf(context, url);
  return new Response(await zipFiles(context, place), {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": dispositionOf("attachment", `${downloadName(name)}.zip`),
      "Cache-Control": "no-store",
    },
  });
}
