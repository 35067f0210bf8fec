import { DateTime } from "../ui/date-time.tsx";
import { formatMoney } from "../ui/number-format.ts";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import type { FoundPackage } from "./packages.server.ts";

type ListPricePanelProps = { prices: FoundPackage["listPrices"] };

/** All list prices of the property, newest first. */
export function ListPricePanel({ prices }: ListPricePanelProps) {
  if (prices.length === 0) return null;
  return (
    <Sheet title="List prices">
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
