import type { Api } from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import { path } from "../json-api/path.ts";

interface Picture {
  readonly type: string;
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
}

/**
 * The thumbnail of a document: "pending" while the service draws it, "none" where there is none.
 * @param width pixels of the longer side
 * @throws ApiError "missing" when there is no such document, or not for the current user
 */
export async function findThumbnail(api: Api, id: string, width: number): Promise<Picture | "pending" | "none"> {
  try {
    const opened = await api.download(path`/documents/${id}/thumbnail`, {
      query: { width: `${width}` },
      failure: "Failed to fetch the picture",
    });
    const type = opened.header("content-type") ?? "";
    if (opened.status === 200 && /^image\/(webp|avif|png|jpeg)$/.test(type)) return { type, body: opened.body };
    await opened.body?.cancel();
    return opened.status === 202 ? "pending" : "none";
  } catch (error) {
    if (error instanceof ApiError && error.cause.code === "no_thumbnail") return "none";
    throw error;
  }
}
