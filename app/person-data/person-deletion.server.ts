import * as z from "zod/mini";
import type { Api, Download } from "../json-api/api.ts";
import { path } from "../json-api/path.ts";
import { resource } from "../json-api/resource.ts";
import { sectionsSchema } from "./copy-zip.server.tsx";
import { type RetainablePart, retainableParts } from "./person-deletion.ts";

const deletion = resource("person_deletion", {
  name: z.string(),
  clientPersonId: z.nullable(z.string()),
  households: z.array(
    z.object({
      clientName: z.string(),
      counts: z.object({ details: z.number(), messages: z.number(), answers: z.number(), documents: z.number() }),
      others: z.array(z.string()),
    }),
  ),
  deciders: z.array(z.string()),
  mayDelete: z.boolean(),
});

/** What would be deleted of whoever asks for it. @throws ApiError "missing" where it is done or taken back */
export function findDeletion(api: Api, requestId: string) {
  return api.find(path`/portal_requests/${requestId}/person_deletion`, deletion, {
    failure: "Failed to fetch what would be deleted",
  });
}

interface Retention {
  readonly part: RetainablePart;
  readonly reason: string;
  readonly until: string;
}

/** Deletes the person for good. @throws ApiError "forbidden" for others than owners and admins, "missing", "invalid" */
export async function deletePerson(api: Api, requestId: string, keep: readonly Retention[], key: string) {
  const options = { type: deletion.type, key, failure: "Failed to delete their data" };
  await api.act(path`/portal_requests/${requestId}/person_deletion`, z.unknown(), { keep }, options);
}

const retainedAttributes = {
  part: z.enum(retainableParts),
  reason: z.string(),
  keepUntil: z.string(),
  keptByName: z.string(),
  insertedAt: z.string(),
};
const retainedList = z.array(z.object({ id: z.string(), attributes: z.object(retainedAttributes) }));
const retained = resource("retained_data", { ...retainedAttributes, sections: sectionsSchema });

/** What has to be kept of people who were deleted. */
export async function listRetained(api: Api) {
  const options = { method: "GET", failure: "Failed to fetch what has to be kept" } as const;
  const found = await api.act("/retained_data", retainedList, {}, options);
  return found.map(({ id, attributes }) => ({ id, ...attributes }));
}

/** @throws ApiError "missing" */
export function findRetained(api: Api, id: string) {
  return api.find(path`/retained_data/${id}`, retained, { failure: "Failed to fetch what has to be kept" });
}

export function openRetainedFile(api: Api, id: string, fileId: string): Promise<Download> {
  return api.download(path`/retained_data/${id}/files/${fileId}`, { failure: "Failed to open the file" });
}
