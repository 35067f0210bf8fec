import { href } from "react-router";
import { LinkButton } from "../ui/button.tsx";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import type { ClientPerson } from "./client.ts";
import { Phone } from "./contact-links.tsx";

type HouseholdPanelProps = {
  clientId: string;
  people: readonly Pick<ClientPerson, "id" | "name" | "email" | "phoneNumber">[];
  canUpdate: boolean;
};

/** The people who buy with the client. */
export function HouseholdPanel({ clientId, people, canUpdate }: HouseholdPanelProps) {
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
                <div className="muted small">{person.email}</div>
                {person.phoneNumber === null ? null : (
                  <div className="muted small">
                    <Phone typed={person.phoneNumber} />
                  </div>
                )}
              </div>
              {canUpdate ? (
                <LinkButton
                  href={href("/clients/:id/people/:personId/edit", { id: clientId, personId: person.id })}
                  look="quiet"
                  aria-label={`Edit ${person.name}`}
                >
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
