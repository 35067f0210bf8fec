import { href } from "react-router";
import type { Settled } from "../json-api/settle.ts";
import { LinkButton } from "../ui/button.tsx";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import { type BouncedAddress, BouncedAddressNotice } from "./bounced-address.tsx";
import type { ClientPerson } from "./client.ts";
import { Phone } from "./contact-links.tsx";

type HouseholdPanelProps = {
  clientId: string;
  people: readonly Pick<ClientPerson, "id" | "name" | "email" | "phoneNumber">[];
  bounced: Settled<readonly BouncedAddress[]>;
  canUpdate: boolean;
};

/** The people who buy with the client. */
export function HouseholdPanel({ clientId, people, bounced, canUpdate }: HouseholdPanelProps) {
  const add = (
    <LinkButton
      href={href("/clients/:id/people/new", { id: clientId })}
      look="quiet"
      aria-label="Add a person to the household"
    >
      Add
    </LinkButton>
  );
  return (
    <Sheet title="Household" action={canUpdate ? add : null}>
      {people.length === 0 ? (
        <p className="pad muted">No one else yet.</p>
      ) : (
        <Rows label="Household">
          {people.map((person) => (
            <Row key={person.id}>
              <div>
                <b>{person.name}</b>
                {person.email === null ? null : <div className="muted small">{person.email}</div>}
                {person.phoneNumber === null ? null : (
                  <div className="muted small">
                    <Phone typed={person.phoneNumber} />
                  </div>
                )}
                <BouncedAddressNotice
                  clientId={clientId}
                  email={person.email}
                  bounced={bounced}
                  edit={canUpdate ? editPath(clientId, person.id) : null}
                />
              </div>
              {canUpdate ? (
                <LinkButton href={editPath(clientId, person.id)} look="quiet" aria-label={`Edit ${person.name}`}>
                  Edit
                </LinkButton>
              ) : null}
            </Row>
          ))}
        </Rows>
      )}
    </Sheet>
  );
}

const editPath = (id: string, personId: string) => href("/clients/:id/people/:personId/edit", { id, personId });
