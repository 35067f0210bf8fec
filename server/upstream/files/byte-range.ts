/** The Range header, as RFC 9110 (14) words it. */
import type { ByteRange } from "../storage/object-store.ts";

/**
 * Reads a Range header.
 * @param size of the whole, in bytes; at least 1
 * @returns null where the whole is to be sent: no header, another unit, several ranges, or nonsense; "unsatisfiable" for a
 * range that begins behind the end
 */
export function readRange(header: string | null, size: number): ByteRange | "unsatisfiable" | null {
  const [, from = "", to = ""] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? "") ?? [];
  if (from === "" && to === "") return null;
  if (from === "") {
    const length = Number(to);
    return length === 0 ? "unsatisfiable" : { first: Math.max(0, size - length), last: size - 1 };
  }
  const first = Number(from);
  if (to !== "" && Number(to) < first) return null;
  if (first >= size) return "unsatisfiable";
  return { first, last: to === "" ? size - 1 : Math.min(Number(to), size - 1) };
}
