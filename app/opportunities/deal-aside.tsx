import { href } from "react-router";
import { assignedKinds } from "../assignments/assignment.ts";
import { DealDocuments } from "../documents/deal-documents-panel.tsx";
import { isOver } from "../labels.ts";
import { clientPath } from "../record-paths.ts";
import { TasksPanel } from "../tasks/tasks-panel.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { Phone } from "../ui/contact.tsx";
import { type Fact, FactList } from "../ui/fact-list.tsx";
import { messageLink } from "../ui/mail-link.ts";
import { isAbsent, NotLoadedLine } from "../ui/not-loaded.tsx";
import { State } from "../ui/tag.tsx";
import type { loadDeal } from "./load-deal.server.ts";
import { OffersPanel } from "./offers-panel.tsx";
import { ShowingsPanel } from "./showings-panel.tsx";

type DealAsideProps = Awaited<ReturnType<typeof loadDeal>>;

/** What stands beside a deal: whose it is, its showings and offers, what is to be done, and its documents. */
export function DealAside(props: DealAsideProps) {
  const { row, showings, offers, suggested, said, tasks, documents, uploads, canUpdate, timeZone } = props;
  const isSuggesting = row.stage === "offer_suggeted" || row.stage === "offer_sent";
  return (
    <div className="grid gap-2">
      <ClientCard {...props} />
      <ShowingsPanel
        opportunityId={row.id}
        showings={showings}
        timeZone={timeZone}
        canRequest={canUpdate && !isOver(row.stage)}
      />
      <OffersPanel
        opportunityId={row.id}
        offers={offers}
        suggested={suggested}
        suggestion={said.answers.ok ? said.answers.data.suggestion : null}
        canSuggest={canUpdate && isSuggesting && said.answers.ok}
        isOut={row.stage === "offer_sent"}
        timeZone={timeZone}
      />
      <TasksPanel panel={tasks} />
      <DealDocuments
        opportunityId={row.id}
        documents={documents}
        packageId={row.property.id || null}
        clientId={row.client.id || null}
        uploads={uploads}
      />
    </div>
  );
}

/** How to reach the client, whether they have signed, and whose deal it is. */
function ClientCard({ row: { client }, phone, hasAgreement, assigned, canUpdate }: DealAsideProps) {
  const { id, name, email, picture } = client;
  const agreement = id === "" || !canUpdate ? null : href("/clients/:id/agreement", { id });
  const facts: Fact[] = [
    { label: "Phone", value: phone.phoneNumber && <Way to={phone.call} text={phone.phoneNumber} /> },
    { label: "Email", value: email && <Way to={messageLink(email)} text={email} /> },
    ...(hasAgreement === null
      ? []
      : [{ label: "Buyer agreement", value: <Agreement isActive={hasAgreement} add={agreement} /> }]),
    ...(isAbsent(assigned.agent) ? [] : [{ label: "Agent", value: <Agent panel={assigned} /> }]),
  ];
  return (
    <section className="sheet">
      <div className="who">
        <Avatar name={name} picture={picture} />
        <h2>{id === "" ? name : <a href={clientPath(id)}>{name}</a>}</h2>
      </div>
      <FactList facts={facts} />
    </section>
  );
}

/** What is no number to dial and no address is shown as it is. */
function Way({ to, text }: { to: string | null; text: string }) {
  const shown = <Phone typed={text} />;
  if (to === null) return shown;
  return (
    <a className="link" href={to}>
      {shown}
    </a>
  );
}

function Agreement({ isActive, add }: { isActive: boolean; add: string | null }) {
  if (isActive) return "Active";
  return (
    <p>
      <State tone="due">None active</State>{" "}
      {add === null ? null : (
        <a className="link" href={add} aria-label="Add a buyer agreement">
          Add
        </a>
      )}
    </p>
  );
}

function Agent({ panel: { kind, id, agent } }: { panel: DealAsideProps["assigned"] }) {
  if (!agent.ok) return <NotLoadedLine what="agent" part={agent} />;
  return (
    <p>
      {agent.data.name ?? "No agent"}{" "}
      {agent.data.canChange ? (
        <a className="link" href={assignedKinds[kind].agentPage(id)} aria-label="Change agent">
          Change
        </a>
      ) : null}
    </p>
  );
}
