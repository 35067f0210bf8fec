import { href } from "react-router";
import type { Settled } from "../json-api/settle.ts";
import { packagePath } from "../packages/package-list.ts";
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

interface OpenedRecord {
  readonly kind: "property" | "document";
  readonly id: string;
  readonly label: string;
  /** Null: never. */
  readonly lastOpenedAt: string | null;
  /** Whether a document has a newer version than the one that was opened. */
  readonly isOutdated: boolean;
}

export interface OpenedByPerson {
  readonly email: string;
  readonly name: string;
  readonly records: readonly OpenedRecord[];
}

/** What each person opened in the client portal, the newest first, and what they never did. */
export function PortalOpenings({ openings }: { openings: Settled<readonly OpenedByPerson[]> }) {
  if (!openings.ok && openings.code === "missing") return null;
  if (openings.ok && openings.data.length === 0) return null;
  return (
    <Sheet title="Opened in the portal">
      {openings.ok ? (
        <Rows label="Opened in the portal">
          {openings.data.map((person) => (
            <Row key={person.email}>
              <PersonOpenings person={person} />
            </Row>
          ))}
        </Rows>
      ) : (
        <NotLoaded what="openings" code={openings.code} />
      )}
    </Sheet>
  );
}

function PersonOpenings({ person: { name, records } }: { person: OpenedByPerson }) {
  const opened = records.filter(({ lastOpenedAt }) => lastOpenedAt !== null);
  const never = records.filter(({ lastOpenedAt }) => lastOpenedAt === null);
  return (
    <div>
      <b>{name}</b>
      <ul className="small">
        {opened.map((record) => (
          <li key={record.id}>
            <RecordLink record={record} />{" "}
            {record.lastOpenedAt === null ? null : <DateTime value={record.lastOpenedAt} />}
            {record.isOutdated ? ", not the newest version" : ""}
          </li>
        ))}
      </ul>
      {never.length === 0 ? null : (
        <details className="small muted">
          <summary>{never.length} never opened</summary>
          <ul>
            {never.map((record) => (
              <li key={record.id}>
                <RecordLink record={record} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function RecordLink({ record: { kind, id, label } }: { record: OpenedRecord }) {
  const address = kind === "property" ? packagePath(id) : href("/documents/:documentId", { documentId: id });
  return (
    <a className="link" href={address}>
      {label}
    </a>
  );
}
