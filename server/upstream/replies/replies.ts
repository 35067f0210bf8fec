/** Replies by email: their addresses, their way into the threads, and what agents decide about them. */

import type { Jobs } from "../../jobs/jobs.ts";
import type { Route } from "../engine/action.ts";
import { changeRoute, findRoute, listRoute } from "../engine/table-routes.ts";
import { acceptMail, addAcceptedFiles, dismissMail } from "./accepting.ts";
import { type FilingParts, fileMail } from "./filing.ts";
import { inboundMail, inboundMailList } from "./inbound-mail.ts";
import { createMailbox, type Mailbox } from "./mailbox.ts";
import { inboundMailQueue } from "./queues.ts";
import { createReplyAddresses, type ReplyAddresses } from "./reply-addresses.ts";

export interface ReplySettings {
  /** Of the addresses that replies go to. */
  readonly domain: string;
  /** Under which the mail server in front writes what it has found out about senders; null: nothing is believed. */
  readonly authservId: string | null;
}

export interface RepliesParts extends Omit<FilingParts, "replyDomain" | "authservId"> {
  /** Null: emails name no address to reply to. */
  readonly settings: ReplySettings | null;
  readonly secrets: readonly string[];
}

export interface Replies {
  readonly routes: readonly Route[];
  /** Null where emails name no address to reply to. */
  readonly addresses: ReplyAddresses | null;
  /** Takes emails for these addresses; null where there are none. */
  readonly mailbox: Mailbox | null;
}

/** Opens the room, and begins to work on emails that were taken. */
export async function openReplies({ settings, secrets, ...parts }: RepliesParts): Promise<Replies> {
  const { jobs } = parts;
  const addresses = settings && createReplyAddresses(settings.domain, secrets);
  const filing = { ...parts, replyDomain: settings?.domain ?? null, authservId: settings?.authservId ?? null };
  await jobs.work(inboundMailQueue, async ({ key, signal }) => {
    await fileMail(filing, key, signal);
    await addAcceptedFiles(filing, key, signal);
  });
  return { routes: replyRoutes(jobs), addresses, mailbox: addresses && createMailbox({ ...parts, addresses }) };
}

/** Replies by email that wait for an agent. */
function replyRoutes(jobs: Jobs): readonly Route[] {
  return [
    listRoute(inboundMail, inboundMailList, "Replies by email that an agent has to look at, oldest first"),
    findRoute(inboundMail, "A reply by email that an agent has to look at"),
    changeRoute(inboundMail, {
      summary: "Put a reply by email into its thread, as written by the person it was for",
      method: "POST",
      below: "/acceptance",
      needs: "accept",
      run: (write) => acceptMail(write, jobs),
    }),
    changeRoute(inboundMail, {
      summary: "Leave a reply by email out of its thread",
      method: "POST",
      below: "/dismissal",
      needs: "dismiss",
      run: dismissMail,
    }),
  ];
}
