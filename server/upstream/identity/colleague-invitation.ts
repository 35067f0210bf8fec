/** The resource `colleague_invitation`: an address that was invited to work in a workspace. */
import { and, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { renderEmail } from "../../mail/email-template.ts";
import { fullName } from "../engine/account-name.ts";
import { action, type Route } from "../engine/action.ts";
import { created, found } from "../engine/answer.ts";
import type { Member, Role } from "../engine/current-user.ts";
import { trueOrFalse } from "../engine/filters.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { checkIfMatch, readOne } from "../engine/reading.ts";
import { computed, moment, recordType, text } from "../engine/record.ts";
import { forbidden, invalidAttribute } from "../engine/refusal.ts";
import { defineTable, inWorkspace, type ListRules } from "../engine/table.ts";
import { changeRoute, findRoute, listRoute, type RecordWrite } from "../engine/table-routes.ts";
import { changeRecord, requireRecord } from "../engine/writing.ts";
import { unmarkBounced } from "../notifications/bounces.ts";
import { may } from "../permissions.ts";
import { planLimit, planLimits } from "../plan-limits.ts";
import { accounts, colleagueInvitations, mailedLinks, members, workspaces } from "../tables.ts";
import { email } from "./inputs.ts";
import { ended, isOverMailLimit } from "./mailed-links.ts";
import { inviteMember } from "./member-invitations.ts";
import { countUsers } from "./memberships.ts";
import type { IdentityParts } from "./parts.ts";

const table = colleagueInvitations;

const states = ["sent", "accepted", "expired", "revoked", "bounced"] as const;

// The outbox keeps a mail for a while; from then on an invitation that never arrived counts as expired.
const state = sql`case
  when ${table.acceptedAt} is not null then 'accepted'
  when ${table.revokedAt} is not null then 'revoked'
  when exists (select from mail.outbox where id = ${table.mailId} and state = 'failed') then 'bounced'
  when ${table.expiresAt} <= now() then 'expired'
  else 'sent' end`;

export const colleagueInvitation = defineTable({
  type: "colleague_invitation",
  path: "/colleague_invitations",
  table,
  history: {
    topic: "workspace",
    labels: {
      sent: "Colleague invited",
      sent_again: "Invitation of a colleague sent again",
      accepted: "Invitation of a colleague accepted",
      revoked: "Invitation of a colleague revoked",
    },
  },
  attributes: {
    state: computed(state, z.enum(states)),
    email: text(table.email),
    role: text(table.role),
    sent_at: moment(table.sentAt),
    expires_at: moment(table.expiresAt),
    accepted_at: moment(table.acceptedAt),
    revoked_at: moment(table.revokedAt),
    inserted_at: moment(table.insertedAt),
    updated_at: moment(table.updatedAt),
  },
  scope: (currentUser) =>
    sql`${inWorkspace(table, currentUser)} and ${may(currentUser, "members.manage") ? sql`true` : sql`false`}`,
  can: (_currentUser, { state }) => (state === "accepted" ? [] : ["send", "revoke"]),
});

const colleagueInvitationList: ListRules = {
  sorts: { inserted_at: { column: table.insertedAt, as: "moment" } },
  defaultSort: "-inserted_at",
  filters: {
    open: trueOrFalse((isTrue) => sql`(${table.acceptedAt} is null and ${table.revokedAt} is null) = ${isTrue}`),
  },
};

const role = z.enum(["admin", "manager", "member", "instructor"]);
const invited = z.object({ email: z.string(), role });

/** All addresses are invited, or none. */
const batch = recordType("colleague_invitation_batch", z.object({ invited: z.int() }));
const batchInput = z.object({ emails: z.array(email).min(1).max(50), role });

/** The routes of invitations to a workspace. */
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

type ColleagueRole = Exclude<Role, "owner">;

/** Mails about one invitation in a day. */
const mostOfOne = 10;

/** Invitations of a workspace within a day. */
const mostADay = 500;

interface Inviting {
  readonly database: Queries;
  readonly currentUser: Member;
  readonly now: Date;
}

/**
 * Invites addresses, all or none. Invitations that have expired, were revoked or bounced are renewed. @param emails normalized
 * @throws Refusal 400 for members and open invitations, `plan_limit`, or past the day's limit of mails; 403
 */
async function inviteColleagues(
  inviting: Inviting,
  parts: IdentityParts,
  { emails, role }: { readonly emails: readonly string[]; readonly role: ColleagueRole },
): Promise<void> {
  const { database, currentUser, now } = inviting;
  const workspace = await lockForInviting(inviting, parts);
  if (role === "admin" && currentUser.role !== "owner" && currentUser.role !== "admin")
    throw forbidden("Only owners and admins may invite admins.");
  const wanted = [...new Set(emails)];
  const inTheWay = [
    sentence(await findMembers(database, currentUser, wanted), "is a member already", "are members already"),
    sentence(
      await findInvited(database, currentUser, wanted, now),
      "has been invited already. Send that invitation again instead",
      "have been invited already. Send those invitations again instead",
    ),
  ].filter((text) => text !== "");
  if (inTheWay.length > 0) throw invalidAttribute("emails", inTheWay.join(" "));
  for (const email of wanted) await send(inviting, parts, workspace, { email, role }, "sent");
  await checkShare(inviting);
  await checkPlan(inviting);
}

/**
 * Sends an invitation again, with another link. @param read locks and reads the invitation, after the workspace is locked
 * @throws Refusal as `inviteColleagues`
 */
async function inviteAgain(
  inviting: Inviting,
  parts: IdentityParts,
  read: () => Promise<{ readonly email: string; readonly role: ColleagueRole }>,
): Promise<void> {
  const { database, currentUser } = inviting;
  const workspace = await lockForInviting(inviting, parts);
  const invitation = await read();
  const there = await findMembers(database, currentUser, [invitation.email]);
  if (there.length > 0) throw invalidAttribute("emails", `${invitation.email} is a member already.`);
  await send(inviting, parts, workspace, invitation, "sent_again");
  await checkPlan(inviting);
}

interface InvitingWorkspace {
  readonly name: string;
  readonly inviter: string;
  readonly inviterEmail: string;
}

/** Locks the workspace, so that two who invite at once do so one after the other. @throws Refusal 403 */
async function lockForInviting(
  { database, currentUser: { workspaceId, accountId } }: Inviting,
  { registration }: IdentityParts,
): Promise<InvitingWorkspace> {
  if (registration === "closed") throw forbidden("Nobody new is let in here.");
  await database
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId))
    .for("no key update");
  const [workspace] = await database
    .select({ name: workspaces.name, inviter: fullName, inviterEmail: accounts.email })
    .from(workspaces)
    .innerJoin(accounts, eq(accounts.id, accountId))
    .where(eq(workspaces.id, workspaceId));
  if (!workspace) throw new Error("The workspace is not there.");
  return workspace;
}

