import { clientPath } from "../clients/client-links.ts";
import { Person } from "../ui/avatar.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { Row, Rows, Sheet } from "../ui/page.tsx";

type PairedClient = {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly picture: string | null;
};

/** The clients that a package is open for. */
export function PairedClients({ clients }: { clients: readonly PairedClient[] }) {
  return (
    <Sheet title="Clients">
      {clients.length === 0 ? (
        <EmptyState>No client yet.</EmptyState>
      ) : (
        <Rows label="Clients">
          {clients.map(({ id, name, email, picture }) => (
            <Row key={id}>
              <Person name={name} detail={email} picture={picture} href={clientPath(id)} />
            </Row>
          ))}
        </Rows>
      )}
    </Sheet>
  );
}
