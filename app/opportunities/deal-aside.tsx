import { href } from "react-router";
import { assignedKinds } from "../assignments/assignment.ts";
import type { ClientAnswers } from "../client-answers/client-answers.ts";
import { DealDocuments } from "../documents/deal-documents-panel.tsx";
import type { Settled } from "../json-api/settle.ts";
import { isOver } from "../labels.ts";
import { clientPath, opportunityPath } from "../record-paths.ts";
import { TasksPanel } from "../tasks/tasks-panel.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Phone } from "../ui/contact.tsx";
import { formatMoment } from "../ui/date-format.ts";
import { DateTime } from "../ui/date-time.tsx";
import { type Fact, FactList } from "../ui/fact-list.tsx";
import { messageLink } from "../ui/mail-link.ts";
import { isAbsent, NotLoaded, NotLoadedLine } from "../ui/not-loaded.tsx";
import { formatMoney } from "../ui/number-format.ts";
import { Row, Rows } from "../ui/page.tsx";
import { Panel } from "../ui/panel.tsx";
import { State } from "../ui/tag.tsx";
import type { loadDeal } from "./load-deal.server.ts";
import type { FoundOffer, FoundOpportunity } from "./opportunity-resources.server.ts";
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

const labels: Readonly<Record<string, string>> = {
  sent: "Sent",
  accepted: "Accepted",
  declined: "Declined",
  withdrawn: "Withdrawn",
  fallen_through: "Fallen through",
  undone: "Undone",
};

type OffersPanelProps = {
  opportunityId: string;
  offers: Settled<readonly FoundOffer[]>;
  /** What the client is asked to approve; null for nothing. */
  suggested: FoundOpportunity["suggestedOffer"];
  /** The same with its terms, and who suggested it; null also where that could not be loaded. */
  suggestion: ClientAnswers["suggestion"];
  /** Whether one is suggested at this stage, and by the current user. */
  canSuggest: boolean;
  /** Whether an offer is with the seller, who may want another one. */
  isOut: boolean;
  timeZone: string;
};

/** The offer that is suggested, and those that were made, newest first. */
function OffersPanel(props: OffersPanelProps) {
  const { opportunityId, offers, suggested, suggestion, canSuggest, isOut, timeZone } = props;
  const noun = isOut ? "counter-offer" : "suggested offer";
  const isNone = offers.ok && offers.data.length === 0 && suggested === null;
  const suggest = (
    <LinkButton href={href("/opportunities/:opportunityId/suggestion", { opportunityId })} look="quiet">
      {suggested !== null ? `Change ${noun}` : isOut ? "Record a counter-offer" : "Suggest an offer"}
    </LinkButton>
  );
  return (
    <Panel title="Offers" action={canSuggest ? suggest : null} none={isNone ? "None" : null}>
      {suggested === null ? null : <Suggested {...suggested} suggestion={suggestion} timeZone={timeZone} />}
      {offers.ok ? (
        <Offers offers={offers.data} timeZone={timeZone} />
      ) : (
        <NotLoaded what="offers" code={offers.code} here={opportunityPath(opportunityId)} />
      )}
    </Panel>
  );
}

type SuggestedProps = NonNullable<OffersPanelProps["suggested"]> & Pick<OffersPanelProps, "suggestion" | "timeZone">;

function Suggested({ price, expiresAt, isCounter, suggestion, timeZone }: SuggestedProps) {
  const { terms = null, termsEs = null } = suggestion ?? {};
  return (
    <Rows label={isCounter ? "Counter-offer" : "Suggested offer"}>
      <Row>
        <div>
          <b className="num">{formatMoney(price.currency, price.amount)}</b>{" "}
          <State tone="plain">{isCounter ? "Counter-offer" : "Suggested"}</State>
          {expiresAt === null ? null : <div className="muted small">Expires {formatMoment(expiresAt, timeZone)}</div>}
          {terms === null ? null : <div className="muted small whitespace-pre-line">{terms}</div>}
          {terms === null || termsEs !== null ? null : (
            <div className="muted small">No terms in Spanish: people who read Spanish see the English text.</div>
          )}
          {suggestion === null ? null : (
            <div className="muted small">
              {suggestion.suggestedByName}, <DateTime value={suggestion.insertedAt} />
            </div>
          )}
        </div>
      </Row>
    </Rows>
  );
}

function Offers({ offers, timeZone }: { offers: readonly FoundOffer[]; timeZone: string }) {
  if (offers.length === 0) return null;
  return (
    <Rows label="Offers">
      {offers.map((offer) => (
        <Row key={offer.id}>
          <div>
            <b className="num">{formatMoney(offer.price.currency, offer.price.amount)}</b>{" "}
            <State tone={offer.state === "accepted" ? "on" : offer.state === "sent" ? "due" : "plain"}>
              {labels[offer.state] ?? offer.state}
            </State>
            {offer.expiresAt === null || offer.state !== "sent" ? null : (
              <div className="muted small">Expires {formatMoment(offer.expiresAt, timeZone)}</div>
            )}
            {offer.acceptedPrice === null || offer.acceptedPrice.amount === offer.price.amount ? null : (
              <div className="muted small">
                Agreed on {formatMoney(offer.acceptedPrice.currency, offer.acceptedPrice.amount)}
              </div>
            )}
          </div>
          <span className="muted small">
            <DateTime value={offer.sentAt} />
          </span>
        </Row>
      ))}
    </Rows>
  );
}
