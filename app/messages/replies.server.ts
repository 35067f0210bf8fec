import type { RouterContextProvider } from "react-router";
import type * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import type { ChangeTerms } from "../json-api/record.ts";
import { recordCalls } from "../json-api/record-calls.ts";
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

const replies = recordCalls("/saved_replies", savedReply);
export const { find: findReply, remove: removeReply } = replies;

type TypedReply = z.output<typeof replyForm>;

/** @throws ApiError "invalid" with fields, "conflict" for a name that is taken, "forbidden" */
export async function addReply(api: Api, reply: TypedReply, key: string): Promise<void> {
  await api.create("/saved_replies", savedReply, { ...reply }, { key });
}

/** @throws ApiError "stale", "invalid" with fields, "conflict" for a name that is taken, "forbidden", "missing" */
export async function updateReply(api: Api, id: string, reply: TypedReply, terms: ChangeTerms): Promise<void> {
  await replies.change(api, id, { ...reply }, terms);
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
