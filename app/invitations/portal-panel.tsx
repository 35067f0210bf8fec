import { href } from "react-router";
import type { Settled } from "../json-api/settle.ts";
import { LinkButton } from "../ui/button.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { NotLoaded } from "../ui/not-loaded.tsx";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import { labelOfState, type PortalRow } from "./invitation.ts";

type PortalPanelProps = {
  clientId: string;
  /** Null where the service knows no portal. */
  rows: Settled<readonly PortalRow[]> | null;
  isArchived: boolean;
};

/** Who of the household may enter the client portal, and when they were there last. */
export function PortalPanel({ clientId, rows, isArchived }: PortalPanelProps) {
  if (rows === null) return null;
  const look = (
    <LinkButton href={href("/clients/:id/portal/view", { id: clientId })} look="quiet">
      See as the client
    </LinkButton>
  );
  return (
    <Sheet title="Client portal" action={isArchived ? null : look}>
      {rows.ok ? (
        <Rows label="Client portal">
          {rows.data.map((row) => (
            <PortalPerson
              key={row.email ?? row.edit ?? row.name}
              clientId={clientId}
              row={row}
              isArchived={isArchived}
            />
          ))}
        </Rows>
      ) : (
        <NotLoaded what="invitations" code={rows.code} />
      )}
    </Sheet>
  );
}

type PortalPersonProps = { clientId: string; row: PortalRow; isArchived: boolean };

function PortalPerson({ clientId, row, isArchived }: PortalPersonProps) {
  const { name, email, edit, state, invitationId, lastSeenAt, canSend, canRevoke } = row;
  return (
    <Row>
      <div>
        <b>{name}</b>
        <div className="muted small">
          {labelOfState(state)}
          {lastSeenAt === null ? null : (
            <>
              , last seen <DateTime value={lastSeenAt} />
            </>
          )}
        </div>
      </div>
      {edit === null ? null : (
        <LinkButton href={edit} look="quiet" aria-label={`Add an email address to ${name}`}>
          Add email
        </LinkButton>
      )}
      {canSend && email !== null && !isArchived ? (
        <SendButton clientId={clientId} email={email} invitationId={invitationId} name={name} />
      ) : null}
      {canRevoke && invitationId !== null ? (
        <LinkButton
          href={href("/clients/:id/portal/invitations/:invitationId/revocation", { id: clientId, invitationId })}
          look="quiet"
          aria-label={`Revoke the access of ${name}`}
        >
          Revoke
        </LinkButton>
      ) : null}
    </Row>
  );
}

type SendButtonProps = { clientId: string; email: string; invitationId: string | null; name: string };

function SendButton({ clientId, email, invitationId, name }: SendButtonProps) {
  if (invitationId === null) {
    const address = `${href("/clients/:id/portal/invitations/new", { id: clientId })}?${new URLSearchParams({ email })}`;
    return (
      <LinkButton href={address} look="quiet" aria-label={`Invite ${name}`}>
        Invite
      </LinkButton>
    );
  }
  return (
    <LinkButton
      href={href("/clients/:id/portal/invitations/:invitationId/sending", { id: clientId, invitationId })}
      look="quiet"
      aria-label={`Resend the invitation of ${name}`}
    >
      Resend
    </LinkButton>
  );
}
