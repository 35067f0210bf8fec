import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { allItems, largePages } from "../json-api/page.ts";
import type { ChangeTerms } from "../json-api/record.ts";
import { recordCalls } from "../json-api/record-calls.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";

/** The calls about comments: the only file that names their JSON:API type. */

const comment = resource("comment", {
  body: z.string(),
  authorName: z.nullable(z.string()),
  insertedAt: z.string(),
  editedAt: z.nullable(z.string()),
  opportunityId: z.string(),
});
export type FoundComment = RecordOf<typeof comment>;

/** Every comment on an opportunity, newest first. */
export function listComments(api: Api, opportunityId: string): Promise<readonly FoundComment[]> {
  const query = {
    "filter[opportunity_id]": opportunityId,
    sort: "-inserted_at",
    ...largePages,
  };
  return allItems((cursor) => api.list("/comments", comment, { query: { ...query, ...cursor } }));
}

const comments = recordCalls("/comments", comment);
export const { find: findComment, remove: removeComment } = comments;

/** @throws ApiError "invalid" with fields, "forbidden", "missing" */
export async function addComment(api: Api, opportunityId: string, body: string, key: string): Promise<void> {
  await api.create("/comments", comment, { opportunityId, body }, { key });
}

/** @throws ApiError "stale", "invalid" with fields, "forbidden", "missing" */
export async function updateComment(api: Api, id: string, body: string, terms: ChangeTerms): Promise<void> {
  await comments.change(api, id, { body }, terms);
}
