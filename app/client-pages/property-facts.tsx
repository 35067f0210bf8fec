import type { ReactNode } from "react";
import { Term } from "./term.tsx";
import { longTime, numberOf, priceOf } from "./texts/format.ts";
import { useLanguage, useTexts } from "./texts/texts.ts";

/** What is known of a property; null for what is not. */
interface KnownProperty {
  readonly listPrice: { readonly amount: string; readonly currency: string } | null;
  readonly beds: number | null;
  readonly baths: number | null;
  /** In square feet, as is the lot. */
  readonly sqft: number | null;
  readonly lotSize: number | null;
  readonly garages: number | null;
  readonly yearBuilt: number | null;
  /** What the owners' association costs a month. */
  readonly hoa: { readonly amount: string; readonly currency: string } | null;
  readonly area: string | null;
  readonly schools: readonly { readonly name: string }[];
  /** A moment in ISO 8601. */
  readonly offerDueAt: string | null;
  readonly timeZone: string;
}

type PropertyFactsProps = {
  property: KnownProperty;
  /** What has to be read before the figures. */
  children?: ReactNode;
};

/** Price and date first, then what else is known of a property; what is not known is left out. */
export function PropertyFacts({ property, children }: PropertyFactsProps) {
  const { properties, terms } = useTexts();
  const language = useLanguage();
  const { listPrice, beds, baths, sqft, lotSize, garages, yearBuilt, hoa, area, ...more } = property;
  const { offerDueAt, timeZone, schools } = more;
  const { labels } = properties;
  const number = (value: number | null) => (value === null ? null : numberOf(language, value));
  const feet = (value: number | null) => (value === null ? null : properties.squareFeet(numberOf(language, value)));
  const facts = [
    [labels.beds, number(beds)],
    [labels.baths, number(baths)],
    [labels.sqft, feet(sqft)],
    [labels.lot, feet(lotSize)],
    [labels.garages, number(garages)],
    [labels.yearBuilt, yearBuilt === null ? null : String(yearBuilt)],
    [labels.hoa, hoa === null ? null : priceOf(language, hoa)],
    [labels.area, area],
  ].filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== "");
  return (
    <>
      {listPrice === null && offerDueAt === null ? null : (
        <div>
          {listPrice === null ? null : (
            <dl className="text-xl [font-weight:600]">
              <dt className="hidden">{labels.price}</dt>
              <dd>{priceOf(language, listPrice)}</dd>
            </dl>
          )}
          {offerDueAt === null ? null : <p>{properties.offersDue(longTime(language, offerDueAt, timeZone))}</p>}
        </div>
      )}
      {children}
      <dl className="facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {schools.length === 0 ? null : (
        <p className="small muted">
          {labels.schools}: {schools.map(({ name }) => name).join(", ")}
        </p>
      )}
      {listPrice === null ? null : (
        <Term of={terms.names.list_price} isNamed>
          {terms.list_price}
        </Term>
      )}
      {offerDueAt === null ? null : (
        <Term of={terms.names.offers_due} isNamed>
          {terms.offers_due}
        </Term>
      )}
    </>
  );
}
