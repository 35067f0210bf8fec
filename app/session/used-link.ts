import type { FormNotice, FormReply } from "../forms/form-reply.ts";

/**
 * What stands instead of the form of a link that is used up; null while there is a form.
 * @param notice what the loader knew @param reply what the action answered, which wins
 */
export function usedNotice(notice: FormNotice | null, reply: FormReply<unknown> | undefined): FormNotice | null {
  const latest = reply === undefined ? notice : reply.notice;
  return latest?.kind === "used" ? latest : null;
}
