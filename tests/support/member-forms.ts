/** The forms about the members of a workspace. Its plan has room for two users: an invitation that is open makes way first. */
import { randomUUID } from "node:crypto";
import type { AgentForm } from "./form-types.ts";
import type { Visit, Visitor } from "./visitor.ts";

const nothing = () => ({});
const somebody = () => `colleague.${randomUUID().slice(0, 8)}@agents.example`;

export const memberForms: readonly AgentForm[] = [
  {
    pattern: "/settings/members/invitations/new",
    button: "Send invitations",
    does: "makes",
    typed: () => ({ emails: somebody(), role: "member" }),
    other: () => ({ emails: somebody() }),
    async open(visitor) {
      // One may stay: a service that lied about its revocation is not asked twice for the same.
      let last = null;
      for (let open = await findInvitation(visitor, "revocation"); open !== null && open !== last; ) {
        await visitor.open(open);
        await visitor.submitOnly({}, { button: "Revoke invitation" });
        last = open;
        open = await findInvitation(visitor, "revocation");
      }
      return visitor.open("/settings/members/invitations/new");
    },
  },
  {
    pattern: "/settings/members/invitations/:colleagueInvitationId/sending",
    button: "Send invitation",
    does: "makes",
    typed: nothing,
    open: (visitor) => openInvitation(visitor, "sending"),
  },
  {
    pattern: "/settings/members/invitations/:colleagueInvitationId/revocation",
    button: "Revoke invitation",
    does: "changes",
    typed: nothing,
    open: (visitor) => openInvitation(visitor, "revocation"),
  },
  {
    pattern: "/settings/members/:memberId",
    button: "Save member",
    does: "changes",
    typed: () => ({ notes: `Licensed until May, ${randomUUID()}` }),
    async open(visitor) {
      const { html } = await visitor.open("/settings/members?sort=role");
      const [, id] = /href="\/settings\/members\/([0-9a-f-]{36})"/.exec(html) ?? [];
      return visitor.open(`/settings/members/${id}`);
    },
  },
];

/** Invites a colleague; gives the invitation's id. */
export async function inviteColleague(visitor: Visitor, email: string): Promise<string> {
  await visitor.open("/settings/members/invitations/new");
  const sent = await visitor.submit({ emails: email, role: "member" }, { button: "Send invitations" });
  const [, id] = /\/invitations\/([0-9a-f-]{36})\/sending/.exec(sent.html) ?? [];
  if (id === undefined) throw new Error(`${email} is not among the invitations: ${sent.text.slice(0, 400)}`);
  return id;
}

/** The page of the newest invitation that is open; null without one. */
async function findInvitation(visitor: Visitor, step: "sending" | "revocation"): Promise<string | null> {
  const { html } = await visitor.open("/settings/members/invitations");
  const [, id] = /\/invitations\/([0-9a-f-]{36})\/revocation/.exec(html) ?? [];
  return id === undefined ? null : `/settings/members/invitations/${id}/${step}`;
}

async function openInvitation(visitor: Visitor, step: "sending" | "revocation"): Promise<Visit> {
  if ((await findInvitation(visitor, step)) === null) await inviteColleague(visitor, somebody());
  return visitor.open((await findInvitation(visitor, step)) ?? "");
}
