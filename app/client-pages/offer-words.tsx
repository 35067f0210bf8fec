import { useTexts } from "./texts/texts.ts";

/** The words that agents use in the terms of an offer, which they write themselves, each with its meaning. */
export function OfferWords() {
  const { title, words } = useTexts().terms.inOffers;
  return (
    <details>
      <summary>{title}</summary>
      <dl>
        {words.map(([word, meaning]) => (
          <div key={word}>
            <dt>
              <b>{word}</b>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
