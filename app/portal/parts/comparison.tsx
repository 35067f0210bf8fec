import { numberOf, priceOf, roundedPriceOf } from "../../client-pages/texts/format.ts";
import { useLanguage, useTexts } from "../../client-pages/texts/texts.ts";
import type { Money } from "../../json-api/values.ts";
import { cityLine } from "../../ui/city-line.ts";
import type { PortalProperty } from "../portal-properties.server.ts";
import { useFrame, usePortalPath } from "./portal-frame.tsx";

type Shown =
  | "id"
  | "street"
  | "city"
  | "state"
  | "zip"
  | "listPrice"
  | "beds"
  | "baths"
  | "sqft"
  | "lotSize"
  | "yearBuilt"
  | "hoa"
  | "garages"
  | "area"
  | "ownPriority"
  | "agentPriority"
  | "agentName"
  | "photos";

/** A property that is compared with others. */
export interface ComparedProperty extends Pick<PortalProperty, Shown> {
  /** What it costs; null where the agent has not released it. */
  readonly totals: { readonly monthlyPayment: Money; readonly cashToClose: Money } | null;
  /** Of the person, from 1 to 5; null for none. */
  readonly rating: number | null;
}

/** Properties side by side: a column each. A line that is empty for all of them is left out. */
export function Comparison({ homes }: { homes: readonly ComparedProperty[] }) {
  const { compare } = useTexts();
  const to = usePortalPath();
  const rows = useRows(homes).filter(({ values }) => values.some((value) => value !== null));
  return (
    <section className="wide" aria-label={compare.title}>
      <table>
        <thead>
          <tr>
            <td />
            {homes.map(({ id, photos: [cover], ...home }) => (
              <th key={id} scope="col">
                {cover === undefined ? (
                  <span className="no-photo" aria-hidden="true" />
                ) : (
                  <img src={to(`/photos/${encodeURIComponent(cover.id)}?size=small`)} alt="" width={480} height={360} />
                )}
                <a href={to(`/properties/${encodeURIComponent(id)}`)}>
                  <b>{home.street}</b>
                </a>
                <div className="muted small">{cityLine(home)}</div>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, values, empty }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {values.map((value, column) => (
                <td key={homes[column]?.id} className={value === null ? "muted" : "num"}>
                  {value ?? empty}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What is compared, as texts; null for what is not known of a property. */
function useRows(homes: readonly ComparedProperty[]) {
  const { compare, properties, released } = useTexts();
  const { agent } = useFrame();
  const language = useLanguage();
  const { labels, priorities } = properties;
  const row = (label: string, of: (home: ComparedProperty) => string | null, empty = compare.unknown) => ({
    label,
    values: homes.map(of),
    empty,
  });
  const money = (value: Money | null) => (value === null ? null : priceOf(language, value));
  const estimate = (value: Money | undefined) => (value === undefined ? null : roundedPriceOf(language, value));
  const count = (value: number | null) => (value === null ? null : numberOf(language, value));
  const feet = (value: number | null) => (value === null ? null : properties.squareFeet(numberOf(language, value)));
  return [
    row(labels.price, ({ listPrice }) => money(listPrice)),
    row(released.costs.monthly, ({ totals }) => estimate(totals?.monthlyPayment), compare.none),
    row(released.costs.cash, ({ totals }) => estimate(totals?.cashToClose), compare.none),
    row(labels.beds, ({ beds }) => count(beds)),
    row(labels.baths, ({ baths }) => count(baths)),
    row(labels.sqft, ({ sqft }) => feet(sqft)),
    row(labels.lot, ({ lotSize }) => feet(lotSize)),
    row(labels.garages, ({ garages }) => count(garages)),
    row(labels.yearBuilt, ({ yearBuilt }) => (yearBuilt === null ? null : String(yearBuilt))),
    row(labels.hoa, ({ hoa }) => money(hoa)),
    row(labels.area, ({ area }) => area),
    row(compare.own, ({ ownPriority: own }) => (own === null ? null : priorities[own]), compare.none),
    row(
      compare.agent([...new Set(homes.map(({ agentName }) => agentName ?? agent.name))].join(", ")),
      ({ agentPriority: own }) => (own === null ? null : priorities[own]),
      compare.none,
    ),
    row(compare.rating, ({ rating }) => (rating === null ? null : compare.stars(rating)), compare.none),
  ];
}
