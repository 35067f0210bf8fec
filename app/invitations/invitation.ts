import * as z from "zod/mini";

/** Whether someone of a client's household may enter the client portal. */

const invitationStates = ["sent", "accepted", "expired", "revoked", "bounced"] as const;
/** Of someone without an invitation. */
type PortalState = (typeof invitationStates)[number] | "not_invited";

export const invitationAttributes = {
  state: z.enum(invitationStates),
  email: z.string(),
  clientId: z.string(),
  sentAt: z.string(),
  acceptedAt: z.nullable(z.string()),
  lastSeenAt: z.nullable(z.string()),
};

/** What a service lacks where clients cannot sign in. */
export const noPortal = "The connected service doesn't offer a client portal.";

const labels: Readonly<Record<PortalState, string>> = {
  not_invited: "Not invited",
  sent: "Invited",
  accepted: "Accepted",
  expired: "Expired",
  revoked: "Revoked",
  bounced: "Not delivered",
};

export function labelOfState(state: PortalState): string {
  return labels[state];
}

/** Someone of the household as the panel of the client's page lists them. */
export interface PortalRow {
  readonly name: string;
  readonly email: string;
  readonly state: PortalState;
  /** Null without an invitation. */
  readonly invitationId: string | null;
  readonly lastSeenAt: string | null;
  readonly canSend: boolean;
  readonly canRevoke: boolean;
}
