import { LinkButton } from "../ui/button.tsx";
import { formatDay } from "../ui/date-format.ts";
import { formatMoney, formatNumber } from "../ui/number-format.ts";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import type { Comparable } from "./comparable.ts";
import { packagePath } from "./package-list.ts";

type ComparablePanelProps = {
  packageId: string;
  comparables: readonly Pick<Comparable, "id" | "address" | "soldPrice" | "sqft" | "soldOn" | "url">[];
  canUpdate: boolean;
};

/** What properties like this one were sold for, the newest sale first. */
export function ComparablePanel({ packageId, comparables, canUpdate }: ComparablePanelProps) {
  const add = (
    <LinkButton href={packagePath(packageId, "comparables/new")} look="quiet" aria-label="Add a comparable">
      Add
    </LinkButton>
  );
  return (
    <Sheet title="Comparables" action={canUpdate ? add : null}>
      {comparables.length === 0 ? (
        <p className="pad muted">None yet. The comp. value follows from what properties like this one were sold for.</p>
      ) : (
        <Rows label="Comparables">
          {comparables.map((comparable) => (
            <Row key={comparable.id}>
              <Sale {...comparable} />
              {canUpdate ? (
                <LinkButton
                  href={packagePath(packageId, `comparables/${comparable.id}/edit`)}
                  look="quiet"
                  aria-label={`Edit ${comparable.address}`}
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

function Sale({ address, soldPrice, sqft, soldOn, url }: ComparablePanelProps["comparables"][number]) {
  const { currency, amount } = soldPrice;
  const rate = sqft ? `${formatMoney(currency, String(Math.round(Number(amount) / sqft)))} per sqft` : null;
  const size = sqft === null ? null : `${formatNumber(sqft)} sqft`;
  return (
    <div>
      {url !== null && /^https?:\/\//i.test(url) ? (
        <a className="link" href={url} rel="noreferrer">
          {address}
        </a>
      ) : (
        <b>{address}</b>
      )}
      <div className="num">{formatMoney(currency, amount)}</div>
      <div className="muted small">{[size, rate].filter((part) => part !== null).join(", ")}</div>
      {soldOn === null ? null : <div className="muted small">Sold {formatDay(soldOn)}</div>}
    </div>
  );
}
