import { ApiError, failedCall } from "./api-error.ts";
import { isRecordId, isUuid } from "./record.ts";

/**
 * Builds a path, with each value as exactly one segment: path`/clients/${id}/archival`.
 * @throws ApiError kind "missing" for a value that cannot be a segment, such as "", ".." or half a surrogate pair
 */
export function path(texts: TemplateStringsArray, ...values: readonly string[]): string {
  return values.reduce((start, value, index) => start + segment(value) + texts[index + 1], texts[0] ?? "");
}

function segment(value: string): string {
  if (!isRecordId(value)) {
    throw new ApiError("Not Found", "missing", failedCall({ reason: "no such path" }));
  }
  return encodeURIComponent(value);
}

/** A path for logs. Long random parts other than record ids may be secrets, and are hidden. */
export function pathForLogs(path: string): string {
  return path.replace(/[\w%-]{20,}/g, (part) => (isUuid(part) ? part : "[hidden]"));
}
