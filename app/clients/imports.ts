import { href } from "react-router";
import * as z from "zod/mini";
import type { Versioned } from "../json-api/record.ts";

/** Clients from a file: reviewed first, then imported. An import can be undone as a whole. */

export function importPath(importId: string): string {
  return href("/clients/imports/:importId", { importId });
}

const text = z.nullable(z.string());

/** A row that cannot be imported, and why. */
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
  /** Headings of columns that are not read. */
  ignoredColumns: z.nullable(z.array(z.string())),
  /** The first of its clients; without ids until they are imported. */
  first: z.nullable(z.array(z.object({ id: text, name: z.string(), email: text, phoneNumber: text }))),
  /** The first of its clients that have changed since: the import cannot be undone any more. */
  used: z.array(z.object({ id: z.string(), name: z.string() })),
  insertedAt: z.string(),
  completedAt: text,
  undoneAt: text,
};
export interface ClientImport extends Versioned, z.output<z.ZodMiniObject<typeof importAttributes>> {}

/** A row of a file by its headings, as typed; missing where the cell is empty. */
export interface ImportEntry {
  /** As spreadsheets number it: the headings are row 1. */
  readonly row: number;
  readonly name: string;
  readonly email: string;
  readonly phone?: string;
  readonly notes?: string;
  readonly budget?: string;
  readonly budgetCurrency?: string;
  readonly minBeds?: string;
  readonly minBaths?: string;
  readonly minLotSize?: string;
  readonly minGarages?: string;
  readonly agreementStartsOn?: string;
  readonly agreementEndsOn?: string;
  readonly leadSource?: string;
  readonly tags?: readonly string[];
  readonly areas?: readonly string[];
  readonly houseTypes?: readonly string[];
  readonly people?: readonly ImportPerson[];
}

/** A person of the household. */
export interface ImportPerson {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
}
