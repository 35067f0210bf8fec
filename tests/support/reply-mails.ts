/** A mail server in front of the service, which hands replies by email over. */
import { pino } from "pino";
import { type ListenerParts, openListener } from "#server/inbound/listener.ts";
import type { Mailbox } from "#server/upstream/replies/mailbox.ts";
import { createReplyAddresses, type ReplyRecipient, replyAddressOf } from "#server/upstream/replies/reply-addresses.ts";
import { deliverMail, replies } from "./mail-delivery.ts";
import { secrets } from "./upstream-assembly.ts";
import type { UpstreamService } from "./upstream-service.ts";

/** The address that an email to somebody names for replies. */
export function replyAddress(
  { database }: Pick<UpstreamService, "database">,
  recipient: ReplyRecipient,
): Promise<string> {
  return replyAddressOf(database.orm, createReplyAddresses(replies.domain, secrets), recipient);
}

export interface TestListener {
  readonly port: number;
  /** Delivers an email; gives the answer, as in "250 2.6.0 Taken". */
  deliver(mail: Uint8Array, to: string, from?: string): Promise<string>;
  close(): Promise<void>;
}

type Settings = Pick<ListenerParts, "limits"> & { readonly protocol?: "smtp" | "lmtp" };

/** Listens for emails of a mailbox. */
export async function startListener(
  mailbox: Mailbox,
  { protocol = "smtp", ...parts }: Settings = {},
): Promise<TestListener> {
  const settings = { port: 0, host: "127.0.0.1", protocol };
  const log = pino({ level: "silent" });
  const listener = await openListener({ settings, domain: replies.domain, mailbox, log, ...parts });
  return {
    port: listener.port,
    close: () => listener.close(),
    deliver: (raw, to, from) => deliverMail({ port: listener.port, lmtp: protocol === "lmtp" }, { raw, to, from }),
  };
}
