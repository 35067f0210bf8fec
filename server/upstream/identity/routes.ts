import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { created, found } from "../engine/answer.ts";
import { recordType } from "../engine/record.ts";
import { colleagueInvitationRoutes } from "./colleague-invitation.ts";
import { emailChangeRoutes } from "./email-changes.ts";
import { findObstacle, normaliseHandle } from "./handles.ts";
import { secret } from "./inputs.ts";
import { memberInvitationRoutes } from "./invitation-acceptance.ts";
import { findLink, purposes } from "./mailed-links.ts";
import { memberRoutes, type PassOn } from "./members.ts";
import { ownAccountRoutes } from "./own-account.ts";
import { ownershipRoutes } from "./ownership.ts";
import type { IdentityParts } from "./parts.ts";
import { passwordRoutes } from "./passwords.ts";
import { registrationRoutes } from "./registrations.ts";
import { sessionRoutes, signInLinkRoutes } from "./sign-in.ts";
import { workspaceRoutes } from "./workspace-routes.ts";

/** The routes of people, sessions and workspaces. @param passOn hands over the records of a member who becomes an instructor */
export function identityRoutes(parts: IdentityParts, passOn: PassOn): Route[] {
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
    ...memberRoutes(passOn),
    ...memberInvitationRoutes(parts),
    ...colleagueInvitationRoutes(parts),
  ];
}

const mailedLinkCheck = recordType("mailed_link_check", z.object({ is_live: z.boolean() }));

function mailedLinkCheckRoutes(): Route[] {
  const check = action({
    method: "POST",
    path: "/mailed_link_checks",
    summary: "Whether a mailed link still works; looking does not use it up",
    access: "anyone",
    input: { type: "mailed_link_check", attributes: z.object({ purpose: z.enum(purposes), token: secret }) },
    answers: { status: 201, of: mailedLinkCheck },
    transaction: "own",
    async run({ database, attributes: { purpose, token }, now }) {
      const link = await findLink(database, purpose, token, now);
      return created(mailedLinkCheck, { id: crypto.randomUUID(), attributes: { is_live: link !== null } });
    },
  });
  return [check];
}

const workspaceHandleType = recordType(
  "workspace_handle",
  z.object({ available: z.boolean(), reason: z.enum(["taken", "reserved", "malformed"]).nullable() }),
);

function workspaceHandleRoutes(): Route[] {
  const show = action({
    method: "GET",
    path: "/workspace_handles/:handle",
    summary: "Whether a workspace can be called by a handle, or what is in the way",
    access: "anyone",
    answers: { status: 200, of: workspaceHandleType },
    async run({ database, segment, now }) {
      const handle = normaliseHandle(segment("handle"));
      const reason = await findObstacle(database, handle, now);
      return found(workspaceHandleType, { id: handle, attributes: { available: reason === null, reason } });
    },
  });
  return [show];
}
