import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import * as z from "zod/mini";
import { largestImport, type ReadFile } from "../imports/read-import.server.ts";
import type { Api } from "../json-api/api.ts";
import { ApiError, required } from "../json-api/api-error.ts";
import { path } from "../json-api/path.ts";
import type { WriteTerms } from "../json-api/record.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { importAttributes } from "./imports.ts";

/** The calls about imports of clients: the only file that names their JSON:API type. */

const clientImport = resource("client_import", importAttributes);
const importSource = resource("client_import_source", { source: z.nullable(z.string()), fileName: z.string() });
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

/** How a file was read, as a service keeps it. */
export function checkedOf({ lacks: _lacks, samples: _samples, ...read }: ReadFile, leavesOut = false) {
  return { ...read, leavesOut };
}
type Checked = ReturnType<typeof checkedOf>;

/** The columns that were chosen for the latest file of a shape; undefined where there was none, or where the service does not say. */
export async function findColumns(api: Api, shape: string): Promise<readonly string[] | undefined> {
  const query = { "filter[shape]": shape, sort: "-inserted_at", "page[limit]": 1, "page[count]": false };
  try {
    const { items } = await api.list("/client_imports", clientImport, { query, failure: fetching });
    return items[0]?.columns ?? undefined;
  } catch (error) {
    // The guess is as good as it is for the first file.
    if (error instanceof ApiError && error.kind !== "unauthenticated") return undefined;
    throw error;
  }
}

const [pack, unpack] = [promisify(gzip), promisify(gunzip)];
/** A service reads 4 MB in one document, and the rows have to be in it too. */
const longestSource = 1_200_000;

/** The bytes of a file as they are kept until it is imported; null where they are too many. */
export async function packFile(bytes: Uint8Array): Promise<string | null> {
  const packed = (await pack(bytes)).toString("base64");
  return packed.length > longestSource ? null : packed;
}

/** The bytes of a file that was looked over; null where they are not kept. @throws ApiError "missing" */
export async function findFile(api: Api, id: string): Promise<Uint8Array | null> {
  const { source } = await api.find(path`/client_import_sources/${id}`, importSource, { failure: fetching });
  return source === null ? null : unpack(Buffer.from(source, "base64"), { maxOutputLength: largestImport });
}

/**
 * Has a file checked; nothing is written.
 * @throws ApiError "invalid", "forbidden"; "unknown-outcome" where the service does not say what it found
 */
export async function checkImport(
  api: Api,
  file: Checked & { readonly fileName: string; readonly source: string | null },
  key: string,
): Promise<FoundImport> {
  return required(await api.create("/client_imports", clientImport, file, { key, failure: importing }), importing);
}

/** Has the file checked again as it is read now. @throws ApiError "stale" when it was imported or changed meanwhile, "invalid", "missing" */
export async function checkAgain(api: Api, id: string, read: Checked, terms: WriteTerms): Promise<void> {
  await api.act(path`/client_imports/${id}`, clientImport, read, { ...terms, method: "PATCH", failure: importing });
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
