import { importCalls } from "../imports/import-calls.server.ts";
import type { Api } from "../json-api/api.ts";
import { path } from "../json-api/path.ts";
import type { WriteTerms } from "../json-api/record.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { clientImportKind } from "./import-fields.ts";
import { clientImportPlace, importAttributes } from "./imports.ts";

/** The calls about imports of clients: the only file that names their JSON:API type. */

const clientImport = resource("client_import", importAttributes);
export type FoundImport = RecordOf<typeof clientImport>;

export const clientImports = importCalls(clientImport, {
  imports: "/client_imports",
  sources: "/client_import_sources",
  sourceType: "client_import_source",
  importing: "Failed to import the clients",
});

export const clientImporting = { kind: clientImportKind, calls: clientImports, place: clientImportPlace };

/**
 * Undoes an import, or begins to.
 * @returns null where the service does not say how far it is
 * @throws ApiError "conflict" once its clients have changed, "stale", "forbidden", "missing"
 */
export async function undoImport(api: Api, id: string, terms: WriteTerms): Promise<FoundImport | null> {
  return api.act(path`/client_imports/${id}/undoing`, clientImport, {}, terms);
}
