import { Term } from "./term.tsx";
import { longTime, numberOf, priceOf } from "./texts/format.ts";
import { useLanguage, useTexts } from "./texts/texts.ts";

/** What is known of a property; null for what is not. */
export interface KnownProperty {
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

/** What is known of a property; what is not known is left out. */
export function PropertyFacts({ property }: { property: KnownProperty }) {
  const { properties, terms } = useTexts();
  const language = useLanguage();
  const { listPrice, beds, baths, sqft, lotSize, garages, yearBuilt, hoa, area, ...more } = property;
  const { offerDueAt, timeZone, schools } = more;
  const { labels } = properties;
  const number = (value: number | null) => (value === null ? null : numberOf(language, value));
  const feet = (value: number | null) => (value === null ? null : properties.squareFeet(numberOf(language, value)));
  const facts = [
    [labels.price, listPrice === null ? null : priceOf(language, listPrice)],
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
      <dl className="facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {listPrice === null ? null : <Term of={terms.names.list_price}>{terms.list_price}</Term>}
      {schools.length === 0 ? null : (
        <p className="small">
          {labels.schools}: {schools.map(({ name }) => name).join(", ")}
        </p>
      )}
      {offerDueAt === null ? null : (
        <div className="small">
          <p>{properties.offersDue(longTime(language, offerDueAt, timeZone))}</p>
          <Term of={terms.names.offers_due}>{terms.offers_due}</Term>
        </div>
      )}
    </>
  );
}
