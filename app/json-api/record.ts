/** What all records have in common, whatever they are about. */

/** A record as it was read: `etag` is its version and `can` what the current user may do to it, where the service says so. */
export interface Versioned {
  readonly id: string;
  readonly etag: string | null;
  readonly can: readonly string[] | null;
}

/** What a write needs to be applied once, and only to the version that its writer saw. */
export interface WriteTerms {
  readonly key: string;
  /** Null where the service names no versions. */
  readonly etag: string | null;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a part of a URL can be the id of a record. Whatever cannot is not asked for. */
export function isRecordId(text: string): boolean {
  return uuid.test(text);
}
