import * as z from "zod/mini";

const invitationStates = ["sent", "accepted", "expired", "revoked", "bounced"] as const;
/** Of someone without an invitation, and of someone who cannot have one. */
type PortalState = (typeof invitationStates)[number] | "not_invited" | "no_email";

export const invitationAttributes = {
  state: z.enum(invitationStates),
  email: z.string(),
  clientId: z.string(),
  clientName: z._default(z.string(), ""),
  sentAt: z.string(),
  acceptedAt: z.nullable(z.string()),
  lastSeenAt: z.nullable(z.string()),
};

/** What else an address opens, by the names of the clients: portals that it sees, and others that it is invited to. */
export interface OtherPortals {
  readonly seen: readonly string[];
  readonly invited: readonly string[];
}

/** In sentences for whoever invites the address; "" where it opens nothing else. */
export function sayOtherPortals({ seen, invited }: OtherPortals): string {
  const pages = (names: readonly string[]) => `${names.map((name) => `${name}'s`).join(" and ")} pages`;
  return [
    seen.length === 0 ? "" : `This address also sees ${pages(seen)}.`,
    invited.length === 0 ? "" : `This address is also invited to ${pages(invited)}.`,
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

const labels: Readonly<Record<PortalState, string>> = {
  not_invited: "Not invited",
  no_email: "No email address to invite",
  sent: "Invited",
  accepted: "Accepted",
  expired: "Expired",
  revoked: "Revoked",
  bounced: "Not delivered",
};

export function labelOfState(state: PortalState): string {
  return labels[state];
}

/** Someone of the household as the client's page lists them. */
export interface PortalRow {
  readonly name: string;
  /** Null where they have none. */
  readonly email: string | null;
  /** Where an address is added to whoever has none; null for those who may not. */
  readonly edit: string | null;
  readonly state: PortalState;
  /** Null without an invitation. */
  readonly invitationId: string | null;
  readonly lastSeenAt: string | null;
  readonly canSend: boolean;
  readonly canRevoke: boolean;
}
