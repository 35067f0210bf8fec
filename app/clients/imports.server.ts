import type { Api } from "../json-api/api.ts";
import { required } from "../json-api/api-error.ts";
import { path } from "../json-api/path.ts";
import type { WriteTerms } from "../json-api/record.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { type ImportEntry, importAttributes } from "./imports.ts";

/** The calls about imports of clients: the only file that names their JSON:API type. */

const clientImport = resource("client_import", importAttributes);
export type FoundImport = RecordOf<typeof clientImport>;

const fetching = "Failed to fetch data";
const importing = "Failed to import the clients";

/** The latest imports, newest first, without their problems. */
export async function listImports(api: Api): Promise<readonly FoundImport[]> {
  const query = { sort: "-inserted_at", "page[limit]": 10, "page[count]": false };
  return (await api.list("/client_imports", clientImport, { query, failure: fetching })).items;
}

/** @throws ApiError "missing" */
export function findImport(api: Api, id: string): Promise<FoundImport> {
  return api.find(path`/client_imports/${id}`, clientImport, { failure: fetching });
}

/**
 * Has a file checked; nothing is written.
 * @throws ApiError "invalid", "forbidden"; "unknown-outcome" where the service does not say what it found
 */
export async function checkImport(
  api: Api,
  file: {
    readonly fileName: string;
    readonly ignoredColumns: readonly string[];
    readonly entries: readonly ImportEntry[];
  },
  key: string,
): Promise<FoundImport> {
  return required(await api.create("/client_imports", clientImport, file, { key, failure: importing }), importing);
}

/**
 * Imports a checked file.
 * @returns null where the service does not say more than that it did
 * @throws ApiError "stale" when that is done or gone, "forbidden", "missing"
 */
export function completeImport(api: Api, id: string, terms: WriteTerms): Promise<FoundImport | null> {
  return api.act(path`/client_imports/${id}/completion`, clientImport, {}, { ...terms, failure: importing });
}

/** Undoes an import. @throws ApiError "conflict" once its clients have changed, "stale", "forbidden", "missing" */
export async function undoImport(api: Api, id: string, terms: WriteTerms): Promise<void> {
  const failure = "Failed to undo the import";
  await api.act(path`/client_imports/${id}/undoing`, clientImport, {}, { ...terms, failure });
}
