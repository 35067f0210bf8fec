import { threadPath } from "../record-paths.ts";
import type { CurrentUser } from "../session/current-user.ts";
import { messageLink } from "../ui/mail-link.ts";

/**
 * Where one writes to a client: their thread, or an email where the service stores no messages; null for an address that is none.
 * @param about the id of the property that one wants to write about
 */
export function writingPath(
  { counts }: Pick<CurrentUser, "counts">,
  { id, email }: { readonly id: string; readonly email: string | null },
  about: string | null = null,
): string | null {
  return counts.threadsUnread === null ? messageLink(email ?? "") : threadPath(id, about);
}
