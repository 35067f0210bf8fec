import { importCalls } from "../imports/import-calls.server.ts";
import { resource } from "../json-api/resource.ts";
import { packageImportKind } from "./import-fields.ts";
import { importAttributes, packageImportPlace } from "./package-imports.ts";

/** The calls about imports of properties: the only file that names their JSON:API type. */

const packageImport = resource("package_import", importAttributes);

export const packageImports = importCalls(packageImport, {
  imports: "/package_imports",
  sources: "/package_import_sources",
  sourceType: "package_import_source",
  importing: "Failed to import the properties",
});

export const packageImporting = { kind: packageImportKind, calls: packageImports, place: packageImportPlace };
