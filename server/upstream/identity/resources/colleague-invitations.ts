import { sql } from "drizzle-orm";
import { z } from "zod";
import { action, type Route } from "../../engine/action.ts";
import { created, found } from "../../engine/answer.ts";
import { checkIfMatch } from "../../engine/precondition.ts";
import { readOne } from "../../engine/reading.ts";
import { recordType } from "../../engine/record.ts";
import { forbidden } from "../../engine/refusal.ts";
import { changeRoute, findRoute, listRoute, type RecordWrite } from "../../engine/table-routes.ts";
import { changeRecord, requireRecord } from "../../engine/writing.ts";
import { may } from "../../permissions.ts";
import { colleagueInvitations } from "../../tables.ts";
import { colleagueInvitation, colleagueInvitationList } from "../colleague-invitation.ts";
import { email } from "../inputs.ts";
import { endLinkOf, inviteAgain, inviteColleagues } from "../inviting.ts";
import type { IdentityParts } from "../parts.ts";

const role = z.enum(["admin", "manager", "member", "instructor"]);
const invited = z.object({ email: z.string(), role });

/** Several addresses at once: none is invited unless all can be. */
const batch = recordType("colleague_invitation_batch", z.object({ invited: z.int() }));
const batchInput = z.object({ emails: z.array(email).min(1).max(50), role });

/** Who was invited to work in the workspace: for those who manage its members. */
export function colleagueInvitationRoutes(parts: IdentityParts): Route[] {
  const invite = action({
    method: "POST",
    path: "/colleague_invitation_batches",
    summary: "Invite up to 50 addresses to the workspace, all or none",
    access: "workspace",
    input: { type: batch.type, attributes: batchInput },
    answers: { status: 201, of: batch },
    async run({ database, currentUser, attributes, now }) {
      if (!may(currentUser, "members.manage")) throw forbidden();
      await inviteColleagues({ database, currentUser, now }, parts, attributes);
      return created(batch, { id: crypto.randomUUID(), attributes: { invited: attributes.emails.length } });
    },
  });

  const sendAgain = action({
    method: "POST",
    path: "/colleague_invitations/:id/sending",
    summary: "Send an invitation again, with another link",
    access: "workspace",
    answers: { status: 200, of: colleagueInvitation.of },
    async run({ database, currentUser, request, id, now }) {
      await inviteAgain({ database, currentUser, now }, parts, async () => {
        const where = { database, currentUser };
        const record = await requireRecord(where, colleagueInvitation, id(), "send", { isLocked: true });
        checkIfMatch(request.headers, record);
        return invited.parse(record.attributes);
      });
      return found(colleagueInvitation.of, (await readOne(database, colleagueInvitation, currentUser, id())).record);
    },
  });

  return [
    listRoute(colleagueInvitation, colleagueInvitationList, "Who was invited to the workspace, newest first"),
    findRoute(colleagueInvitation, "An invitation to the workspace"),
    invite,
    sendAgain,
    changeRoute(colleagueInvitation, {
      summary: "Revoke an invitation: its link stops working",
      method: "POST",
      below: "/revocation",
      needs: "revoke",
      run: revoke,
    }),
  ];
}

async function revoke(write: RecordWrite): Promise<void> {
  const { database, record, now } = write;
  const changes = [{ field: "email", before: invited.parse(record.attributes).email, after: null }];
  await endLinkOf(database, record.id);
  const isOpen = sql`${colleagueInvitations.revokedAt} is null`;
  await changeRecord(write, colleagueInvitation, "revoked", { revokedAt: now }, changes, isOpen);
}
