import { StageState } from "../opportunities/stage-state.tsx";
import { formatMoney } from "../ui/number-format.ts";
import type { PackageFacts } from "./package.ts";
import type { PairedClient } from "./paired-clients.tsx";

/** So many deals are named; the panel of clients has all of them. */
const mostNamed = 2;

type PackageGlanceProps = {
  listPrice: PackageFacts["listPrice"];
  clients: readonly Pick<PairedClient, "id" | "name" | "href" | "stage">[];
};

/** What one looks for first: the price, and how far the deals are. */
export function PackageGlance({ listPrice, clients }: PackageGlanceProps) {
  const deals = clients.flatMap(({ stage, ...client }) => (stage === null ? [] : [{ ...client, stage }]));
  if (listPrice === null && deals.length === 0) return null;
  const more = deals.length - mostNamed;
  return (
    <div className="glance">
      {listPrice === null ? null : <b className="price num">{formatMoney(listPrice.currency, listPrice.amount)}</b>}
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
  );
}
