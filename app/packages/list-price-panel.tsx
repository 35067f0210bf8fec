import { LinkButton } from "../ui/button.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { formatMoney } from "../ui/number-format.ts";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import type { FoundPackage } from "./packages.server.ts";

type ListPricePanelProps = {
  prices: FoundPackage["listPrices"];
  /** Where the present one is changed; null for those who may not. */
  changePath: string | null;
};

/** All list prices of the property, newest first. */
export function ListPricePanel({ prices, changePath }: ListPricePanelProps) {
  if (prices.length === 0) return null;
  return (
    <Sheet
      title="List prices"
      action={
        changePath === null ? null : (
          <LinkButton href={changePath} look="quiet">
            Change<span className="vh"> list price</span>
          </LinkButton>
        )
      }
    >
      <Rows label="List prices">
        {prices.map(({ id, price, changedAt, actorName }) => (
          <Row key={id}>
            <div>
              <span className="num">{price === null ? "None" : formatMoney(price.currency, price.amount)}</span>
              <div className="muted small">
                <DateTime value={changedAt} /> {actorName === null ? null : `by ${actorName}`}
              </div>
            </div>
          </Row>
        ))}
      </Rows>
    </Sheet>
  );
}
