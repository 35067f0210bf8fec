import { TeamPanel } from "../assignments/agent-panel.tsx";
import { ContactRequestsPanel } from "../contact-requests/contact-requests-panel.tsx";
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
