import * as z from "zod/mini";

/** The copy of a person's data: sections of records with named fields, as its data.json has them. */

export type CopyValue = z.output<ReturnType<typeof z.json>>;
export const sectionsSchema = z.record(z.string(), z.array(z.record(z.string(), z.json())));
export type CopySections = z.output<typeof sectionsSchema>;

/** A file of the copy, under its name there. */
export interface CopiedFile {
  readonly id: string;
  readonly name: string;
  readonly keptSince: string;
}
