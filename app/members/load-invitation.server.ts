import type { RouterContextProvider } from "react-router";
import { settingsContext } from "../session/context.ts";
import { identityApiOf, load, permitted, recordId, refuse, requirePermission } from "../session/session.server.ts";
import { findInvitation, type Invitation } from "./colleague-invitations.server.ts";
import { invitationsPath } from "./invitation-list.ts";
import { listPath } from "./member-list.ts";

type Context = Readonly<RouterContextProvider>;

const toMembers = { label: "Back to members", href: listPath };

/** Only those who manage members invite colleagues. @throws 403 */
export function requireInviting(context: Context): void {
  requirePermission(context, "members.manage", "invite colleagues", toMembers);
}

/** Whether somebody new can be let in at all. */
export function isLettingIn(context: Context): boolean {
  return context.get(settingsContext).registration !== "closed";
}

/** @throws 403 while nobody new is let in */
export function requireLettingIn(context: Context): void {
  if (isLettingIn(context)) return;
  const who = `Questions? Ask ${context.get(settingsContext).supportEmail}.`;
  throw refuse({ refused: "No new accounts are created here.", who, back: toMembers });
}

/** The invitation that the URL names, to send it again or to revoke it. @throws 404; 403 */
export async function loadInvitationFor(
  action: "send" | "revoke",
  context: Context,
  { colleagueInvitationId }: { readonly colleagueInvitationId: string },
): Promise<Invitation> {
  requireInviting(context);
  const id = recordId(colleagueInvitationId);
  const found = await load(findInvitation(identityApiOf(context), id));
  const refused = action === "send" ? "This invitation was accepted already." : "This invitation can't be revoked.";
  return permitted(found, action, { refused, back: { label: "All invitations", href: invitationsPath } });
}
