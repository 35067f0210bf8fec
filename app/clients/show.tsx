import { href, Outlet } from "react-router";
import { clientCallPath, copyOfClientPath, sharePackagesPath, trashingPath } from "../action-paths.ts";
import { TeamPanel } from "../assignments/agent-panel.tsx";
import { fetchAgent, fetchShares } from "../assignments/assignments.server.ts";
import { fetchMerges } from "../client-merges/client-merges.server.ts";
import { MergeNotice } from "../client-merges/merge-notice.tsx";
import { fetchContactRequests } from "../contact-requests/contact-requests.server.ts";
import { ContactRequestsPanel } from "../contact-requests/contact-requests-panel.tsx";
import { fetchInvitations, fetchOpenings, portalRows } from "../invitations/portal-panel.server.ts";
import { Opened, PortalActions, PortalState, revocationPath } from "../invitations/portal-person.tsx";
import { allows } from "../json-api/resource.ts";
import { absentOf, offers } from "../json-api/service.ts";
import { fetchPackageFits } from "../matching/fits.server.ts";
import { FitsPanel } from "../matching/fits-panel.tsx";
import { writingPath } from "../messages/message-link.ts";
import { picturesContext } from "../pictures/pictures.ts";
import { fetchRequests } from "../portal-requests/portal-requests.server.ts";
import { RequestsPanel } from "../portal-requests/requests-panel.tsx";
import { clientPath, clientsPath } from "../record-paths.ts";
import { agentOf, apiOf, recordId } from "../session/session.server.ts";
import { readTaskPanel } from "../tasks/load-task.server.ts";
import { TasksPanel } from "../tasks/tasks-panel.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { LinkButton } from "../ui/button.tsx";
import { ContactButton, ContactLine, Phone } from "../ui/contact.tsx";
import { dayIn } from "../ui/date-format.ts";
import { DateTime } from "../ui/date-time.tsx";
import { FactList } from "../ui/fact-list.tsx";
import { Icon } from "../ui/icon.tsx";
import { Menu, MenuDelete, MenuLink, MoreLabel } from "../ui/menu.tsx";
import { NotLoadedLine } from "../ui/not-loaded.tsx";
import { Notice } from "../ui/notice.tsx";
import { Page, PageHead, Row, Rows, Sheet, Split } from "../ui/page.tsx";
import { Panel } from "../ui/panel.tsx";
import { withCall } from "../ui/phone.server.ts";
import { Tabs } from "../ui/tabs.tsx";
import { State, Tags } from "../ui/tag.tsx";
import type { Route } from "./+types/show";
import { describeAgreement } from "./agreement.ts";
import { BouncedAddressNotice } from "./bounced-address.tsx";
import { fetchBouncedAddresses } from "./bounced-addresses.server.ts";
import { describeProfile } from "./buyer-profile.ts";
import { describeGreeting } from "./client-greeting.ts";
import { describeLanguage } from "./client-language.ts";
import { ClientLanguage } from "./client-language-line.tsx";
import { type HouseholdRow, householdRows } from "./household.ts";
import { loadClient, mayCopyData, maySharePackages } from "./load-client.server.ts";

/** What the tabs need of the service. */
const partsOfPage = {
  opportunities: "opportunities",
  documents: "documents filter[client_id]",
  activities: "activities",
};

