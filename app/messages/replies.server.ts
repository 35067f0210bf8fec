import type { RouterContextProvider } from "react-router";
import type * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { changeRecord } from "../json-api/change.ts";
import { path } from "../json-api/path.ts";
import type { ChangeTerms, WriteTerms } from "../json-api/record.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { apiOf, load, permitted, recordId, viewOnly } from "../session/session.server.ts";
import { repliesPath } from "./message-list.ts";
import { type replyForm, savedReplyAttributes } from "./saved-reply.ts";

/** The calls about saved replies: the only file that names their JSON:API type. */

const savedReply = resource("saved_reply", savedReplyAttributes);
export type FoundReply = RecordOf<typeof savedReply>;

/** More are not offered. */
const most = 100;

/** Saved replies, by name. */
export async function listReplies(api: Api): Promise<readonly FoundReply[]> {
  const query = { sort: "name", "page[limit]": most, "page[count]": false };
  return (await api.list("/saved_replies", savedReply, { query })).items;
}

/** @throws ApiError "missing" */
export function findReply(api: Api, id: string): Promise<FoundReply> {
  return api.find(path`/saved_replies/${id}`, savedReply);
}

type TypedReply = z.output<typeof replyForm>;

/** @throws ApiError "invalid" with fields, "conflict" for a name that is taken, "forbidden" */
export async function addReply(api: Api, reply: TypedReply, key: string): Promise<void> {
  await api.create("/saved_replies", savedReply, { ...reply }, { key });
}

/** @throws ApiError "stale", "invalid" with fields, "conflict" for a name that is taken, "forbidden", "missing" */
export async function updateReply(api: Api, id: string, reply: TypedReply, terms: ChangeTerms): Promise<void> {
  await changeRecord(api, path`/saved_replies/${id}`, savedReply, id, { ...reply }, terms);
}

/** @throws ApiError "stale", "forbidden", "missing" */
export async function removeReply(api: Api, id: string, terms: WriteTerms): Promise<void> {
  await api.remove(path`/saved_replies/${id}`, terms);
}

/** The saved reply that a URL names, to change it. @throws 404, 403 */
export async function loadReplyFor(
  action: "update" | "remove",
  context: Readonly<RouterContextProvider>,
  id: string,
): Promise<FoundReply> {
  const found = await load(findReply(apiOf(context), recordId(id)));
  return permitted(found, action, viewOnly("saved reply", repliesPath));
}
