import type { RouterContextProvider } from "react-router";
import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { path } from "../json-api/path.ts";
import { type ChangeTerms, changedAttributes } from "../json-api/record.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { type Settled, settle } from "../json-api/settle.ts";
import { logFaults } from "../session/session.server.ts";
import { choicesAttributes, type MailChoices, mailChoices } from "./mail-choices.ts";

const choices = resource("mail_choices", choicesAttributes);
const ownChoice = resource("portal_mail_choice", { choice: z.enum(mailChoices) });
const subscription = resource("mail_subscription", {
  kind: z.enum(["account", "client"]),
  email: z.string(),
  workspaceName: z.string(),
  /** Null: several, for different topics. */
  choice: z.nullable(z.enum(mailChoices)),
});
export type Subscription = RecordOf<typeof subscription>;
type MailChoice = (typeof mailChoices)[number];

/** The current user's own. @throws ApiError "missing" by a service that has no notifications */
export function findMailChoices(api: Api): Promise<RecordOf<typeof choices>> {
  return api.find("/mail_choices", choices, { failure: "Failed to fetch your email choices" });
}

/** Changes those that were changed in the form. */
export async function changeMailChoices(api: Api, typed: MailChoices, { isChanged, key }: ChangeTerms): Promise<void> {
  const failure = "Failed to save your email choices";
  await api.act("/mail_choices", choices, changedAttributes(typed, isChanged), { method: "PATCH", key, failure });
}

async function findOwnChoice(api: Api): Promise<MailChoice> {
  return (await api.find("/portal/mail_choice", ownChoice, { failure: "Failed to fetch your email choice" })).choice;
}

export async function chooseOwn(api: Api, choice: MailChoice): Promise<void> {
  const failure = "Failed to save your email choice";
  await api.act("/portal/mail_choice", ownChoice, { choice }, { method: "PATCH", failure });
}

/** What the client's person wants. The promise never rejects. */
export function loadOwnChoice(context: Readonly<RouterContextProvider>, api: Api): Promise<Settled<MailChoice>> {
  return settle(api, findOwnChoice, logFaults(context));
}

/** Whose emails the link in one of them is about. @throws ApiError "missing" for a token that is none */
export function findSubscription(api: Api, token: string): Promise<Subscription> {
  return api.find(path`/mail_subscriptions/${token}`, subscription, { failure: "Failed to look at the link" });
}

/** @throws ApiError "missing" for a token that is none */
export async function chooseBySubscription(api: Api, token: string, choice: MailChoice): Promise<void> {
  const failure = "Failed to save your email choice";
  await api.act(path`/mail_subscriptions/${token}`, subscription, { choice }, { method: "PATCH", failure });
}
