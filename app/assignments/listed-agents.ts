import * as z from "zod/mini";

/** Whose records are, as far as a service says it with the records themselves. */
export const assignedAttributes = {
  /** Null for nobody's; undefined where the service does not say it. */
  assignedAccountName: z.optional(z.nullable(z.string())),
};

/** Whether a list says whose its records are: wherever the service says it, so that the column is there on every page. */
export function saysAgents(records: readonly { readonly assignedAccountName?: string | null | undefined }[]): boolean {
  return records.some(({ assignedAccountName }) => assignedAccountName !== undefined);
}
