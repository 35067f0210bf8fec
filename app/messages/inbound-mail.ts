import { href } from "react-router";
import * as z from "zod/mini";

/** A reply by email of which it is not proved who sent it. */

/** What makes an email look automatic. */
const automaticSigns = ["says_automatic", "no_return", "bulk", "list", "no_answers", "subject"] as const;

export const inboundMailAttributes = {
  state: z.enum(["waiting", "added", "dismissed"]),
  doubt: z.enum(["other_sender", "not_proved", "payment_details", ...automaticSigns]),
  /** Whether it came as a member's reply: the client sees it once it is accepted. */
  isOfStaff: z.boolean(),
  authorName: z.string(),
  fromAddress: z.string(),
  body: z.string(),
  /** All of the email, where that is more. */
  original: z._default(z.nullable(z.string()), null),
  attachmentNames: z.array(z.string()),
  clientId: z.string(),
  insertedAt: z.string(),
};

export interface InboundMail extends z.output<z.ZodMiniObject<typeof inboundMailAttributes>> {
  readonly id: string;
  readonly can: readonly string[] | null;
}

const signs: Readonly<Partial<Record<InboundMail["doubt"], string>>> = {
  says_automatic: "It says that a program sent it.",
  no_return: "It came without an address for answers, as automatic emails do.",
  bulk: "It says that it went to many people.",
  list: "It came through a group or a mailing list.",
  no_answers: "It asks for no automatic answers, as automatic emails do.",
  subject: "Its subject reads like that of an automatic answer.",
};

/** Whether it looks as if no person wrote it. */
export function looksAutomatic({ doubt }: Pick<InboundMail, "doubt">): boolean {
  return signs[doubt] !== undefined;
}

/** Why it waits, as a sentence. */
export function doubtOf({ doubt, fromAddress }: Pick<InboundMail, "doubt" | "fromAddress">): string {
  const sign = signs[doubt];
  if (sign !== undefined) return `${sign} It is from ${fromAddress}.`;
  if (doubt === "other_sender") return `It came from ${fromAddress}, which is not the address that it was for.`;
  if (doubt === "payment_details") return "It looks like payment details. Check them before the client sees them.";
  return `It says that it is from ${fromAddress}, but that is not proved. Ask by phone if it surprises you.`;
}

/** Where it is accepted or dismissed. */
export function decisionPath({ id, clientId }: Pick<InboundMail, "id" | "clientId">, what: "acceptance" | "dismissal") {
  const names = { clientId, mailId: id };
  return what === "acceptance"
    ? href("/messages/:clientId/emails/:mailId/acceptance", names)
    : href("/messages/:clientId/emails/:mailId/dismissal", names);
}
