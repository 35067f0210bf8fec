import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { created } from "../engine/answer.ts";
import { lineOf } from "../engine/inputs.ts";
import { recordType } from "../engine/record.ts";
import { notFound } from "../engine/refusal.ts";
import { recordSignIn } from "./access-events.ts";
import { handle, secret } from "./inputs.ts";
import { acceptMemberInvitation } from "./invitation-acceptance.ts";
import { findMemberInvitation } from "./member-invitations.ts";
import type { IdentityParts } from "./parts.ts";
import { answerBegun, sessionType } from "./session-type.ts";

const memberInvitationCheck = recordType(
  "member_invitation_check",
  z.object({
    email: z.string(),
    role: z.string(),
    /** Of the account that the address has already. */
    name: z.string().nullable(),
    /** Null: the person makes a workspace, by this handle if there is one. */
    workspace_name: z.string().nullable(),
    workspace_handle: z.string().nullable(),
    /** Whether accepting asks for neither name nor password: the person has an account. */
    joins_at_once: z.boolean(),
  }),
);

/** POST of an invitation's token, which is in no URL: what it invites to, and its acceptance. */
export function memberInvitationRoutes(parts: IdentityParts): Route[] {
  const check = action({
    method: "POST",
    path: "/member_invitation_checks",
    summary: "What an invitation's link leads to; looking does not use it up",
    access: "anyone",
    input: { type: "member_invitation_check", attributes: z.object({ token: secret }) },
    answers: { status: 201, of: memberInvitationCheck },
    transaction: "own",
    async run({ database, attributes: { token }, now }) {
      const found = await findMemberInvitation(database, parts, token, now);
      if (!found) throw notFound();
      const { email, role, name, workspace, workspaceHandle, joinsAtOnce } = found;
      const attributes = { email, role, name, workspace_name: workspace?.name ?? null, joins_at_once: joinsAtOnce };
      return created(memberInvitationCheck, {
        id: crypto.randomUUID(),
        attributes: { ...attributes, workspace_handle: workspaceHandle },
      });
    },
  });

  const accept = action({
    method: "POST",
    path: "/member_invitation_acceptances",
    summary:
      "Accept an invitation: join or make the workspace, with a name and a password where it asks for them; signs in",
    access: "anyone",
    input: {
      type: "member_invitation_acceptance",
      attributes: z.object({
        token: secret,
        name: lineOf("Name").optional(),
        password: secret.optional(),
        workspaceName: lineOf("Workspace name").optional(),
        workspaceHandle: handle.optional(),
      }),
    },
    answers: { status: 201, of: sessionType },
    transaction: "own",
    async run({ request, database, attributes, now }) {
      const { workspaceId, ...begun } = await acceptMemberInvitation(database, parts, attributes, now);
      return answerBegun(await recordSignIn(database, request, begun, now), null, workspaceId);
    },
  });

  return [check, accept];
}