async function findMembers(database: Queries, { workspaceId }: Member, emails: readonly string[]): Promise<string[]> {
  const rows = await database
    .select({ email: members.email })
    .from(members)
    .where(and(eq(members.workspaceId, workspaceId), inArray(members.email, [...emails])));
  return rows.map(({ email }) => email);
}

/** Which addresses have an open invitation that did not bounce. Locks the invitations of all. */
async function findInvited(
  database: Queries,
  { workspaceId }: Member,
  emails: readonly string[],
  now: Date,
): Promise<string[]> {
  const table = colleagueInvitations;
  const rows = await database
    .select({
      email: table.email,
      isOpen: sql<boolean>`${table.acceptedAt} is null and ${table.revokedAt} is null and ${table.expiresAt} > ${now}
        and not exists (select from mail.outbox where id = ${table.mailId} and state = 'failed')`,
    })
    .from(table)
    .where(and(eq(table.workspaceId, workspaceId), inArray(table.email, [...emails])))
    .orderBy(table.id)
    .for("no key update");
  return rows.filter(({ isOpen }) => isOpen).map(({ email }) => email);
}

function sentence(emails: readonly string[], one: string, many: string): string {
  if (emails.length === 0) return "";
  return `${emails.join(", ")} ${emails.length === 1 ? one : many}.`;
}

