import { OfferWords } from "../../client-pages/offer-words.tsx";
import { longTime, priceOf } from "../../client-pages/texts/format.ts";
import { inLanguage } from "../../client-pages/texts/languages.ts";
import { useLanguage, useTexts } from "../../client-pages/texts/texts.ts";
import type { Answers } from "../answers.server.ts";

type Suggestion = NonNullable<Answers["suggestion"]>;

type SuggestedOfferProps = { suggestion: Suggestion; property: { readonly timeZone: string } };

/** What is suggested, what was before where that is another offer, and who has said what about it. */
export function SuggestedOffer({ suggestion, property: { timeZone } }: SuggestedOfferProps) {
  const { offer } = useTexts().answers;
  const language = useLanguage();
  const { price, expiresAt, earlier, answers } = suggestion;
  const terms = inLanguage(language, suggestion.terms, suggestion.termsEs);
  return (
    <>
      <dl className="facts">
        <div>
          <dt>{offer.price}</dt>
          <dd>{priceOf(language, price)}</dd>
        </div>
        {expiresAt === null ? null : (
          <div>
            <dt>{offer.expires}</dt>
            <dd>{longTime(language, expiresAt, timeZone)}</dd>
          </div>
        )}
      </dl>
      {terms === null ? null : (
        <>
          <h2>{offer.terms}</h2>
          <p className="lines-kept">{terms}</p>
          <OfferWords />
        </>
      )}
      {earlier === null ? null : <Earlier earlier={earlier} terms={terms} timeZone={timeZone} />}
      {answers.length === 0 ? null : (
        <ul className="rows">
          {answers.map(({ name, isOwn, choice, remark, insertedAt }) => (
            <li key={insertedAt}>
              <div className="g">
                <b>{offer.said[choice](isOwn ? offer.you : name, longTime(language, insertedAt, timeZone))}</b>
                {remark === null ? null : <div className="lines-kept">{remark}</div>}
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

type EarlierProps = { earlier: NonNullable<Suggestion["earlier"]>; terms: string | null; timeZone: string };

function Earlier({ earlier, terms, timeZone }: EarlierProps) {
  const { offer } = useTexts().answers;
  const language = useLanguage();
  const before = inLanguage(language, earlier.terms, earlier.termsEs);
  return (
    <details className="muted">
      <summary>{offer.earlier(priceOf(language, earlier.price))}</summary>
      {earlier.expiresAt === null ? null : (
        <p>{offer.earlierExpiry(longTime(language, earlier.expiresAt, timeZone))}</p>
      )}
      {before === null || before === terms ? null : (
        <>
          <p>{offer.earlierTerms}</p>
          <p className="lines-kept">{before}</p>
        </>
      )}
    </details>
  );
}
