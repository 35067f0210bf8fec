import { href } from "react-router";
import * as z from "zod/mini";
import { comparedEmail, emailParts, trimEmail } from "../../spelling/email-address.ts";

export const invitationsPath = href("/settings/members/invitations");
export const newInvitationPath = href("/settings/members/invitations/new");

/** The list has no filters: it is the newest first. */
export const listState = {};

const most = 50;
const longestNamed = 60;

/** The addresses of a list as people have it: one per line or with commas between, also as "Maya Okafor <maya@example.com>". */
function addressesIn(typed: string): readonly string[] {
  const parts = typed.split(/[\n,;]/).map((part) => trimEmail(/<([^<>]*)>/.exec(part)?.[1] ?? part).toLowerCase());
  const addresses = parts.filter((part) => part !== "");
  return [...new Map(addresses.map((address) => [comparedEmail(address), address])).values()];
}

function flawOf(emails: readonly string[]): string | null {
  if (emails.length === 0) return "Enter at least one email address.";
  if (emails.length > most) return `Invite up to ${most} people at a time. These are ${emails.length}.`;
  const wrong = emails.filter((email) => emailParts(email) === null).map(shorten);
  if (wrong.length === 0) return null;
  const which = wrong.length === 1 ? "This isn't an email address" : "These aren't email addresses";
  return `${which}: ${wrong.join(", ")}. Nobody was invited.`;
}

function shorten(email: string): string {
  return email.length <= longestNamed ? email : `${email.slice(0, longestNamed).toWellFormed()}…`;
}

const emails = z.pipe(
  z.pipe(
    z._default(z.string().check(z.maxLength(50_000, "Invite up to 50 people at a time.")), ""),
    z.transform(addressesIn),
  ),
  z.array(z.string()).check((payload) => {
    const message = flawOf(payload.value);
    if (message !== null) payload.issues.push({ code: "custom", message, input: payload.value });
  }),
);

const roles = ["admin", "manager", "member", "instructor"] as const;

export const invitingForm = z.object({ emails, role: z.enum(roles, "Choose a role.") });
export type Inviting = z.output<typeof invitingForm>;

export const invitationAttributes = {
  state: z.enum(["sent", "accepted", "expired", "revoked", "bounced"]),
  email: z.string(),
  role: z.string(),
  sentAt: z.string(),
  expiresAt: z.nullable(z.string()),
  acceptedAt: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
};
