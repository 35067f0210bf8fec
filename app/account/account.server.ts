import type { RouterContextProvider } from "react-router";
import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import { changedAttributes } from "../json-api/changed-attributes.ts";
import type { ChangeTerms } from "../json-api/record.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { type Settled, settle } from "../json-api/settle.ts";
import { identityApiOf, logFaults } from "../session/session.server.ts";
import { accountAttributes, type accountForm } from "./account.ts";

/** The calls about one's own account: the only file that names their JSON:API types. */

const account = resource("account", accountAttributes);
export type OwnAccount = RecordOf<typeof account>;

/** @throws ApiError "missing" by a service that keeps no accounts that can be changed */
export function findAccount(api: Api): Promise<OwnAccount> {
  return api.find("/accounts/me", account, { failure: "Failed to fetch your account" });
}

/** The same; null by a service that keeps none. */
export async function findKeptAccount(api: Api): Promise<OwnAccount | null> {
  try {
    return await findAccount(api);
  } catch (error) {
    if (error instanceof ApiError && error.kind === "missing") return null;
    throw error;
  }
}

/** Changes what was changed in the form. @throws ApiError "stale", "invalid" with fields */
export async function updateAccount(
  api: Api,
  id: string,
  typed: z.output<typeof accountForm>,
  { isChanged, ...terms }: ChangeTerms,
): Promise<void> {
  const changed = changedAttributes(typed, isChanged);
  await api.update("/accounts/me", account, id, changed, { ...terms, failure: "Failed to save your account" });
}

const accessEvents = resource("access_events", {
  events: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      device: z.string(),
      network: z.string(),
      tries: z.number(),
      occurredAt: z.string(),
    }),
  ),
});
export type AccessEvent = RecordOf<typeof accessEvents>["events"][number];

/** The latest sign-ins to the current user's account, and changes of the ways in; newest first. The promise never rejects. */
export function loadAccessEvents(context: Readonly<RouterContextProvider>): Promise<Settled<readonly AccessEvent[]>> {
  const failure = "Failed to fetch your latest sign-ins";
  const find = async (api: Api) => (await api.find("/accounts/me/access_events", accessEvents, { failure })).events;
  return settle(identityApiOf(context), find, logFaults(context));
}
