import { AgentPanel } from "../assignments/agent-panel.tsx";
import { SharesPanel } from "../assignments/shares-panel.tsx";
import { ContactRequestsPanel } from "../contact-requests/contact-requests-panel.tsx";
import { PortalOpenings } from "../invitations/portal-openings.tsx";
import { PortalPanel } from "../invitations/portal-panel.tsx";
import { FitsPanel } from "../matching/fits-panel.tsx";
import { RequestsPanel } from "../portal-requests/requests-panel.tsx";
import { TasksPanel } from "../tasks/tasks-panel.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { AgreementPanel } from "./agreement-panel.tsx";
import { BuyerProfilePanel } from "./buyer-profile-panel.tsx";
import { ClientLanguage } from "./client-language-line.tsx";
import { HouseholdPanel } from "./household-panel.tsx";
import type { loadClientPage } from "./load-client-page.server.ts";

type ClientAsideProps = Awaited<ReturnType<typeof loadClientPage>>;

/** What stands beside a client: what is asked and to be done, what they look for, and who they are. */
export function ClientAside({ client, people, bounced, can, ...panels }: ClientAsideProps) {
  return (
    <div className="grid gap-2">
      <RequestsPanel requests={panels.requests} />
      <ContactRequestsPanel requests={panels.contacts} />
      <TasksPanel panel={panels.tasks} />
      <BuyerProfilePanel clientId={client.id} wishes={panels.wishes} canUpdate={can.updateProfile} />
      <AgentPanel panel={panels.assigned} />
      <SharesPanel panel={panels.shares} canUpdate={can.update} />
      <AgreementPanel clientId={client.id} agreement={panels.agreement} canUpdate={can.update} />
      {people === null ? null : (
        <HouseholdPanel clientId={client.id} people={people} bounced={bounced} canUpdate={can.update} />
      )}
      <ClientLanguage clientId={client.id} language={panels.language} canChange={can.update} />
      {client.insertedAt === null ? null : (
        <p className="muted small">
          Client since <DateTime value={client.insertedAt} form="moment" />
        </p>
      )}
    </div>
  );
}

/** What stands below a client's lists: what fits them, and how they use their portal. */
export function BelowClient({ client, archivedAt, fits, sharePackages, portal, openings }: ClientAsideProps) {
  return (
    <div className="grid gap-2">
      {archivedAt === null ? <FitsPanel panel={fits} share={sharePackages} /> : null}
      <PortalPanel clientId={client.id} rows={portal} isArchived={archivedAt !== null} />
      <PortalOpenings openings={openings} />
    </div>
  );
}
