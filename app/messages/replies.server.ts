import type * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { path } from "../json-api/path.ts";
import { type ChangeTerms, changedAttributes, type WriteTerms } from "../json-api/record.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { type replyForm, savedReplyAttributes } from "./saved-reply.ts";

/** The calls about saved replies: the only file that names their JSON:API type. */

const savedReply = resource("saved_reply", savedReplyAttributes);
export type FoundReply = RecordOf<typeof savedReply>;

const fetching = "Failed to fetch data";
const saving = "Failed to save the reply";

/** More are not offered. */
const most = 100;

/** Saved replies, by name. */
export async function listReplies(api: Api): Promise<readonly FoundReply[]> {
  const query = { sort: "name", "page[limit]": most, "page[count]": false };
  return (await api.list("/saved_replies", savedReply, { query, failure: fetching })).items;
}

/** @throws ApiError "missing" */
export function findReply(api: Api, id: string): Promise<FoundReply> {
  return api.find(path`/saved_replies/${id}`, savedReply, { failure: fetching });
}

type TypedReply = z.output<typeof replyForm>;

/** @throws ApiError "invalid" with fields, "conflict" for a name that is taken, "forbidden" */
export async function addReply(api: Api, reply: TypedReply, key: string): Promise<void> {
  await api.create("/saved_replies", savedReply, { ...reply }, { key, failure: saving });
}

/** @throws ApiError "stale", "invalid" with fields, "conflict" for a name that is taken, "forbidden", "missing" */
export async function updateReply(api: Api, id: string, reply: TypedReply, terms: ChangeTerms): Promise<void> {
  const changed = changedAttributes({ ...reply }, terms.isChanged);
  await api.update(path`/saved_replies/${id}`, savedReply, id, changed, { ...terms, failure: saving });
}

/** @throws ApiError "stale", "forbidden", "missing" */
export async function removeReply(api: Api, id: string, terms: WriteTerms): Promise<void> {
  await api.remove(path`/saved_replies/${id}`, { ...terms, failure: "Failed to remove the reply" });
}
