import { StageState } from "../opportunities/stage-state.tsx";
import { newOpportunityPath } from "../record-paths.ts";
import { Person } from "../ui/avatar.tsx";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { formatCount } from "../ui/number-format.ts";
import { Row, Rows, Sheet } from "../ui/page.tsx";

/** A client with an opportunity for this property. */
export interface PairedClient {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly picture: string | null;
  /** The opportunity; the client's page when opportunities could not be loaded. */
  readonly href: string;
  readonly stage: string | null;
  /** Where one writes to them about the property; null where that is not possible. */
  readonly message: string | null;
}

type PairedClientsProps = {
  packageId: string;
  clients: readonly PairedClient[];
  canOpen: boolean;
};

/** So many are shown at once: a property may have been shared with fifty. */
const mostShown = 6;

/** The clients with an opportunity for this property, and its stage. */
export function PairedClients({ packageId, clients, canOpen }: PairedClientsProps) {
  const add = canOpen ? (
    <LinkButton
      href={`${newOpportunityPath}?package=${encodeURIComponent(packageId)}`}
      look="quiet"
      aria-label="Add a client"
    >
      Add
    </LinkButton>
  ) : null;
  return (
    <Sheet title="Clients" action={add}>
      {clients.length === 0 ? (
        <EmptyState>No clients yet.</EmptyState>
      ) : (
        <>
          <Rows label="Clients">{clients.slice(0, mostShown).map(rowOf)}</Rows>
          {clients.length <= mostShown ? null : (
            <details>
              <summary className="pad small">{formatCount(clients.length - mostShown, "more client")}</summary>
              <Rows label="More clients">{clients.slice(mostShown).map(rowOf)}</Rows>
            </details>
          )}
        </>
      )}
    </Sheet>
  );
}

function rowOf({ id, name, email, picture, href, stage, message }: PairedClient) {
  return (
    <Row key={id}>
      <Person name={name} detail={email} picture={picture} href={href} />
      {stage === null ? null : <StageState stage={stage} />}
      {message === null ? null : (
        <LinkButton href={message} look="quiet" aria-label={`Message ${name}`}>
          Message
        </LinkButton>
      )}
    </Row>
  );
}
