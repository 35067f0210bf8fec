import type { RouterContextProvider } from "react-router";
import { importCalls } from "../imports/import-calls.server.ts";
import type { Api } from "../json-api/api.ts";
import { path } from "../json-api/path.ts";
import type { WriteTerms } from "../json-api/record.ts";
import { resource } from "../json-api/resource.ts";
import { packagesPath } from "../record-paths.ts";
import { apiOf, load, recordId, requirePermission } from "../session/session.server.ts";
import { importAttributes, packageImportKind, packageImportPlace } from "./package-imports.ts";

/** The calls about imports of properties: the only file that names their JSON:API type. */

const packageImport = resource("package_import", importAttributes);

const packageImports = importCalls(packageImport, {
  imports: "/package_imports",
  sources: "/package_import_sources",
  sourceType: "package_import_source",
  importing: "Failed to import the properties",
});

export const packageImporting = { kind: packageImportKind, calls: packageImports, place: packageImportPlace };

/**
 * Undoes an import, or begins to.
 * @returns null where the service does not say how far it is
 * @throws ApiError "stale", "forbidden", "missing"
 */
export async function undoImport(api: Api, id: string, terms: WriteTerms) {
  return api.act(path`/package_imports/${id}/undoing`, packageImport, {}, terms);
}

type Context = Readonly<RouterContextProvider>;

/** @throws 403 where properties may not be imported */
export function requireImport(context: Context): void {
  requirePermission(context, "packages.create", "import properties", {
    label: "Back to properties",
    href: packagesPath,
  });
}

/** The import that a URL names. @throws 404 where there is none that the current user may see */
export async function loadImport(context: Context, id: string) {
  return load(packageImports.find(apiOf(context), recordId(id)));
}

/** The same for a page that changes it. @throws 403 */
export async function loadImportToChange(context: Context, id: string) {
  const found = await loadImport(context, id);
  requireImport(context);
  return found;
}
