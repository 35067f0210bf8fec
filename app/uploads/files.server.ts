import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { orNull, required } from "../json-api/api-error.ts";
import type { Page } from "../json-api/page.ts";
import { path } from "../json-api/path.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { fileAttributes, type StorageAllowance, type StoredFile } from "./file.ts";
import type { SpooledFile } from "./spool.server.ts";
import type { PostFile } from "./uploads.ts";

const file = resource("file", fileAttributes);
const allowance = resource("storage_allowance", { used: z.number(), storageLimit: z.number(), fileLimit: z.number() });

const ticket = z.object({
  uploadUri: z.nullable(z.string()),
  storageUri: z.string(),
  /** Field names are the store's: they stay as they are. */
  uploadFields: z.record(z.string(), z.string()),
});

const failure = "Failed to store the file";

const unsaid: StorageAllowance = { file: 100 * 1024 ** 2, free: 1024 ** 3 };

/** Below which path the calls about files are: clients have their own. */
export type FilesRoot = "" | "/portal";

/** How much may still be stored. @throws ApiError when the service does not answer, "missing" where it takes no files from clients */
export async function findAllowance(api: Api, root: FilesRoot = ""): Promise<StorageAllowance> {
  const finding = api.find(`${root}/storage_allowance`, allowance, { failure });
  const found = await (root === "" ? orNull(finding) : finding);
  return found === null ? unsaid : { file: found.fileLimit, free: Math.max(0, found.storageLimit - found.used) };
}

const failedUpload = resource("upload", { name: z.string(), size: z.number(), expiredAt: z.string() });

/** The current user's failed uploads of the last day, the newest first. @param most how many */
export function listFailed(api: Api, most: number): Promise<Page<RecordOf<typeof failedUpload>>> {
  const query = { sort: "-expired_at", "page[limit]": most };
  return api.list("/failed_uploads", failedUpload, { query });
}

/** @throws ApiError "missing" */
export function findFile(api: Api, id: string): Promise<StoredFile> {
  return api.find(path`/files/${id}`, file);
}

export interface FileStoring {
  /** Calls on behalf of the current user, each under a deadline that begins now. */
  readonly api: () => Api;
  /** That of staff when not given. */
  readonly root?: FilesRoot;
  readonly postFile: PostFile;
  /** Equal for the same bytes of the same form. */
  readonly key: string;
}

/**
 * Stores a file of the spool: has a post signed, sends the bytes, and creates the file.
 * @param mime what the bytes are
 * @throws ApiError "invalid" with the field `size` where the plan has no room, "unknown-outcome" where the service does not say under
 *   which id it is; PostFailed
 */
export async function storeFile(
  { api, root = "", postFile, key }: FileStoring,
  spooled: SpooledFile,
  mime: string,
): Promise<StoredFile> {
  const { name, size, path: place } = spooled;
  const announced = { name, size, mime };
  // The same key posts to the same place again, and so creates the same file.
  const options = { type: "presigned_post", key: `${key}.post`, failure };
  const signed = await api().act(`${root}/files/presigned_posts`, ticket, announced, options);
  const { storageUri, uploadFields } = signed;
  await postFile({ uri: signed.uploadUri ?? storageUri, fields: uploadFields, path: place, size, mime });
  const storageKey = uploadFields.key ?? uploadFields.Key ?? "";
  const attributes = { ...announced, uri: storageUri, storageKey };
  return required(await api().create(`${root}/files`, file, attributes, { key, failure }), failure);
}
