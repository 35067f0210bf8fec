import { href } from "react-router";
import { documentPath, packagePath } from "../record-paths.ts";
import { LinkButton } from "../ui/button.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { labelOfState, type PortalRow } from "./invitation.ts";

/** The state of somebody's invitation to the client portal, and when they were there last. */
export function PortalState({ row: { state, lastSeenAt } }: { row: PortalRow }) {
  return (
    <>
      {labelOfState(state)}
      {lastSeenAt === null ? null : (
        <>
          , last seen <DateTime value={lastSeenAt} />
        </>
      )}
    </>
  );
}

type PortalActionsProps = { clientId: string; row: PortalRow; isArchived: boolean };

/** The next thing to do about somebody's way into the client portal. */
export function PortalActions({ clientId, row, isArchived }: PortalActionsProps) {
  const { name, email, edit, invitationId, canSend } = row;
  return (
    <>
      {edit === null ? null : (
        <LinkButton href={edit} look="quiet" aria-label={`Add an email address to ${name}`}>
          Add email
        </LinkButton>
      )}
      {canSend && email !== null && !isArchived ? (
        <SendButton clientId={clientId} email={email} invitationId={invitationId} name={name} />
      ) : null}
    </>
  );
}

/** Where somebody's access ends; null where they have none, or may not be deprived of it. */
export function revocationPath(id: string, { invitationId, canRevoke }: PortalRow): string | null {
  return canRevoke && invitationId !== null
    ? href("/clients/:id/portal/invitations/:invitationId/revocation", { id, invitationId })
    : null;
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

/** What somebody opened in the client portal, the newest first, and what they never did, folded up. */
export function Opened({ records }: { records: readonly OpenedRecord[] }) {
  const opened = records.filter(({ lastOpenedAt }) => lastOpenedAt !== null);
  const never = records.filter(({ lastOpenedAt }) => lastOpenedAt === null);
  if (records.length === 0) return null;
  return (
    <details className="muted small">
      <summary>
        {[
          opened.length === 0 ? null : `${opened.length} opened in the portal`,
          never.length === 0 ? null : `${never.length} never opened`,
        ]
          .filter((part) => part !== null)
          .join(", ")}
      </summary>
      <ul>
        {[...opened, ...never].map((record) => (
          <li key={record.id}>
            <RecordLink record={record} />{" "}
            {record.lastOpenedAt === null ? "never opened" : <DateTime value={record.lastOpenedAt} />}
            {record.isOutdated ? ", not the newest version" : ""}
          </li>
        ))}
      </ul>
    </details>
  );
}

function RecordLink({ record: { kind, id, label } }: { record: OpenedRecord }) {
  const address = kind === "property" ? packagePath(id) : documentPath(id);
  return (
    <a className="link" href={address}>
      {label}
    </a>
  );
}
