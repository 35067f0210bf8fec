import type { RouterContextProvider } from "react-router";
import { packagesPath } from "../record-paths.ts";
import { apiOf, load, recordId, requirePermission } from "../session/session.server.ts";
import { packageImports } from "./package-imports.server.ts";

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
