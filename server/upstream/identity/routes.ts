import type { Route } from "../engine/action.ts";
import type { IdentityParts } from "./parts.ts";
import { colleagueInvitationRoutes } from "./resources/colleague-invitations.ts";
import { emailChangeRoutes } from "./resources/email-changes.ts";
import { mailedLinkCheckRoutes } from "./resources/mailed-link-checks.ts";
import { memberInvitationRoutes } from "./resources/member-invitations.ts";
import { memberRoutes } from "./resources/members.ts";
import { ownAccountRoutes } from "./resources/own-account.ts";
import { ownershipRoutes } from "./resources/ownership.ts";
import { passwordRoutes } from "./resources/passwords.ts";
import { registrationRoutes } from "./resources/registrations.ts";
import { sessionRoutes } from "./resources/sessions.ts";
import { signInLinkRoutes } from "./resources/sign-in-links.ts";
import { workspaceHandleRoutes } from "./resources/workspace-handles.ts";
import { workspaceRoutes } from "./resources/workspaces.ts";

/** Every call about people, sessions and workspaces. */
export function identityRoutes(parts: IdentityParts): Route[] {
  return [
    ...sessionRoutes(parts),
    ...signInLinkRoutes(parts),
    ...registrationRoutes(parts),
    ...passwordRoutes(parts),
    ...mailedLinkCheckRoutes(),
    ...workspaceHandleRoutes(),
    ...workspaceRoutes(parts),
    ...ownAccountRoutes(),
    ...ownershipRoutes(parts),
    ...emailChangeRoutes(parts),
    ...memberRoutes(),
    ...memberInvitationRoutes(parts),
    ...colleagueInvitationRoutes(parts),
  ];
}
