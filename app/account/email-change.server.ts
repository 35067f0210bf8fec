import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { required } from "../json-api/api-error.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";

/** The calls about another address of one's account: the only file that names their JSON:API types. */

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
