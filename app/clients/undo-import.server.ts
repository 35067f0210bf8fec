import type { Api } from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import type { WriteTerms } from "../json-api/record.ts";
import { undoImport } from "./imports.server.ts";
import type { ClientImport } from "./imports.ts";

/** Undoes an import where it is completed and nobody works with its clients. @returns a toast that says which; none where a job does it. @throws ApiError */
export async function undoUnusedImport(
  api: Api,
  { id, state }: ClientImport,
  terms: WriteTerms,
): Promise<string | undefined> {
  if (state !== "completed") return "There is nothing to undo.";
  try {
    const undone = await undoImport(api, id, terms);
    return undone?.state === "undoing" ? undefined : "Import undone.";
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== "conflict") throw error;
    return "This import can't be undone: someone works with its clients.";
  }
}
