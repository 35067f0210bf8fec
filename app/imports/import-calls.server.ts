import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { ApiError, required } from "../json-api/api-error.ts";
import { path } from "../json-api/path.ts";
import type { WriteTerms } from "../json-api/record.ts";
import { type Resource, resource } from "../json-api/resource.ts";
import type { ImportKind } from "./import-kind.ts";
import type { ImportPlace } from "./import-page.tsx";
import { largestImport, type ReadFile } from "./read-import.server.ts";

/** How a file was read, as a service keeps it. */
export function checkedOf({ lacks: _lacks, samples: _samples, ...read }: ReadFile, leavesOut = false) {
  return { ...read, leavesOut };
}
type Checked = ReturnType<typeof checkedOf>;

const [pack, unpack] = [promisify(gzip), promisify(gunzip)];
/** A service reads 4 MB in one document, and the rows have to be in it too. */
const longestSource = 1_200_000;

/** The bytes of a file as they are kept until it is imported; null where they are too many. */
export async function packFile(bytes: Uint8Array): Promise<string | null> {
  const packed = (await pack(bytes)).toString("base64");
  return packed.length > longestSource ? null : packed;
}

interface Paths {
  /** As in "/client_imports". */
  readonly imports: string;
  readonly sources: string;
  readonly sourceType: string;
  readonly importing: string;
}

interface ImportCalls {
  findColumns(api: Api, shape: string): Promise<readonly string[] | undefined>;
  findFile(api: Api, id: string): Promise<Uint8Array | null>;
  check(api: Api, file: CheckedFile, key: string): Promise<{ readonly id: string }>;
  checkAgain(api: Api, id: string, read: Checked, terms: WriteTerms): Promise<void>;
  complete(
    api: Api,
    id: string,
    chosen: CompletedImport,
    terms: WriteTerms,
  ): Promise<{ readonly imported: number; readonly state: string } | null>;
}
/** What is imported besides the rows that can be read. */
interface CompletedImport {
  readonly leavesOut: boolean;
  readonly changedRows: readonly number[];
}
type CheckedFile = Checked & { readonly fileName: string; readonly source: string | null };

export interface Importing {
  readonly kind: ImportKind;
  readonly calls: ImportCalls;
  readonly place: ImportPlace;
}

export function importCalls<Schema extends z.ZodMiniObject<{ id: z.ZodMiniString }>>(
  found: Resource<Schema>,
  { imports, sources, sourceType, importing }: Paths,
) {
  const importSource = resource(sourceType, { source: z.nullable(z.string()) });
  const chosen = resource(found.type, { columns: z.nullable(z.array(z.string())) });
  const at = (id: string) => imports + path`/${id}`;
  return {
    /** The latest imports, newest first. */
    async list(api: Api): Promise<readonly z.output<Schema>[]> {
      const query = { sort: "-inserted_at", "page[limit]": 10, "page[count]": false };
      return (await api.list(imports, found, { query })).items;
    },

    /** @throws ApiError "missing" */
    find: (api: Api, id: string): Promise<z.output<Schema>> => api.find(at(id), found),

    /** The columns that were chosen for the latest file of a shape; undefined where there was none, or where the service does not say. */
    async findColumns(api: Api, shape: string): Promise<readonly string[] | undefined> {
      const query = { "filter[shape]": shape, sort: "-inserted_at", "page[limit]": 1, "page[count]": false };
      try {
        const { items } = await api.list(imports, chosen, { query });
        return items[0]?.columns ?? undefined;
      } catch (error) {
        // The guess is as good as it is for the first file.
        if (error instanceof ApiError && error.kind !== "unauthenticated") return undefined;
        throw error;
      }
    },

    /** The bytes of a file that was looked over; null where they are not kept. @throws ApiError "missing" */
    async findFile(api: Api, id: string): Promise<Uint8Array | null> {
      const { source } = await api.find(sources + path`/${id}`, importSource);
      return source === null ? null : unpack(Buffer.from(source, "base64"), { maxOutputLength: largestImport });
    },

    /**
     * Has a file checked; nothing is written.
     * @throws ApiError "invalid", "forbidden"; "unknown-outcome" where the service does not say what it found
     */
    async check(api: Api, file: CheckedFile, key: string): Promise<z.output<Schema>> {
      return required(await api.create(imports, found, file, { key, failure: importing }), importing);
    },

    /** Has the file checked again as it is read now. @throws ApiError "stale" when it was imported or changed meanwhile, "invalid", "missing" */
    async checkAgain(api: Api, id: string, read: Checked, terms: WriteTerms): Promise<void> {
      await api.act(at(id), found, read, { ...terms, method: "PATCH", failure: importing });
    },

    /**
     * Imports a checked file.
     * @returns null where the service does not say more than that it did
     * @throws ApiError "stale" when that is done or gone, "forbidden", "missing"
     */
    complete: (
      api: Api,
      id: string,
      { leavesOut, changedRows }: CompletedImport,
      terms: WriteTerms,
    ): Promise<z.output<Schema> | null> =>
      api.act(
        `${at(id)}/completion`,
        found,
        { ...(leavesOut && { leavesOut }), ...(changedRows.length > 0 && { changedRows }) },
        { ...terms, failure: importing },
      ),
  };
}
