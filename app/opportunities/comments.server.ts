import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { changeRecord } from "../json-api/change.ts";
import { allItems, largePages } from "../json-api/page.ts";
import { path } from "../json-api/path.ts";
import type { ChangeTerms, WriteTerms } from "../json-api/record.ts";
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

/** @throws ApiError "missing" */
export function findComment(api: Api, id: string): Promise<FoundComment> {
  return api.find(path`/comments/${id}`, comment);
}

/** @throws ApiError "invalid" with fields, "forbidden", "missing" */
export async function addComment(api: Api, opportunityId: string, body: string, key: string): Promise<void> {
  await api.create("/comments", comment, { opportunityId, body }, { key });
}

/** @throws ApiError "stale", "invalid" with fields, "forbidden", "missing" */
export async function updateComment(api: Api, id: string, body: string, terms: ChangeTerms): Promise<void> {
  await changeRecord(api, path`/comments/${id}`, comment, id, { body }, terms);
}

/** @throws ApiError "stale", "forbidden", "missing" */
export async function removeComment(api: Api, id: string, terms: WriteTerms): Promise<void> {
  await api.remove(path`/comments/${id}`, terms);
}
