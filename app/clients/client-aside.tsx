import { href } from "react-router";
import { TeamPanel } from "../assignments/agent-panel.tsx";
import { ContactRequestsPanel } from "../contact-requests/contact-requests-panel.tsx";
import type { PortalRow } from "../invitations/invitation.ts";
import {
  Opened,
  type OpenedByPerson,
  PortalActions,
  PortalState,
  revocationPath,
} from "../invitations/portal-person.tsx";
import type { Settled } from "../json-api/settle.ts";
import { FitsPanel } from "../matching/fits-panel.tsx";
import { RequestsPanel } from "../portal-requests/requests-panel.tsx";
import { TasksPanel } from "../tasks/tasks-panel.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Phone } from "../ui/contact.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { FactList } from "../ui/fact-list.tsx";
import { Menu, MenuLink, MoreLabel } from "../ui/menu.tsx";
import { NotLoadedLine } from "../ui/not-loaded.tsx";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import { Panel } from "../ui/panel.tsx";
import { State } from "../ui/tag.tsx";
import type { AgreementSummary } from "./agreement.ts";
import { type BouncedAddress, BouncedAddressNotice } from "./bounced-address.tsx";
import type { ProfileLine } from "./buyer-profile.ts";
import type { ClientPerson } from "./client.ts";
import { ClientLanguage } from "./client-language-line.tsx";
import { type HouseholdRow, householdRows } from "./household.ts";
import type { loadClientPage } from "./load-client-page.server.ts";

type ClientAsideProps = Awaited<ReturnType<typeof loadClientPage>>;

/** What stands beside a client: what is asked and to be done, and what they look for. */
export function ClientAside({ client, can, ...panels }: ClientAsideProps) {
  return (
    <div className="grid gap-2">
      <RequestsPanel requests={panels.requests} />
      <ContactRequestsPanel requests={panels.contacts} />
      <BuyerProfilePanel clientId={client.id} wishes={panels.wishes} canUpdate={can.updateProfile} />
      <TasksPanel panel={panels.tasks} />
      <div className="sheet">
        <TeamPanel agent={panels.assigned} shares={panels.shares} canShare={can.update} />
        <AgreementPanel clientId={client.id} agreement={panels.agreement} canUpdate={can.update} />
        <div className="pad">
          <ClientLanguage clientId={client.id} language={panels.language} canChange={can.update} />
          {client.insertedAt === null ? null : (
            <p className="muted small">
              Client since <DateTime value={client.insertedAt} form="moment" />
            </p>
          )}
        </div>
      </div>
    </div>
  );
}

/** What stands below a client's lists: what fits them, who they are, and how they use the client portal. */
export function BelowClient({ client, people, bounced, can, archivedAt, fits, ...panels }: ClientAsideProps) {
  return (
    <div className="grid gap-2">
      {archivedAt === null ? <FitsPanel panel={fits} share={panels.sharePackages} /> : null}
      <HouseholdPanel
        clientId={client.id}
        people={people}
        portal={panels.portal}
        openings={panels.openings}
        bounced={bounced}
        canUpdate={can.update}
        isArchived={archivedAt !== null}
      />
    </div>
  );
}

type AgreementPanelProps = { clientId: string; agreement: AgreementSummary; canUpdate: boolean };

/** Whether the client has an active buyer agreement, and its dates. */
function AgreementPanel({ clientId, agreement: { state, days }, canUpdate }: AgreementPanelProps) {
  const edit = (
    <LinkButton href={href("/clients/:id/agreement", { id: clientId })} look="quiet" aria-label="Edit buyer agreement">
      Edit
    </LinkButton>
  );
  const shown = <State tone={state === "Active" ? "on" : state === "Ended" ? "due" : "plain"}>{state}</State>;
  return (
    <Panel title="Buyer agreement" action={canUpdate ? edit : null} line={days === null ? shown : null}>
      <div className="pad">
        {shown}
        <div className="muted small">{days}</div>
      </div>
    </Panel>
  );
}

type BuyerProfilePanelProps = { clientId: string; wishes: readonly ProfileLine[]; canUpdate: boolean };

/** What the client is looking for: at the right on wide screens, below the tabs on others. */
function BuyerProfilePanel({ clientId, wishes, canUpdate }: BuyerProfilePanelProps) {
  const edit = (
    <LinkButton
      href={href("/clients/:id/buyer-profile/edit", { id: clientId })}
      look="quiet"
      aria-label="Edit buyer profile"
    >
      Edit
    </LinkButton>
  );
  return (
    <Sheet title="Buyer profile" action={canUpdate ? edit : null}>
      <FactList facts={wishes} />
    </Sheet>
  );
}

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
function HouseholdPanel(props: HouseholdPanelProps) {
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
