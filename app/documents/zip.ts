import { noteExport } from "../audit-log/exports.server.ts";
import { load } from "../session/session.server.ts";
import type { Route } from "./+types/zip";
import { dispositionOf } from "./download.server.ts";
import { downloadName } from "./download-name.ts";
import { loadPlaceOf } from "./load-document.server.ts";
import { zipFiles } from "./zip-archive.server.ts";

/** Everything at a place and in its folders as one zip, which is created while it is sent. The audit log notes it before. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { place, name } = await loadPlaceOf(context, url);
  const files = await zipFiles(context, place);
  await load(noteExport(context, "documents", name));
  return new Response(files, {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": dispositionOf("attachment", `${downloadName(name)}.zip`),
      "Cache-Control": "no-store",
    },
  });
}
