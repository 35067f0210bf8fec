import { z } from "zod";
import { host, mailDomain, port } from "../setting-values.ts";
import { StartRefused } from "../start-refused.ts";
import type { ReplySettings } from "../upstream/replies/replies.ts";

export const inboundSettings = {
  REPLY_DOMAIN: mailDomain
    .optional()
    .describe("Domain of the addresses that replies by email go to; unset: emails name none"),
  INBOUND_SMTP_PORT: port
    .optional()
    .describe("TCP port on which a mail server hands over replies by email; unset: none are taken"),
  INBOUND_SMTP_HOST: host.default("127.0.0.1").describe("Address to listen on for that mail server"),
  INBOUND_SMTP_PROTOCOL: z.enum(["smtp", "lmtp"]).default("smtp").describe("What that mail server speaks there"),
  INBOUND_AUTHSERV_ID: mailDomain
    .optional()
    .describe("Its name in Authentication-Results; unset: an agent confirms every reply by email"),
};

export interface InboundMailSettings {
  readonly port: number;
  readonly host: string;
  readonly protocol: "smtp" | "lmtp";
}

/** Where `listen` has to take the mail. */
export function inboundPlace({ host, port }: InboundMailSettings) {
  return { host, port, name: "The listener for replies by email", prefix: "INBOUND_SMTP_" };
}

type Given = z.infer<z.ZodObject<typeof inboundSettings>> & { readonly API_URL?: string | undefined };

/** Null where mails have no Reply-To. */
export function repliesOf({ REPLY_DOMAIN: domain, INBOUND_AUTHSERV_ID: authservId }: Given): ReplySettings | null {
  return domain === undefined ? null : { domain, authservId: authservId ?? null };
}

/** @throws StartRefused */
export function inboundMailOf(given: Given): InboundMailSettings | null {
  const { INBOUND_SMTP_PORT: port, INBOUND_SMTP_HOST: host, INBOUND_SMTP_PROTOCOL: protocol } = given;
  if (port === undefined) return null;
  if (given.REPLY_DOMAIN === undefined)
    throw new StartRefused("The setting REPLY_DOMAIN must be set where INBOUND_SMTP_PORT is.");
  if (given.API_URL !== undefined)
    throw new StartRefused("The setting INBOUND_SMTP_PORT must be unset with API_URL: that service keeps the threads.");
  return { port, host, protocol };
}
