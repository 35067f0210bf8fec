import { href } from "react-router";
import * as z from "zod/mini";
import { details, duplicate, importedAttributes } from "../imports/import-attributes.ts";
import type { ImportPlace } from "../imports/import-page.tsx";
import type { Versioned } from "../json-api/record.ts";
import { clientsPath, importClientsPath } from "../record-paths.ts";

/** Clients from a file: reviewed first, then imported. An import can be undone as a whole. */

export function importPath(importId: string): string {
  return href("/clients/imports/:importId", { importId });
}

export const clientImportPlace: ImportPlace = {
  list: { label: "Clients", href: clientsPath },
  newPath: importClientsPath,
  importPath,
  columnsPath: (importId) => href("/clients/imports/:importId/columns", { importId }),
};

const text = z.nullable(z.string());

/** A row whose client exists already, or is in an earlier row of the file. */
const clientDuplicate = z.object({ ...duplicate, clientId: text });

/** A client of an import; without an id until it is imported, and with all that is read of it until then. */
const firstRow = z.object({
  id: text,
  name: z.string(),
  email: text,
  phoneNumber: text,
  details,
});

/** Attributes of an import. */
export const importAttributes = {
  ...importedAttributes,
  doubles: z.array(clientDuplicate),
  /** The first of its clients; without ids until they are imported. */
  first: z.nullable(z.array(firstRow)),
  /** The first of its clients that have changed since: the import cannot be undone any more. */
  used: z.array(z.object({ id: z.string(), name: z.string() })),
  undoneAt: text,
};
export interface ClientImport extends Versioned, z.output<z.ZodMiniObject<typeof importAttributes>> {}

/** A person of the household. */
export interface ImportPerson {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
}
