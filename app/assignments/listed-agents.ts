import * as z from "zod/mini";

/** Whose records are, as far as a service says it with the records themselves. */
export const assignedAttributes = {
  assignedAccountId: z.nullable(z.string()),
  assignedAccountName: z.nullable(z.string()),
};

/** Whether a list says whose its records are: not where all of them are the current user's. @param me the id of their account */
export function saysAgents(
  records: readonly { readonly assignedAccountId: string | null; readonly assignedAccountName: string | null }[],
  me: string,
): boolean {
  return records.some(
    ({ assignedAccountId, assignedAccountName }) => assignedAccountName !== null && assignedAccountId !== me,
  );
}
