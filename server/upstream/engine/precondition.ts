/** If-Match: a write is refused when the record has changed since the version that the caller saw. */
import type { WireRecord } from "./record.ts";
import { stale } from "./refusal.ts";
import { recordTag } from "./serialization.ts";

/**
 * Compares If-Match with the record. A record's tag is `"<id>-<version>"`; the ETag of an answer that shows the record adds
 * a digest of that answer, and both are taken: what else the answer showed (a household, an activity's time) is no reason
 * to refuse a write to the record itself.
 * @throws Refusal 412
 */
export function checkIfMatch(headers: Headers, record: WireRecord): void {
  const header = headers.get("if-match");
  if (header === null || header.trim() === "*") return;
  const tag = recordTag(record);
  const matches = header.split(",").some((part) => {
    const [, opaque] = /^"([^"]*)"$/.exec(part.trim()) ?? [];
    return opaque !== undefined && (opaque === tag || opaque.startsWith(`${tag}.`));
  });
  if (!matches) throw stale();
}
