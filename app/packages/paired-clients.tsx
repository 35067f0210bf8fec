import { newOpportunityPath } from "../opportunities/opportunity-list.ts";
import { StageState } from "../opportunities/stage-state.tsx";
import { Person } from "../ui/avatar.tsx";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { Row, Rows, Sheet } from "../ui/page.tsx";

/** A client that a package is open for. */
export interface PairedClient {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly picture: string | null;
  /** The opportunity of the two; the client's own page where opportunities could not be had. */
  readonly href: string;
  readonly stage: string | null;
}

type PairedClientsProps = { packageId: string; clients: readonly PairedClient[]; canOpen: boolean };

/** The clients that a package is open for, each with how far that has come. */
export function PairedClients({ packageId, clients, canOpen }: PairedClientsProps) {
  const add = canOpen ? (
    <LinkButton href={`${newOpportunityPath}?package=${packageId}`} look="quiet" aria-label="Add a client">
      Add
    </LinkButton>
  ) : null;
  return (
    <Sheet title="Clients" action={add}>
      {clients.length === 0 ? (
        <EmptyState>No clients yet.</EmptyState>
      ) : (
        <Rows label="Clients">
          {clients.map(({ id, name, email, picture, href, stage }) => (
            <Row key={id}>
              <Person name={name} detail={email} picture={picture} href={href} />
              {stage === null ? null : <StageState stage={stage} />}
            </Row>
          ))}
        </Rows>
      )}
    </Sheet>
  );
}
