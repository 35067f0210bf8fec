import type { RouterContextProvider } from "react-router";
import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { path } from "../json-api/path.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { type Settled, settle } from "../json-api/settle.ts";
import { apiOf, logFaults } from "../session/session.server.ts";

const tried = { to: z.string(), reason: z.nullable(z.string()), nextTryAt: z.nullable(z.string()) };
const delivery = resource("mail_delivery", {
  isSending: z.boolean(),
  waiting: z.number(),
  waitingEmails: z.array(z.object({ ...tried, subject: z.string(), since: z.string() })),
  givenUp: z.array(z.object({ to: z.string(), subject: z.string(), at: z.string(), reason: z.nullable(z.string()) })),
});
const ofThread = resource("waiting_message_mails", {
  emails: z.array(z.object({ ...tried, messageNumber: z.number() })),
});

export type MailDelivery = RecordOf<typeof delivery>;
/** An email about a message that has not gone out. */
export type WaitingMessageMail = RecordOf<typeof ofThread>["emails"][number];
/** @throws ApiError "forbidden", and "missing" by a service that does not say it */
export function findDelivery(api: Api): Promise<MailDelivery> {
  return api.find("/mail_delivery", delivery, { failure: "Failed to fetch the emails that wait" });
}

/** Has the emails that wait tried at once. */
export async function tryDelivery(api: Api): Promise<void> {
  await api.act("/mail_delivery/tries", delivery, {}, { failure: "Failed to try the emails again" });
}

/** The emails about a thread's messages that wait. The promise never rejects. */
export function loadWaitingMessageMails(
  context: Readonly<RouterContextProvider>,
  clientId: string,
): Promise<Settled<readonly WaitingMessageMail[]>> {
  const failure = "Failed to fetch the emails that wait";
  const find = async (api: Api) =>
    (await api.find(path`/message_threads/${clientId}/waiting_mails`, ofThread, { failure })).emails;
  return settle(apiOf(context), find, logFaults(context));
}
