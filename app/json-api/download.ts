import type { Download } from "./api.ts";
import { type Call, refusalError } from "./failure.ts";
import { readText } from "./fetch-transport.ts";
import type { CallPolicy } from "./resilience.ts";
import { type ApiResponse, isSuccess, parseResponse } from "./response.ts";
import type { SharedConnection } from "./shared-connection.ts";
import type { DownloadResponse, WireRequest } from "./transport.ts";

/**
 * Starts a download under the policies that all downloads share, which apply until the response's headers are here.
 * @throws NoResponse, and ApiError for an error response
 */
export async function startDownload(
  { download, downloadResilience, limits }: SharedConnection,
  call: Call,
  request: WireRequest,
  policy: CallPolicy,
  secrets: readonly string[],
): Promise<Download> {
  const bytes: { opened: DownloadResponse | null } = { opened: null };
  const answer = await downloadResilience.run(async (signal): Promise<ApiResponse> => {
    call.attempts += 1;
    const opened = await download(request, signal);
    const { status, header } = opened;
    bytes.opened = isNoError(status) ? opened : null;
    if (bytes.opened) return { status, header, body: undefined };
    return parseResponse({ status, header, text: await readText(opened.body, limits.maxResponseBytes) }, secrets);
  }, policy);
  if (bytes.opened === null) throw refusalError(call, answer);
  return bytes.opened;
}

/** Not an error: the file, or the answer to a condition or range. */
function isNoError(status: number): boolean {
  return isSuccess({ status }) || status === 304 || status === 416;
}
