import { href } from "react-router";
import type { ClientAnswers } from "../client-answers/client-answers.ts";
import type { Settled } from "../json-api/settle.ts";
import { opportunityPath } from "../record-paths.ts";
import { LinkButton } from "../ui/button.tsx";
import { formatMoment } from "../ui/date-format.ts";
import { DateTime } from "../ui/date-time.tsx";
import { NotLoaded } from "../ui/not-loaded.tsx";
import { formatMoney } from "../ui/number-format.ts";
import { Row, Rows } from "../ui/page.tsx";
import { Panel } from "../ui/panel.tsx";
import { State } from "../ui/tag.tsx";
import type { FoundOffer, FoundOpportunity } from "./opportunity-resources.server.ts";

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
export function OffersPanel(props: OffersPanelProps) {
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
