import type { ReleasedComparable } from "./released.ts";
import { Term } from "./term.tsx";
import { numberOf, priceOf, soldDay } from "./texts/format.ts";
import { useLanguage, useTexts } from "./texts/texts.ts";

/** Sales of similar properties, the newest first. */
export function ComparablesOfProperty({ comparables }: { comparables: readonly ReleasedComparable[] }) {
  const { released, properties } = useTexts();
  const language = useLanguage();
  const words = released.comparables;
  return (
    <>
      <ul className="rows">
        {comparables.map(({ id, address, soldPrice, sqft, soldOn }) => {
          const size = sqft === null ? null : properties.squareFeet(numberOf(language, sqft));
          const sold = soldOn === null ? null : words.sold(soldDay(language, soldOn));
          return (
            <li key={id}>
              <div className="g">
                <b>{address}</b>
                <div className="muted small">{[sold, size].filter((part) => part !== null).join(" · ")}</div>
              </div>
              <span className="num">{priceOf(language, soldPrice)}</span>
            </li>
          );
        })}
      </ul>
      <Term of={words.title}>{words.term}</Term>
    </>
  );
}
