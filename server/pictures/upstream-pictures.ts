import type { PictureRequest } from "#app/pictures/pictures.ts";
import { largestPicture, readBounded } from "./bounded.ts";

/** Null when the upstream gives the user none. */
export type FetchUpstreamPicture = (
  url: URL,
  user: Pick<PictureRequest, "token" | "workspaceId" | "recordsWorkspaceId">,
) => Promise<Buffer | null>;

interface Options {
  fetch: (request: Request) => Promise<Response>;
  workspaceHeader: string;
  apiKey: string | null;
  apiKeyHeader: string;
}

const timeoutMs = 8_000;

/** With the headers of other calls. */
export function createUpstreamPictures({
  fetch,
  workspaceHeader,
  apiKey,
  apiKeyHeader,
}: Options): FetchUpstreamPicture {
  return async (url, { token, workspaceId, recordsWorkspaceId = workspaceId }) => {
    const headers = new Headers({ accept: "image/*", [workspaceHeader]: recordsWorkspaceId });
    if (token !== null) headers.set("authorization", `Bearer ${token}`);
    if (apiKey !== null) headers.set(apiKeyHeader, apiKey);
    try {
      const request = new Request(url, { headers, redirect: "error", signal: AbortSignal.timeout(timeoutMs) });
      const response = await fetch(request);
      if (response.ok && response.body !== null) return await readBounded(response.body, largestPicture);
      await response.body?.cancel();
      return null;
    } catch {
      return null;
    }
  };
}
