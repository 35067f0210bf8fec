import { OfferWords } from "../../client-pages/offer-words.tsx";
import { longTime, priceOf } from "../../client-pages/texts/format.ts";
import { inLanguage } from "../../client-pages/texts/languages.ts";
import { useLanguage, useTexts } from "../../client-pages/texts/texts.ts";
import type { Suggestion } from "../answers.ts";
import { useAgentOf } from "./portal-frame.tsx";

/** What each person of the house says of a suggested offer, in a sentence, and what comes next; nothing before anybody has answered. */
export function useOfferWords(
  suggestion: Suggestion | null,
  { agent, timeZone }: { readonly agent: string; readonly timeZone: string },
) {
  const { offer } = useTexts().answers;
  const language = useLanguage();
  const answers = suggestion?.answers ?? [];
  const [first, ...others] = answers;
  const isMixed = others.some(({ choice }) => choice !== first?.choice);
  return {
    said: answers.map(({ name, isOwn, choice, insertedAt }) =>
      offer.said[choice](isOwn ? offer.you : name, longTime(language, insertedAt, timeZone)),
    ),
    next: first === undefined ? null : offer.next[isMixed ? "mixed" : first.choice](agent),
  };
}

type SuggestedOfferProps = {
  suggestion: Suggestion;
  property: { readonly timeZone: string; readonly agentName: string | null };
};

/** What is suggested, what was before where that is another offer, who has said what about it, and what comes next. */
export function SuggestedOffer({ suggestion, property }: SuggestedOfferProps) {
  const { timeZone } = property;
  const { offer } = useTexts().answers;
  const language = useLanguage();
  const { price, expiresAt, earlier, answers } = suggestion;
  const terms = inLanguage(language, suggestion.terms, suggestion.termsEs);
  const { said, next } = useOfferWords(suggestion, { agent: useAgentOf(property), timeZone });
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
      {next === null ? null : (
        <>
          <ul className="rows">
            {answers.map(({ remark, insertedAt }, place) => (
              <li key={insertedAt}>
                <div className="g">
                  <b>{said[place]}</b>
                  {remark === null ? null : <div className="lines-kept">{remark}</div>}
                </div>
              </li>
            ))}
          </ul>
          <p className="mt-3 mb-3">{next}</p>
        </>
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
