import type { RecordType, WireRecord } from "./record.ts";

export interface PageState {
  readonly limit: number;
  readonly total?: number;
  readonly totalIsEstimated?: boolean;
  readonly before: string | null;
  readonly after: string | null;
  /** Nothing has the words that were searched for: these have similar ones. */
  readonly isSimilar?: boolean;
}

export type Answer =
  | {
      readonly kind: "record";
      readonly status: 200 | 201;
      readonly of: RecordType;
      readonly record: WireRecord;
      readonly included?: readonly WireRecord[];
    }
  | {
      readonly kind: "records";
      readonly of: RecordType;
      readonly records: readonly WireRecord[];
      readonly included?: readonly WireRecord[];
      readonly page?: PageState;
    }
  | { readonly kind: "nothing" }
  /** Something that is not JSON:API: a picture, the OpenAPI document. */
  | { readonly kind: "raw"; readonly response: Response };

/** 200 with one record. */
export function found(of: RecordType, record: Omit<WireRecord, "type">): Answer {
  return { kind: "record", status: 200, of, record: { ...record, type: of.type } };
}

/** 201 with one record; `Location` is its path when it has one. */
export function created(of: RecordType, record: Omit<WireRecord, "type">): Answer {
  return { kind: "record", status: 201, of, record: { ...record, type: of.type } };
}

/** 200 with a list. */
export function listed(of: RecordType, records: readonly Omit<WireRecord, "type">[], page?: PageState): Answer {
  const typed = records.map((record) => ({ ...record, type: of.type }));
  return page ? { kind: "records", of, records: typed, page } : { kind: "records", of, records: typed };
}

/** 204. */
export const nothing: Answer = { kind: "nothing" };
