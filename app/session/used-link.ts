import type { FormNotice, FormReply } from "./form-reply.ts";

/** Whether the link that a form belongs to is used up, by its loader's notice or its action's reply. */
export function isUsed(notice: FormNotice | null, reply: FormReply<unknown> | undefined): boolean {
  return (reply === undefined ? notice : reply.notice)?.kind === "used";
}
