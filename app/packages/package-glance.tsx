import type { Settled } from "../json-api/settle.ts";
import { StageState } from "../opportunities/stage-state.tsx";
import { NotLoadedLine } from "../ui/not-loaded.tsx";
import { formatMoney, formatRoundedMoney } from "../ui/number-format.ts";
import type { DueOffer } from "./offer-deadline.ts";
import { OfferDue } from "./offer-due.tsx";
import { type PackageFacts, specsOf } from "./package.ts";
import type { PairedClient } from "./paired-clients.tsx";

/** So many deals are named; the tab of clients has all of them. */
const mostNamed = 2;

type PackageGlanceProps = {
  facts: Parameters<typeof specsOf>[0] & Pick<PackageFacts, "listPrice" | "compValue" | "isForSale">;
  offerDue: DueOffer | null;
  clients: readonly Pick<PairedClient, "id" | "name" | "href" | "stage">[];
  /** Why the deals could not be loaded; null when they are here, or the service has none. */
  late: Extract<Settled<unknown>, { ok: false }> | null;
};

/** What one looks for first: the price, what is there, by when offers are due, and how far the deals are. */
export function PackageGlance({ facts, offerDue, clients, late }: PackageGlanceProps) {
  const { listPrice, compValue, isForSale } = facts;
  const deals = clients.flatMap(({ stage, ...client }) => (stage === null ? [] : [{ ...client, stage }]));
  const more = deals.length - mostNamed;
  const specs = specsOf(facts);
  return (
    <>
      {listPrice === null ? null : (
        <div className="glance flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <b className="num text-4 [font-weight:600]">{formatMoney(listPrice.currency, listPrice.amount)}</b>
          {compValue === null ? null : (
            <span className="muted small num">
              Comps {formatRoundedMoney(compValue.currency, Number(compValue.amount))}
            </span>
          )}
        </div>
      )}
      {specs === "" ? null : <p>{specs}</p>}
      <div className="glance flex flex-wrap items-center gap-x-2 gap-y-0.5">
        {offerDue === null ? (
          isForSale === false ? (
            <span className="muted">Sold</span>
          ) : null
        ) : (
          <span>
            <span className="muted">Offers due</span> <OfferDue withTime due={offerDue} />
          </span>
        )}
        {deals.slice(0, mostNamed).map(({ id, name, href, stage }) => (
          <span key={id}>
            <a className="link" href={href}>
              {name}
            </a>{" "}
            <StageState stage={stage} />
          </span>
        ))}
        {more > 0 ? <span className="muted">+{more}</span> : null}
      </div>
      {late === null ? null : <NotLoadedLine what="opportunities" part={late} />}
    </>
  );
}
