import { ApiError } from "./api-error.ts";

/**
 * Writes a path with values in it, each as exactly one segment: path`/clients/${id}/archival`.
 * @throws ApiError kind "missing" for a value that no segment can hold, such as "", ".." or half a surrogate pair: there
 * is no such record
 */
export function path(texts: TemplateStringsArray, ...values: readonly string[]): string {
  return values.reduce((start, value, index) => start + segment(value) + texts[index + 1], texts[0] ?? "");
}

function segment(value: string): string {
  // Dots alone, encoded or not, are steps in the tree to every URL parser.
  if (/^\.*$/.test(value) || !value.isWellFormed()) {
    const nowhere = { status: null, code: null, errorId: null, pointers: [], reason: "no such path", attempts: 0 };
    throw new ApiError("Not Found", "missing", { method: "", path: "", ...nowhere });
  }
  return encodeURIComponent(value);
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** A path as a log may show it: whatever is long and random in it without being a record's id may be a secret. */
export function pathForLogs(path: string): string {
  return path.replace(/[\w%-]{20,}/g, (part) => (uuid.test(part) ? part : "[hidden]"));
}