async function send(
  { database, currentUser, now }: Inviting,
  { mailer, publicOrigin }: IdentityParts,
  workspace: InvitingWorkspace,
  { email, role }: { readonly email: string; readonly role: ColleagueRole },
  event: "sent" | "sent_again",
): Promise<void> {
  const { workspaceId, accountId } = currentUser;
  if (await isOverMailLimit(database, "invitation", { email, kind: "account" }, now))
    throw invalidAttribute("emails", `${email} has been sent too many invitations. Try again in an hour.`);
  const link = await inviteMember(database, email, { workspaceId, role }, now);
  if (link === null) throw new Error("Inviting to a workspace takes no handle.");
  const letter = joinWorkspaceLetter(workspace, `${publicOrigin}/invitation/${link.token}`);
  // Whoever sends it again vouches for the address.
  await unmarkBounced(database, email);
  const mail = { ...letter, to: email, usefulUntil: link.expiresAt, about: { workspaceId } };
  const mailId = await mailer.send(mail, { within: database });
  const table = colleagueInvitations;
  const sending = { role, linkId: link.id, mailId, invitedByAccountId: accountId, sentAt: now };
  const isSameDay = sql`(${table.sentAt} at time zone 'UTC')::date = (${now}::timestamptz at time zone 'UTC')::date`;
  const again = { expiresAt: link.expiresAt, acceptedAt: null, revokedAt: null };
  const [row] = await database
    .insert(table)
    .values({ workspaceId, email, ...sending, ...again })
    .onConflictDoUpdate({
      target: [table.workspaceId, table.email],
      set: {
        ...sending,
        ...again,
        mailsThatDay: sql`case when ${isSameDay} then ${table.mailsThatDay} + 1 else 1 end`,
        version: sql`${table.version} + 1`,
        updatedAt: sql`clock_timestamp()`,
      },
    })
    .returning({ id: table.id, mails: table.mailsThatDay });
  if (!row) throw new Error("The invitation was not written.");
  if (row.mails > mostOfOne)
    throw invalidAttribute("emails", `${email} was invited too often today. Try again tomorrow.`);
  const changes = [
    { field: "email", before: null, after: email },
    { field: "role", before: null, after: role },
  ];
  await recordEvent({ database, currentUser }, colleagueInvitation, event, row.id, changes);
}

/** @throws Refusal 400 past the day's limit, what was just written included */
async function checkShare({ database, currentUser, now }: Inviting): Promise<void> {
  const dayAgo = new Date(now.getTime() - 86_400_000);
  const table = colleagueInvitations;
  const sent = await database.$count(
    table,
    sql`${table.workspaceId} = ${currentUser.workspaceId} and ${table.sentAt} > ${dayAgo}`,
  );
  if (sent > mostADay)
    throw invalidAttribute("emails", `Your workspace can invite ${mostADay} people a day. Continue tomorrow.`);
}

/** @throws Refusal 400 `plan_limit`, what was just written included */
async function checkPlan({ database, currentUser: { workspaceId, plan }, now }: Inviting): Promise<void> {
  const most = planLimits[plan].users;
  if (most === null || (await countUsers(database, workspaceId, now)) <= most) return;
  throw planLimit(
    `The Free plan includes ${most} users, pending invitations counted. Revoke an invitation or upgrade to Standard.`,
    "emails",
  );
}

async function endLinkOf(database: Queries, invitationId: string): Promise<void> {
  const table = colleagueInvitations;
  const links = database.select({ id: table.linkId }).from(table).where(eq(table.id, invitationId));
  await database
    .update(mailedLinks)
    .set(ended)
    .where(and(inArray(mailedLinks.id, links), sql`${mailedLinks.usedAt} is null`));
}

function joinWorkspaceLetter({ name: workspaceName, inviter, inviterEmail }: InvitingWorkspace, url: string) {
  return renderEmail({
    sender: workspaceName,
    subject: `${inviter} invites you to ${workspaceName}`,
    name: "",
    opening: [
      `${inviter} invites you to work in ${workspaceName} on Latchkey.`,
      "Open the link to join. It works once, for 7 days.",
    ],
    link: { label: `Join ${workspaceName}`, url },
    closing: [`Questions? Write to ${inviter}: ${inviterEmail}`, "If you don't know the sender, ignore this email."],
  });
}
