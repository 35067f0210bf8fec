import type { Api } from "../json-api/api.ts";
import { mapFieldErrors } from "../json-api/api-error.ts";
import { path } from "../json-api/path.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { type BatchAction, batchAttributes, choiceAttributes } from "./batch.ts";

/** The calls about changes of several records: the only file that names their JSON:API types. */

const batch = resource("batch", batchAttributes);
const choice = resource("batch_choice", choiceAttributes);
export type FoundBatch = RecordOf<typeof batch>;
export type FoundChoice = RecordOf<typeof choice>;

/** Which records: their kind, and the filters of their list as in "search=smith" or "ids=…,…". */
export interface Chosen {
  readonly kind: string;
  readonly filters: string;
}

/** Which field of the form an action's value is typed in. */
const valueFields: Readonly<Partial<Record<BatchAction, string>>> = { assign: "agentText", decide: "decision" };

interface WantedBatch extends Chosen {
  readonly action: BatchAction;
  readonly value: string | null;
  /** When the records were seen: what was changed later is left as it is. Null: it is changed all the same. */
  readonly seenAt: string | null;
  /** The same of records that were seen earlier than the others, by their ids. */
  readonly seenEarlier: Readonly<Record<string, string>>;
}

/** @throws ApiError "missing" from a service without batches, "invalid" for filters that cannot be */
export function findChoice(api: Api, chosen: Chosen): Promise<FoundChoice> {
  return api.find("/batch_choice", choice, { query: { ...chosen } });
}

/** @throws ApiError "missing" */
export function findBatch(api: Api, id: string): Promise<FoundBatch> {
  return api.find(path`/batches/${id}`, batch);
}

/**
 * Changes the chosen records; many of them later.
 * @returns null where the service does not say more than that it did
 * @throws ApiError "invalid" with the form's fields, "forbidden"
 */
export async function makeBatch(api: Api, wanted: WantedBatch, key: string): Promise<FoundBatch | null> {
  const { seenAt, seenEarlier, ...plain } = wanted;
  const seen = seenAt === null ? {} : { seenAt, ...(Object.keys(seenEarlier).length > 0 && { seenEarlier }) };
  const failure = "Failed to change the records";
  const field = valueFields[wanted.action] ?? "tag";
  return mapFieldErrors(
    (name) => (name === "value" ? field : name),
    () => api.create("/batches", batch, { ...plain, ...seen }, { key, failure }),
  );
}

/** @returns null as `makeBatch` does. @throws ApiError "forbidden" once it cannot be undone, "missing" */
export function undoBatch(api: Api, id: string, key: string): Promise<FoundBatch | null> {
  const failure = "Failed to undo the change";
  return api.act(path`/batches/${id}/undoing`, batch, {}, { key, failure });
}

/** Ends a change that is under way; what is done stays done. @returns null as `makeBatch` does. @throws ApiError "forbidden" */
export function stopBatch(api: Api, id: string, key: string): Promise<FoundBatch | null> {
  const failure = "Failed to stop the change";
  return api.act(path`/batches/${id}/stopping`, batch, {}, { key, failure });
}
