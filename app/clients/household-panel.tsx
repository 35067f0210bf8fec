import { href } from "react-router";
import type { PortalRow } from "../invitations/invitation.ts";
import {
  Opened,
  type OpenedByPerson,
  PortalActions,
  PortalState,
  revocationPath,
} from "../invitations/portal-person.tsx";
import type { Settled } from "../json-api/settle.ts";
import { Avatar } from "../ui/avatar.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Phone } from "../ui/contact.tsx";
import { Menu, MenuLink, MoreLabel } from "../ui/menu.tsx";
import { NotLoadedLine } from "../ui/not-loaded.tsx";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import { type BouncedAddress, BouncedAddressNotice } from "./bounced-address.tsx";
import type { ClientPerson } from "./client.ts";
import { type HouseholdRow, householdRows } from "./household.ts";

type HouseholdPanelProps = {
  clientId: string;
  /** Null where the service keeps none. */
  people: readonly Pick<ClientPerson, "id" | "name" | "email" | "phoneNumber">[] | null;
  /** Null where the service knows no portal. */
  portal: Settled<readonly PortalRow[]> | null;
  openings: Settled<readonly OpenedByPerson[]>;
  bounced: Settled<readonly BouncedAddress[]>;
  canUpdate: boolean;
  isArchived: boolean;
};

/** The people who buy with the client, who of them may enter the client portal, and what they opened there. */
export function HouseholdPanel(props: HouseholdPanelProps) {
  const { clientId, people, portal, openings, canUpdate, isArchived } = props;
  if (people === null && portal === null) return null;
  const rows = householdRows({
    people: people ?? [],
    portal: portal?.ok ? portal.data : [],
    openings: openings.ok ? openings.data : [],
  });
  const actions = (
    <>
      {portal === null || isArchived ? null : (
        <LinkButton href={href("/clients/:id/portal/view", { id: clientId })} look="quiet">
          See as the client
        </LinkButton>
      )}
      {people === null || !canUpdate ? null : (
        <LinkButton
          href={href("/clients/:id/people/new", { id: clientId })}
          look="quiet"
          aria-label="Add a person to the household"
        >
          Add
        </LinkButton>
      )}
    </>
  );
  return (
    <Sheet title={portal === null ? "Household" : "Household and portal"} action={actions}>
      {portal === null ? null : <NotLoadedLine what="invitations" part={portal} />}
      <NotLoadedLine what="openings" part={openings} />
      {rows.length === 0 ? null : (
        <Rows label="Household">
          {rows.map((row) => (
            <HouseholdPerson key={row.key} row={row} {...props} />
          ))}
        </Rows>
      )}
      {people?.length === 0 ? <p className="pad muted small">No one else yet.</p> : null}
    </Sheet>
  );
}

function HouseholdPerson({
  row,
  clientId,
  bounced,
  canUpdate,
  isArchived,
}: HouseholdPanelProps & { row: HouseholdRow }) {
  const { name, email, phoneNumber, personId, portal, opened } = row;
  const edit =
    personId === null || !canUpdate ? null : href("/clients/:id/people/:personId/edit", { id: clientId, personId });
  const revocation = portal === null ? null : revocationPath(clientId, portal);
  return (
    <Row>
      <div className="who">
        <Avatar name={name} />
        <div>
          <b>{name}</b>
          <div className="muted small">
            {email}
            {phoneNumber === null ? null : (
              <>
                {email === null ? null : " · "}
                <Phone typed={phoneNumber} />
              </>
            )}
            {portal === null ? null : (
              <>
                {email === null && phoneNumber === null ? null : " · "}
                <PortalState row={portal} />
              </>
            )}
          </div>
          <Opened records={opened} />
          {personId === null ? null : (
            <BouncedAddressNotice clientId={clientId} email={email} bounced={bounced} edit={edit} />
          )}
        </div>
      </div>
      {portal === null ? null : <PortalActions clientId={clientId} row={portal} isArchived={isArchived} />}
      {edit === null && revocation === null ? null : (
        <Menu end button="quiet only" label={<MoreLabel of={name} />}>
          {edit === null ? null : <MenuLink href={edit}>Edit</MenuLink>}
          {revocation === null ? null : <MenuLink href={revocation}>Revoke access</MenuLink>}
        </Menu>
      )}
    </Row>
  );
}
