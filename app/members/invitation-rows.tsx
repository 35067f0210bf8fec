import { href } from "react-router";
import { allows } from "../json-api/resource.ts";
import { labelOfRole } from "../labels.ts";
import { LinkButton } from "../ui/button.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { Row, Rows } from "../ui/page.tsx";
import { State } from "../ui/tag.tsx";

type InvitationState = "sent" | "accepted" | "expired" | "revoked" | "bounced";

export interface InvitationRow {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  readonly state: InvitationState;
  readonly since: string | null;
  readonly canSend: boolean;
  readonly canRevoke: boolean;
}

interface ShownInvitation {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  readonly state: InvitationState;
  readonly sentAt: string;
  readonly expiresAt: string | null;
  readonly acceptedAt: string | null;
  readonly revokedAt: string | null;
  readonly can: readonly string[] | null;
}

export function toInvitationRow(invitation: ShownInvitation): InvitationRow {
  const { id, email, role, state, sentAt, expiresAt, acceptedAt, revokedAt } = invitation;
  const moments = { sent: sentAt, accepted: acceptedAt, expired: expiresAt, revoked: revokedAt, bounced: sentAt };
  const [canSend, canRevoke] = [allows(invitation, "send"), state !== "revoked" && allows(invitation, "revoke")];
  return { id, email, role, state, since: moments[state], canSend, canRevoke };
}

const words: Readonly<Record<InvitationState, string>> = {
  sent: "Sent",
  accepted: "Accepted",
  expired: "Expired",
  revoked: "Revoked",
  bounced: "Not delivered",
};

const tones = { sent: "on", accepted: "plain", expired: "due", revoked: "plain", bounced: "due" } as const;

/** Invitations, each with its state, and what may be done about it. */
export function InvitationRows({ rows, label }: { rows: readonly InvitationRow[]; label: string }) {
  return (
    <Rows label={label}>
      {rows.map(({ id, email, role, state, since, canSend, canRevoke }) => (
        <Row key={id}>
          <div>
            <b>{email}</b>
            <div className="muted small">
              {labelOfRole(role)}, <DateTime value={since} />
            </div>
          </div>
          <State tone={tones[state]}>{words[state]}</State>
          {canSend ? (
            <LinkButton
              href={href("/settings/members/invitations/:colleagueInvitationId/sending", { colleagueInvitationId: id })}
              look="quiet"
              aria-label={`Resend the invitation of ${email}`}
            >
              Resend
            </LinkButton>
          ) : null}
          {canRevoke ? (
            <LinkButton
              href={href("/settings/members/invitations/:colleagueInvitationId/revocation", {
                colleagueInvitationId: id,
              })}
              look="quiet"
              aria-label={`Revoke the invitation of ${email}`}
            >
              Revoke
            </LinkButton>
          ) : null}
        </Row>
      ))}
    </Rows>
  );
}