/** Everything beside the lists on the page of a client: each panel says by itself what could not be loaded. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const id = recordId(params.id);
  const user = agentOf(context);
  const { workspace } = user;
  const [client, tasks, invitations, openings, requests, contacts, assigned, shares, bounced, merges, fits] =
    await Promise.all([
      loadClient(context, id),
      readTaskPanel(context, { type: "client", id }),
      fetchInvitations(context, id),
      fetchOpenings(context, id),
      fetchRequests(context, id),
      fetchContactRequests(context, id),
      fetchAgent(context, { kind: "client", id }),
      fetchShares(context, { kind: "client", id }),
      fetchBouncedAddresses(context, id),
      fetchMerges(context, id),
      fetchPackageFits(context, id),
    ]);
  const { buyerProfile, people, profileImageUrl: picture } = client;
  return {
    client: withCall({
      id: client.id,
      name: client.name,
      email: client.email,
      phoneNumber: client.phoneNumber,
      insertedAt: client.insertedAt,
    }),
    tags: client.tags ?? [],
    source: client.leadSource ?? null,
    language: describeLanguage(client),
    greeting: describeGreeting(client),
    message: writingPath(user, client),
    archivedAt: client.archivedAt,
    picture: picture === null ? null : context.get(picturesContext).pathOf(picture, 200, workspace.id),
    tasks,
    wishes: describeProfile(buyerProfile),
    portal: portalRows(context, client, invitations),
    openings,
    requests,
    contacts,
    assigned,
    shares,
    bounced,
    merges,
    fits,
    absent: absentOf(apiOf(context).service, partsOfPage),
    /** The page that shares properties with them; null for who may not. */
    sharePackages: allows(client, "update") && maySharePackages(context) ? sharePackagesPath(id) : null,
    agreement: describeAgreement(client.agreement, dayIn(workspace.timeZone ?? "UTC")),
    people: people?.map(({ id, name, email, phoneNumber }) => ({ id, name, email, phoneNumber })) ?? null,
    can: {
      update: allows(client, "update"),
      archive: allows(client, "archive"),
      copy: mayCopyData(context),
      trash: allows(client, "archive") && offers(apiOf(context).service, "trashed_records"),
      updateProfile: buyerProfile !== null && allows(buyerProfile, "update"),
    },
  };
}

export default function ClientDetail({ loaderData }: Route.ComponentProps) {
  const { client, archivedAt, bounced, can } = loaderData;
  const tabs = [
    { label: "Opportunities", href: clientPath(client.id), part: "opportunities" },
    { label: "Documents", href: href("/clients/:id/documents", client), part: "documents" },
    { label: "Activity", href: href("/clients/:id/activity", client), part: "activities" },
  ].filter(({ part }) => !loaderData.absent.includes(part));
  return (
    <Page>
      <ClientHead {...loaderData} />
      <BouncedAddressNotice
        clientId={client.id}
        email={client.email}
        bounced={bounced}
        edit={can.update ? href("/clients/:id/edit", client) : null}
      />
      {archivedAt === null ? null : (
        <Notice>
          Archived on <DateTime value={archivedAt} form="day" />. Opportunities and tasks of this client stay in their
          lists. {can.archive ? <a href={href("/clients/:id/archival/removal", client)}>Restore</a> : null}
        </Notice>
      )}
      <NotLoadedLine what="addresses that take no emails" part={bounced} />
      <NotLoadedLine what="merges that can be undone" part={loaderData.merges} />
      <MergeNotice clientId={client.id} merges={loaderData.merges} />
      <Split aside={<ClientAside {...loaderData} />}>
        <Tabs label={client.name} tabs={tabs} />
        <Outlet />
        <BelowClient {...loaderData} />
      </Split>
    </Page>
  );
}

type Shown = Route.ComponentProps["loaderData"];

/** Name, contact links and actions of a client. */
function ClientHead({ client, archivedAt, tags, source, picture, message, can }: Shown) {
  const { id, name, email, phoneNumber, call } = client;
  const canArchive = can.archive && archivedAt === null;
  return (
    <PageHead
      crumbs={[{ label: "Clients", href: clientsPath }, { label: name }]}
      title={name}
      subtitle={
        <>
          <ContactLine email={email} phoneNumber={phoneNumber} call={call} />
          {tags.length === 0 ? null : " "}
          <Tags items={tags} />
          {source === null ? null : <span className="grid muted small">Lead source: {source}</span>}
        </>
      }
      lead={<Avatar large name={name} picture={picture} />}
    >
      <ContactButton act="Call" name={name} to={call} hasIcon />
      {can.update ? (
        <LinkButton href={href("/clients/:id/edit", { id })}>
          <Icon name="edit" />
          Edit info
        </LinkButton>
      ) : null}
      <ContactButton act="Message" name={name} to={message} look="go" hasIcon />
      {can.update || canArchive || can.trash || can.copy ? (
        <Menu label={<MoreLabel />} button="quiet only" end>
          {can.update ? <MenuLink href={clientCallPath(id)}>Log a call</MenuLink> : null}
          {can.update ? <MenuLink href={href("/clients/:id/merge", { id })}>Merge</MenuLink> : null}
          {can.copy ? (
            <MenuLink href={copyOfClientPath(id)} download>
              Download their data
            </MenuLink>
          ) : null}
          {canArchive ? <MenuLink href={href("/clients/:id/archival", { id })}>Archive</MenuLink> : null}
          {can.trash ? <MenuDelete href={trashingPath("client", id)} /> : null}
        </Menu>
      ) : null}
    </PageHead>
  );
}

