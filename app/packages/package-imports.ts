import { href } from "react-router";
import * as z from "zod/mini";
import { details, duplicate, importedAttributes } from "../imports/import-attributes.ts";
import type { ImportPlace } from "../imports/import-page.tsx";
import { packagesPath } from "../record-paths.ts";
import { newImportPath } from "./package-list.ts";

/** Properties from a file: reviewed first, then imported. */

export const packageImportPlace: ImportPlace = {
  list: { label: "Opportunities", href: packagesPath },
  newPath: newImportPath,
  importPath: (packageImportId) => href("/packages/imports/:packageImportId", { packageImportId }),
  columnsPath: (packageImportId) => href("/packages/imports/:packageImportId/columns", { packageImportId }),
};

const text = z.nullable(z.string());

/** Attributes of an import. */
export const importAttributes = {
  ...importedAttributes,
  doubles: z.array(z.object({ ...duplicate, packageId: text })),
  /** The first of its properties; without ids until they are imported. */
  first: z.nullable(z.array(z.object({ id: text, name: z.string(), details }))),
};
