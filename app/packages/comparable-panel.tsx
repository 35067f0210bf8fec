import { href } from "react-router";
import { LinkButton } from "../ui/button.tsx";
import { formatDay } from "../ui/date-format.ts";
import { formatMoney, formatNumber, formatRoundedMoney } from "../ui/number-format.ts";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import type { Comparable } from "./comparable.ts";

type Sale = Pick<Comparable, "id" | "address" | "soldPrice" | "sqft" | "soldOn" | "url">;

type ComparablePanelProps = { packageId: string; comparables: readonly Sale[]; canUpdate: boolean };

/** Sales of similar properties, newest first. */
export function ComparablePanel({ packageId, comparables, canUpdate }: ComparablePanelProps) {
  const add = (
    <LinkButton
      href={href("/packages/:packageId/comparables/new", { packageId })}
      look="quiet"
      aria-label="Add a comparable"
    >
      Add
    </LinkButton>
  );
  return (
    <Sheet title="Comparables" action={canUpdate ? add : null}>
      {comparables.length === 0 ? (
        <p className="pad muted">No comparables yet. Add recent sales to calculate a comp. value.</p>
      ) : (
        <Rows label="Comparables">
          {comparables.map((sale) => (
            <Row key={sale.id}>
              <SaleFacts {...sale} />
              {canUpdate ? (
                <LinkButton
                  href={href("/packages/:packageId/comparables/:comparableId/edit", {
                    packageId,
                    comparableId: sale.id,
                  })}
                  look="quiet"
                  aria-label={`Edit ${sale.address}`}
                >
                  Edit
                </LinkButton>
              ) : null}
            </Row>
          ))}
        </Rows>
      )}
    </Sheet>
  );
}

function SaleFacts({ address, soldPrice: { amount, currency }, sqft, soldOn, url }: Sale) {
  const link = url !== null && /^https?:\/\//i.test(url) ? url : null;
  return (
    <div className="items-baseline gap-2 md:grid md:grid-cols-[2fr_1fr_2fr_1fr]">
      {link === null ? (
        <b>{address}</b>
      ) : (
        <a className="link" href={link} rel="noreferrer">
          {address}
        </a>
      )}
      <div className="num">{formatMoney(currency, amount)}</div>
      <div className="muted small">
        {sqft ? `${formatNumber(sqft)} sqft, ${formatRoundedMoney(currency, Number(amount) / sqft)} per sqft` : null}
      </div>
      {soldOn === null ? null : <div className="muted small">Sold {formatDay(soldOn)}</div>}
    </div>
  );
}
