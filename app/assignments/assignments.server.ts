import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { mapFieldErrors } from "../json-api/api-error.ts";
import { path } from "../json-api/path.ts";
import type { ChangeTerms } from "../json-api/record.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { type AssignedRef, assignedKinds, assignmentAttributes } from "./assignment.ts";

/** The calls about whose record something is: the only file that names their JSON:API type. */

const assignment = resource("assignment", assignmentAttributes);
export type FoundAssignment = RecordOf<typeof assignment>;

/** @throws ApiError "missing", also by a service without assignments */
export function findAssignment(api: Api, { kind, id }: AssignedRef): Promise<FoundAssignment> {
  return api.find(assignedKinds[kind].calls + path`/${id}/assignment`, assignment, {
    failure: "Failed to fetch the agent",
  });
}

export interface NewAgent {
  readonly accountId: string;
  readonly withDeals: boolean;
  readonly withTasks: boolean;
}

/** Gives a record to a colleague; again is nothing. @throws ApiError "stale", "invalid" with the form's fields, "forbidden", "missing" */
export async function changeAgent(
  api: Api,
  { kind, id }: AssignedRef,
  agent: NewAgent,
  { key, etag }: Pick<ChangeTerms, "key" | "etag">,
): Promise<void> {
  const options = { type: "assignment", key, etag, failure: "Failed to change the agent" };
  await mapFieldErrors(
    (name) => (name === "accountId" ? "agentText" : name),
    () =>
      api.act(
        assignedKinds[kind].calls + path`/${id}/assignment`,
        z.optional(z.looseObject({})),
        { ...agent },
        options,
      ),
  );
}