/** What stands beside a client: what is asked and to be done, and what they look for. */
function ClientAside(shown: Shown) {
  const { client, can, ...panels } = shown;
  return (
    <div className="grid gap-2">
      <RequestsPanel requests={panels.requests} />
      <ContactRequestsPanel requests={panels.contacts} />
      <BuyerProfilePanel {...shown} />
      <TasksPanel panel={panels.tasks} />
      <div className="sheet">
        <TeamPanel agent={panels.assigned} shares={panels.shares} canShare={can.update} />
        <AgreementPanel {...shown} />
        <div className="pad">
          {panels.greeting === null ? null : <p className="muted small">In greetings: {panels.greeting}</p>}
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
function BelowClient(shown: Shown) {
  return (
    <div className="grid gap-2">
      {shown.archivedAt === null ? <FitsPanel panel={shown.fits} share={shown.sharePackages} /> : null}
      <HouseholdPanel {...shown} />
    </div>
  );
}

/** Whether the client has an active buyer agreement, and its dates. */
function AgreementPanel({ client, agreement: { state, days }, can }: Shown) {
  const edit = (
    <LinkButton href={href("/clients/:id/agreement", { id: client.id })} look="quiet" aria-label="Edit buyer agreement">
      Edit
    </LinkButton>
  );
  const shown = <State tone={state === "Active" ? "on" : state === "Ended" ? "due" : "plain"}>{state}</State>;
  return (
    <Panel title="Buyer agreement" action={can.update ? edit : null} line={days === null ? shown : null}>
      <div className="pad">
        {shown}
        <div className="muted small">{days}</div>
      </div>
    </Panel>
  );
}

/** What the client is looking for: at the right on wide screens, below the tabs on others. */
function BuyerProfilePanel({ client, wishes, can }: Shown) {
  const edit = (
    <LinkButton
      href={href("/clients/:id/buyer-profile/edit", { id: client.id })}
      look="quiet"
      aria-label="Edit buyer profile"
    >
      Edit
    </LinkButton>
  );
  return (
    <Sheet title="Buyer profile" action={can.updateProfile ? edit : null}>
      <FactList facts={wishes} />
    </Sheet>
  );
}

/** The people who buy with the client, who of them may enter the client portal, and what they opened there. */
function HouseholdPanel(shown: Shown) {
  const { client, people, portal, openings, can, archivedAt } = shown;
  if (people === null && portal === null) return null;
  const rows = householdRows({
    people: people ?? [],
    portal: portal?.ok ? portal.data : [],
    openings: openings.ok ? openings.data : [],
  });
  const actions = (
    <>
      {portal === null || archivedAt !== null ? null : (
        <LinkButton href={href("/clients/:id/portal/view", { id: client.id })} look="quiet">
          See as the client
        </LinkButton>
      )}
      {people === null || !can.update ? null : (
        <LinkButton
          href={href("/clients/:id/people/new", { id: client.id })}
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
            <HouseholdPerson key={row.key} row={row} {...shown} />
          ))}
        </Rows>
      )}
      {people?.length === 0 ? <p className="pad muted small">No one else yet.</p> : null}
    </Sheet>
  );
}

function HouseholdPerson({ row, client, bounced, can, archivedAt }: Shown & { row: HouseholdRow }) {
  const { name, email, phoneNumber, personId, portal, opened } = row;
  const edit =
    personId === null || !can.update ? null : href("/clients/:id/people/:personId/edit", { id: client.id, personId });
  const revocation = portal === null ? null : revocationPath(client.id, portal);
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
            <BouncedAddressNotice clientId={client.id} email={email} bounced={bounced} edit={edit} />
          )}
        </div>
      </div>
      {portal === null ? null : <PortalActions clientId={client.id} row={portal} isArchived={archivedAt !== null} />}
      {edit === null && revocation === null ? null : (
        <Menu end button="quiet only" label={<MoreLabel of={name} />}>
          {edit === null ? null : <MenuLink href={edit}>Edit</MenuLink>}
          {revocation === null ? null : <MenuLink href={revocation}>Revoke access</MenuLink>}
        </Menu>
      )}
    </Row>
  );
}
