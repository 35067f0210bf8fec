import * as z from "zod/mini";

const text = z.nullable(z.string());

const problem = z.object({ row: z.number(), name: z.string(), detail: z.string() });
export type ImportProblem = z.output<typeof problem>;

/** A row whose record is there already, or in an earlier row of the file. */
export const duplicate = { row: z.number(), name: z.string(), sameAsRow: z.nullable(z.number()) };

/** What a row says of a record that is there already. */
const change = z.object({
  row: z.number(),
  id: z.string(),
  name: z.string(),
  /** "offered", "chosen", "applied", "skipped", "undone" or "kept". */
  state: z.string(),
  fields: z.array(z.object({ label: z.string(), before: z.unknown(), after: z.unknown() })),
});
export type ImportChange = z.output<typeof change>;

export const details = z.nullish(z.record(z.string(), z.unknown()));

export const importedAttributes = {
  fileName: z.string(),
  /** "checked", "running", "completed", "undoing" or "undone". */
  state: z.string(),
  /** Rows that can be imported; 0 once they are. */
  ready: z.number(),
  imported: z.number(),
  /** Rows that a job has still to import, or to take back; null where the service does all at once. */
  waiting: z.nullable(z.number()),
  problems: z.array(problem),
  /** What is kept elsewhere, or left out, of rows that are imported; null where the service does not say. */
  remarks: z.nullable(z.array(problem)),
  /** Null where the service does not say. */
  changes: z.nullable(z.array(change)),
  /** Rows that can be imported without cells that cannot be read; null where the service does not say. */
  rest: z.nullable(z.number()),
  encoding: text,
  headings: z.nullable(z.array(z.string())),
  columns: z.nullable(z.array(z.string())),
  leavesOut: z.nullable(z.boolean()),
  /** Whether the file can be read again, in another way. */
  keepsFile: z.nullable(z.boolean()),
  /** Headings of columns that are not read. */
  ignoredColumns: z.nullable(z.array(z.string())),
  insertedAt: z.string(),
  completedAt: text,
};
