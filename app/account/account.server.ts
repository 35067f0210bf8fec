import type { RouterContextProvider } from "react-router";
import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { orNull, required } from "../json-api/api-error.ts";
import { type ChangeTerms, changedAttributes } from "../json-api/record.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { type Settled, settle } from "../json-api/settle.ts";
import { identityApiOf, logFaults } from "../session/session.server.ts";
import { accountAttributes, type accountForm } from "./account.ts";

const change = resource("email_change", {
  email: z.string(),
  hasPassword: z.boolean(),
  /** Null: no change waits. */
  newEmail: z.nullable(z.string()),
  isOldConfirmed: z.boolean(),
  isNewConfirmed: z.boolean(),
  expiresAt: z.nullable(z.string()),
});

const link = resource("email_change_link", {
  purpose: z.enum(["confirm_old", "confirm_new", "stop"]),
  /** open: the link's button does something. The others say what is the case instead. */
  state: z.enum(["open", "confirmed", "changed", "stopped", "expired"]),
  newEmail: z.string(),
  oldEmail: z.nullable(z.string()),
});
export type EmailChangeLink = RecordOf<typeof link>;

const stopped = resource("email_change_stop", { isRestored: z.boolean() });

const path = "/accounts/me/email_change";

/** @throws ApiError "missing" by a service that cannot change addresses */
export function findEmailChange(api: Api): Promise<RecordOf<typeof change>> {
  return api.find(path, change, { failure: "Failed to fetch your email" });
}

/** Asks both addresses to confirm. @throws ApiError "invalid" with the fields `email` and `password`; "busy" after too many emails */
export async function requestEmailChange(
  api: Api,
  typed: { readonly email: string; readonly password?: string | undefined },
) {
  const { email, password = "" } = typed;
  const input = { email, ...(password !== "" && { password }) };
  await api.act(path, change, input, { failure: "Failed to change your email" });
}

/** @throws ApiError "missing" when none waits; "busy" after too many emails */
export async function resendEmailChange(api: Api): Promise<void> {
  await api.act(`${path}/sending`, change, {}, { failure: "Failed to send the emails" });
}

/** Withdraws the change that waits, if there is one. */
export async function withdrawEmailChange(api: Api): Promise<void> {
  await api.remove(path, { failure: "Failed to withdraw the change" });
}

/** What a link leads to; looking changes nothing. @throws ApiError "missing" for one that is none */
export async function checkChangeLink(api: Api, token: string): Promise<EmailChangeLink> {
  const failure = "Failed to look at the link";
  return required(await api.act("/email_change_link_checks", link, { token }, { failure }), failure);
}

/** Twice is once. @throws ApiError "missing" for a link that no longer works; "conflict" where the address has another account */
export async function confirmEmailChange(api: Api, token: string): Promise<void> {
  await api.act("/email_change_confirmations", link, { token }, { failure: "Failed to confirm the address" });
}

/** Twice is once. @returns the account's id, and whether it has its old address @throws ApiError "missing" when it is too late */
export async function stopEmailChange(api: Api, token: string) {
  const failure = "Failed to stop the change";
  return required(await api.act("/email_change_stops", stopped, { token }, { type: link.type, failure }), failure);
}

const account = resource("account", accountAttributes);
type OwnAccount = RecordOf<typeof account>;

/** @throws ApiError "missing" by a service that keeps no accounts that can be changed */
export function findAccount(api: Api): Promise<OwnAccount> {
  return api.find("/accounts/me", account, { failure: "Failed to fetch your account" });
}

/** The account; null by a service that keeps none. */
export function findKeptAccount(api: Api): Promise<OwnAccount | null> {
  return orNull(findAccount(api));
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
