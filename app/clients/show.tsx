import { href, Outlet } from "react-router";
import { AgentPanel } from "../assignments/agent-panel.tsx";
import { fetchAgent } from "../assignments/load-assignment.server.ts";
import { fetchShares } from "../assignments/load-shares.server.ts";
import { SharesPanel } from "../assignments/shares-panel.tsx";
import { fetchMerges } from "../client-merges/load-merges.server.ts";
import { MergeNotice } from "../client-merges/merge-notice.tsx";
import { ContactRequestsPanel } from "../contact-requests/contact-requests-panel.tsx";
import { fetchContactRequests } from "../contact-requests/load-request.server.ts";
import { fetchOpenings } from "../invitations/portal-openings.server.ts";
import { PortalOpenings } from "../invitations/portal-openings.tsx";
import { fetchInvitations, portalRows } from "../invitations/portal-panel.server.ts";
import { PortalPanel } from "../invitations/portal-panel.tsx";
import { allows } from "../json-api/resource.ts";
import { FitsPanel } from "../matching/fits-panel.tsx";
import { fetchPackageFits } from "../matching/load-fits.server.ts";
import { writingPath } from "../messages/message-link.ts";
import { picturesContext } from "../pictures/pictures.ts";
import { fetchRequests } from "../portal-requests/requests-panel.server.ts";
import { RequestsPanel } from "../portal-requests/requests-panel.tsx";
import { agentOf, recordId } from "../session/session.server.ts";
import { readTaskPanel } from "../tasks/task-panel.server.ts";
import { TasksPanel } from "../tasks/tasks-panel.tsx";
import { dayIn } from "../ui/date-format.ts";
import { DateTime } from "../ui/date-time.tsx";
import { Notice } from "../ui/notice.tsx";
import { Page, Split } from "../ui/page.tsx";
import { Tabs } from "../ui/tabs.tsx";
import type { Route } from "./+types/show";
import { describeAgreement } from "./agreement.ts";
import { AgreementPanel } from "./agreement-panel.tsx";
import { BouncedAddressNotice } from "./bounced-address.tsx";
import { fetchBouncedAddresses } from "./bounced-addresses.server.ts";
import { describeProfile } from "./buyer-profile.ts";
import { BuyerProfilePanel } from "./buyer-profile-panel.tsx";
import { ClientHead } from "./client-head.tsx";
import { clientPath } from "./client-links.ts";
import { HouseholdPanel } from "./household-panel.tsx";
import { loadClient } from "./load-client.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const user = agentOf(context);
  const { workspace } = user;
  const id = recordId(params.id);
  const [client, tasks, invitations, openings, requests, contacts, agent, shares, bounced, merges, fits] =
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
    client: { id: client.id, name: client.name, email: client.email, phoneNumber: client.phoneNumber },
    tags: client.tags ?? [],
    source: client.leadSource ?? null,
    message: writingPath(user, client),
    archivedAt: client.archivedAt,
    picture: picture === null ? null : context.get(picturesContext).pathOf(picture, 200, workspace.id),
    tasks,
    wishes: describeProfile(buyerProfile),
    portal: portalRows(context, client, invitations),
    openings,
    requests,
    contacts,
    assigned: agent,
    shares,
    bounced,
    merges,
    fits,
    agreement: describeAgreement(client.agreement, dayIn(workspace.timeZone ?? "UTC")),
    people: people?.map(({ id, name, email, phoneNumber }) => ({ id, name, email, phoneNumber })) ?? null,
    can: {
      update: allows(client, "update"),
      archive: allows(client, "archive"),
      updateProfile: buyerProfile !== null && allows(buyerProfile, "update"),
    },
  };
}

export default function ClientDetail({ loaderData }: Route.ComponentProps) {
  const {
    client,
    message,
    archivedAt,
    picture,
    tasks,
    wishes,
    agreement,
    people,
    portal,
    openings,
    requests,
    contacts,
    bounced,
    merges,
    can,
  } = loaderData;
  const tabs = [
    { label: "Opportunities", href: clientPath(client.id) },
    { label: "Documents", href: href("/clients/:id/documents", client) },
    { label: "Activity", href: href("/clients/:id/activity", client) },
  ];
  const aside = (
    <div className="grid gap-2">
      <RequestsPanel requests={requests} />
      <ContactRequestsPanel requests={contacts} />
      <TasksPanel panel={tasks} />
      <BuyerProfilePanel clientId={client.id} wishes={wishes} canUpdate={can.updateProfile} />
      {archivedAt === null ? <FitsPanel panel={loaderData.fits} /> : null}
      <AgentPanel panel={loaderData.assigned} />
      <SharesPanel panel={loaderData.shares} canUpdate={can.update} />
      <AgreementPanel clientId={client.id} agreement={agreement} canUpdate={can.update} />
      {people === null ? null : (
        <HouseholdPanel clientId={client.id} people={people} bounced={bounced} canUpdate={can.update} />
      )}
      <PortalPanel clientId={client.id} rows={portal} isArchived={archivedAt !== null} />
      <PortalOpenings openings={openings} />
    </div>
  );
  return (
    <Page>
      <ClientHead
        client={client}
        tags={loaderData.tags}
        source={loaderData.source}
        picture={picture}
        message={message}
        canUpdate={can.update}
        canArchive={can.archive && archivedAt === null}
        canTrash={can.archive}
      />
      <BouncedAddressNotice
        clientId={client.id}
        email={client.email}
        bounced={bounced}
        edit={can.update ? href("/clients/:id/edit", client) : null}
      />
      {archivedAt === null ? null : (
        <Notice title="Archived.">
          Archived on <DateTime value={archivedAt} form="day" />. Opportunities and tasks of this client stay in their
          lists. {can.archive ? <a href={href("/clients/:id/archival/removal", client)}>Restore</a> : null}
        </Notice>
      )}
      <MergeNotice clientId={client.id} merges={merges} />
      <Split aside={aside}>
        <Tabs label={client.name} tabs={tabs} />
        <Outlet />
      </Split>
    </Page>
  );
}
