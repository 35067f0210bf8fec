import type { Route } from "./+types/import-sample";
import { sampleFile } from "./client-sheet.server.ts";
import { requireImport } from "./load-client.server.ts";

/** A file with the columns that an import reads. */
export function loader({ context }: Route.LoaderArgs) {
  requireImport(context);
  return new Response(sampleFile(), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8; header=present",
      "Content-Disposition": 'attachment; filename="clients-sample.csv"',
      "Cache-Control": "no-store",
    },
  });
}
