import { href } from "react-router";
import { allows } from "../json-api/resource.ts";
import { obeys } from "../json-api/service.ts";
import { apiOf, recordId } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { formatDay } from "../ui/date-format.ts";
import { DateTime } from "../ui/date-time.tsx";
import { formatMoney, formatNumber, formatRoundedMoney } from "../ui/number-format.ts";
import { Row, Rows, Sheet, Split } from "../ui/page.tsx";
import { Panel } from "../ui/panel.tsx";
import type { Route } from "./+types/comparables";
import type { Comparable } from "./comparable.ts";
import { loadPackage } from "./load-package.server.ts";
import type { CompValue } from "./package.ts";
import { pricePath } from "./package-list.ts";
import { usePropertyAside } from "./property-aside.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const id = recordId(params.packageId);
  const found = await loadPackage(context, id);
  const { comparables, listPrices, compValue, compOverride } = found;
  return {
    id,
    comparables: obeys(apiOf(context).service, "packages", "include=comparables") ? comparables : null,
    listPrices,
    compValue,
    note: compOverride?.note ?? null,
    mayUpdate: allows(found, "update"),
  };
}

/** Sales of similar properties, what they say about this one, and its list prices. */
export default function PackageComparables({ loaderData }: Route.ComponentProps) {
  const { id, comparables, compValue, note, mayUpdate } = loaderData;
  const { team } = usePropertyAside();
  const override = mayUpdate ? (
    <LinkButton href={href("/packages/:packageId/edit", { packageId: id })} look="quiet">
      Override
    </LinkButton>
  ) : null;
  const aside = (
    <>
      <Panel title="Comp. value" action={override} none={compValue === null ? "None" : null}>
        {compValue === null ? null : <CompValueLines {...compValue} note={note} />}
      </Panel>
      {team}
    </>
  );
  return (
    <Split aside={aside}>
      {comparables === null ? null : <ComparablePanel packageId={id} comparables={comparables} canUpdate={mayUpdate} />}
      <ListPricePanel {...loaderData} />
    </Split>
  );
}

type CompValueLinesProps = CompValue & { note: string | null };

/** What comparables say that a property is worth, and what that is based on. */
function CompValueLines({ note, ...value }: CompValueLinesProps) {
  return (
    <>
      <b className="num text-4 [font-weight:600]">{formatRoundedMoney(value.currency, Number(value.amount))}</b>
      <div className="muted small">{basisOf(value)}</div>
      {note === null ? null : <div className="small">{note}</div>}
    </>
  );
}

/** What the value is based on, and from when. */
function basisOf({ source, count, asOf }: CompValue): string {
  const day = asOf === null ? "" : formatDay(asOf);
  if (source === "override") return `Entered ${day}. Overrides the comparables.`;
  if (count === 1) return `Price per sqft of one comparable, sold ${day}.`;
  return `Median price per sqft of ${count} comparables, the newest sold ${day}.`;
}

type Sale = Pick<Comparable, "id" | "address" | "soldPrice" | "sqft" | "soldOn" | "url">;

type ComparablePanelProps = { packageId: string; comparables: readonly Sale[]; canUpdate: boolean };

/** Sales of similar properties, newest first. */
function ComparablePanel({ packageId, comparables, canUpdate }: ComparablePanelProps) {
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

/** All list prices of the property, newest first. */
function ListPricePanel({ id, listPrices, mayUpdate }: Route.ComponentProps["loaderData"]) {
  if (listPrices.length === 0) return null;
  return (
    <Sheet
      title="List prices"
      action={
        mayUpdate ? (
          <LinkButton href={pricePath(id, "")} look="quiet">
            Change<span className="vh"> list price</span>
          </LinkButton>
        ) : null
      }
    >
      <Rows label="List prices">
        {listPrices.map(({ id, price, changedAt, actorName }) => (
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
