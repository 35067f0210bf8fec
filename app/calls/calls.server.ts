import * as z from "zod/mini";
import { FormRefusal, typedMoment } from "../forms/forms.server.ts";
import type { Api } from "../json-api/api.ts";
import { mapFieldErrors } from "../json-api/api-error.ts";
import { path } from "../json-api/path.ts";
import type { TypedCall } from "./call.ts";

const fieldOf = {
  "nextTask.title": "nextTitle",
  "nextTask.dueOn": "nextDueOn",
};

const logged = z.unknown();

/**
 * Logs a call or a note, and adds the next task.
 * @throws FormRefusal for a time that the clock does not have; ApiError "invalid" with fields, "forbidden", "missing"
 */
export async function logCall(
  api: Api,
  about: { readonly type: "client" | "opportunity"; readonly id: string },
  { happenedAt: local, outcome, nextTitle, nextDueOn, ...typed }: TypedCall,
  { key, timeZone }: { readonly key: string; readonly timeZone: string },
): Promise<void> {
  const happenedAt = typedMoment("happenedAt", local, timeZone);
  if (happenedAt === null)
    throw new FormRefusal({ fieldErrors: { happenedAt: ["That time doesn't exist."] }, status: 400 });
  const nextTask = nextTitle === null ? null : { title: nextTitle, dueOn: nextDueOn };
  const input = { ...typed, happenedAt, outcome: outcome === "" ? null : outcome, nextTask };
  const place = about.type === "client" ? path`/clients/${about.id}/calls` : path`/opportunities/${about.id}/calls`;
  await mapFieldErrors(fieldOf, () => api.act(place, logged, input, { type: about.type, key }));
}
