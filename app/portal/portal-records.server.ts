import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { path } from "../json-api/path.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { overviewAttributes } from "./overview.ts";

/** The calls for clients: the only file that names their JSON:API types. */

const overview = resource("portal_overview", overviewAttributes);
export type Overview = RecordOf<typeof overview>;

const me = resource("portal_person", {
  name: z.string(),
  email: z.string(),
  phoneNumber: z.nullable(z.string()),
  language: z.nullable(z.enum(["en", "es"])),
});
const signIns = z.array(
  z.object({
    id: z.string(),
    attributes: z.object({ device: z.nullable(z.string()), insertedAt: z.string(), isCurrent: z.boolean() }),
  }),
);

/** Where somebody is signed in. */
export interface SignIn {
  readonly id: string;
  readonly device: string | null;
  readonly insertedAt: string;
  readonly isCurrent: boolean;
}

/** What the client is asked to do, and what comes next. */
export function findOverview(api: Api): Promise<Overview> {
  return api.find("/portal/overview", overview, { failure: "Failed to fetch the overview" });
}

/** Ticks a task off; a second time is a no-op. @throws ApiError "missing" */
export async function completeTask(api: Api, id: string): Promise<void> {
  await api.act(path`/portal/tasks/${id}/completion`, overview, {}, { failure: "Failed to complete the task" });
}

/** Takes that back. @throws ApiError "missing" */
export async function reopenTask(api: Api, id: string): Promise<void> {
  await api.remove(path`/portal/tasks/${id}/completion`, { failure: "Failed to reopen the task" });
}

/** The person of the portal. */
export function findMe(api: Api): Promise<RecordOf<typeof me>> {
  return api.find("/portal/me", me, { failure: "Failed to fetch your details" });
}

export interface MyDetails {
  readonly name: string;
  readonly phoneNumber: string | null;
  readonly language: "en" | "es";
}

/** @throws ApiError "invalid" with fields */
export async function updateMe(api: Api, details: MyDetails, key: string): Promise<void> {
  const failure = "Failed to save your details";
  await api.act("/portal/me", me, { ...details }, { method: "PATCH", key, failure });
}

/** Where the person is signed in, newest first. */
export async function listSignIns(api: Api): Promise<readonly SignIn[]> {
  const options = { method: "GET", failure: "Failed to fetch the sign-ins" } as const;
  const found = await api.act("/portal/sign_ins", signIns, {}, options);
  return found.map(({ id, attributes }) => ({ id, ...attributes }));
}

/** @throws ApiError "missing" for one that is not the person's own */
export async function endSignIn(api: Api, id: string): Promise<void> {
  await api.remove(path`/portal/sign_ins/${id}`, { failure: "Failed to end the sign-in" });
}
