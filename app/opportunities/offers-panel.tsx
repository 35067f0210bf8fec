import type { Settled } from "../json-api/settle.ts";
import { formatMoment } from "../ui/date-format.ts";
import { DateTime } from "../ui/date-time.tsx";
import { NotLoaded } from "../ui/not-loaded.tsx";
import { formatMoney } from "../ui/number-format.ts";
import { Row, Rows } from "../ui/page.tsx";
import { Panel } from "../ui/panel.tsx";
import { State } from "../ui/tag.tsx";
import { opportunityPath } from "./opportunity-list.ts";
import type { FoundOffer } from "./opportunity-resources.server.ts";

const labels: Readonly<Record<string, string>> = {
  sent: "Sent",
  accepted: "Accepted",
  declined: "Declined",
  withdrawn: "Withdrawn",
  fallen_through: "Fallen through",
  undone: "Undone",
};

type OffersPanelProps = { opportunityId: string; offers: Settled<readonly FoundOffer[]>; timeZone: string };

/** The offers that were made, newest first. */
export function OffersPanel({ opportunityId, offers, timeZone }: OffersPanelProps) {
  return (
    <Panel title="Offers" none={offers.ok && offers.data.length === 0 ? "No offers yet." : null}>
      {offers.ok ? (
        <Offers offers={offers.data} timeZone={timeZone} />
      ) : (
        <NotLoaded what="offers" code={offers.code} here={opportunityPath(opportunityId)} />
      )}
    </Panel>
  );
}

function Offers({ offers, timeZone }: { offers: readonly FoundOffer[]; timeZone: string }) {
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
