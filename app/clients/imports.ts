import { href } from "react-router";
import * as z from "zod/mini";
import type { Versioned } from "../json-api/record.ts";

/** Clients from a file: reviewed first, then imported. An import can be undone as a whole. */

export function importPath(importId: string): string {
  return href("/clients/imports/:importId", { importId });
}

/** Where its columns are chosen. */
export function columnsPath(importId: string): string {
  return href("/clients/imports/:importId/columns", { importId });
}

const text = z.nullable(z.string());

/** A row, and why it cannot be imported or what of it is not. */
const problem = z.object({ row: z.number(), name: z.string(), detail: z.string() });
/** A row whose client exists already, or is in an earlier row of the file. */
const duplicate = z.object({
  row: z.number(),
  name: z.string(),
  clientId: text,
  sameAsRow: z.nullable(z.number()),
});
export type ImportProblem = z.output<typeof problem>;
export type ImportDuplicate = z.output<typeof duplicate>;

/** A client of an import; without an id until it is imported, and with all that is read of it until then. */
const firstRow = z.object({
  id: text,
  name: z.string(),
  email: text,
  phoneNumber: text,
  details: z.nullish(z.record(z.string(), z.unknown())),
});

/** Attributes of an import. */
export const importAttributes = {
  fileName: z.string(),
  /** "checked", "completed" or "undone". */
  state: z.string(),
  /** Rows that can be imported; 0 once they are. */
  ready: z.number(),
  /** Clients that were created. */
  imported: z.number(),
  problems: z.array(problem),
  doubles: z.array(duplicate),
  /** What is kept elsewhere, or left out, of rows that are imported; null where the service does not say. */
  remarks: z.nullable(z.array(problem)),
  /** How the file was read, and which field each column is. */
  encoding: text,
  headings: z.nullable(z.array(z.string())),
  columns: z.nullable(z.array(z.string())),
  leavesOut: z.nullable(z.boolean()),
  /** Whether the file can be read again, in another way. */
  keepsFile: z.nullable(z.boolean()),
  /** Headings of columns that are not read. */
  ignoredColumns: z.nullable(z.array(z.string())),
  /** The first of its clients; without ids until they are imported. */
  first: z.nullable(z.array(firstRow)),
  /** The first of its clients that have changed since: the import cannot be undone any more. */
  used: z.array(z.object({ id: z.string(), name: z.string() })),
  insertedAt: z.string(),
  completedAt: text,
  undoneAt: text,
};
export interface ClientImport extends Versioned, z.output<z.ZodMiniObject<typeof importAttributes>> {}

/** A person of the household. */
export interface ImportPerson {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
}
