import * as z from "zod/mini";
import type { Versioned } from "../json-api/record.ts";

/** Clients that come in a file: it is looked over first, then imported, and can be taken back as a whole. */

export function importPath(id: string, page = ""): string {
  return `/clients/imports/${id}${page === "" ? "" : `/${page}`}`;
}

const text = z.nullable(z.string());

/** A row that cannot be imported, and why. */
const problem = z.object({ row: z.number(), name: z.string(), detail: z.string() });
/** A row whose client is there already, or stands in an earlier row of the file. */
const double = z.object({
  row: z.number(),
  name: z.string(),
  clientId: text,
  sameAsRow: z.nullable(z.number()),
});
export type ImportProblem = z.output<typeof problem>;
export type ImportDouble = z.output<typeof double>;

/** What a service says about an import beside its id. */
export const importAttributes = {
  fileName: z.string(),
  /** "checked", "completed" or "undone". */
  state: z.string(),
  /** Rows that can be imported; none any more once they are. */
  ready: z.number(),
  /** Clients that were made. */
  imported: z.number(),
  problems: z.array(problem),
  doubles: z.array(double),
  /** Headings of columns that are not read. */
  ignoredColumns: z.nullable(z.array(z.string())),
  /** The first of those who come in, without ids, or who came in. */
  first: z.nullable(z.array(z.object({ id: text, name: z.string(), email: z.string() }))),
  /** The first of its clients with whom somebody has worked since: the import cannot be taken back any more. */
  used: z.array(z.object({ id: z.string(), name: z.string() })),
  insertedAt: z.string(),
  completedAt: text,
  undoneAt: text,
};
export interface ClientImport extends Versioned, z.output<z.ZodMiniObject<typeof importAttributes>> {}

/** A row of a file, by the headings that it stands under. Texts are as they were typed. */
export interface ImportEntry {
  /** As spreadsheets number it: the headings are row 1. */
  readonly row: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly tags: readonly string[];
  readonly areas: readonly string[];
  readonly notes: string;
}
