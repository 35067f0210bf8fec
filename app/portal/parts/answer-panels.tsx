import { dayOf, longTime, priceOf } from "../../client-pages/texts/format.ts";
import { useLanguage, useTexts } from "../../client-pages/texts/texts.ts";
import { groupByRequest } from "../../opportunities/showing-requests.ts";
import type { Answers } from "../answers.server.ts";
import { isBought } from "../portal-property.ts";
import { AskCard, PropertyLink } from "./ask-card.tsx";
import { PortalCard, useAgentOf, useFrame, usePortalPath } from "./portal-frame.tsx";
import { type OwnShowing, ShowingLines } from "./showing-lines.tsx";
import { SuggestedOffer } from "./suggested-offer.tsx";

type AnswerPanelsProps = {
  property: {
    readonly id: string;
    readonly timeZone: string;
    readonly stage: string;
    readonly agentName: string | null;
  };
  /** Null where they cannot be had: the page does without. */
  answers: Answers | null;
};

/** What the client is asked about a property, first of all. */
export function AskedPanels({ property, answers }: AnswerPanelsProps) {
  const { offer, repairs } = useTexts().answers;
  const agent = useAgentOf(property);
  const language = useLanguage();
  if (answers === null || isBought(property)) return null;
  const { suggestion } = answers;
  const isAsked = isOfferAsked(answers);
  const open = answers.findings.filter((finding) => !isAnswered(finding)).length;
  return (
    <>
      {isAsked && suggestion !== null ? (
        <AskCard
          title={suggestion.isCounter ? offer.counter.ask : offer.ask(suggestion.suggestedByName)}
          text={
            <>
              {priceOf(language, suggestion.price)}
              {suggestion.expiresAt === null ? null : (
                <>
                  <br />
                  <span className="muted small">
                    {`${offer.expires}: ${longTime(language, suggestion.expiresAt, property.timeZone)}`}
                  </span>
                </>
              )}
            </>
          }
        >
          <PropertyLink id={property.id} below="offer" label={offer.look} look="go" />
        </AskCard>
      ) : null}
      {open === 0 ? null : (
        <AskCard title={repairs.ask(open)} text={repairs.asked(agent)}>
          <PropertyLink id={property.id} below="repairs" label={repairs.answer} look={isAsked ? "plain" : "go"} />
        </AskCard>
      )}
    </>
  );
}

/** What the client has answered and asked about a property, each with the way to say more. */
export function AnswerPanels({ property, answers }: AnswerPanelsProps) {
  const { interest, rating, showings, questions, offer, repairs } = useTexts().answers;
  const agent = useAgentOf(property);
  if (answers === null) return null;
  const { id } = property;
  if (isBought(property)) return <BoughtPanels property={property} answers={answers} />;
  const own = answers.interest;
  const { suggestion } = answers;
  const isSettled = suggestion !== null && (suggestion.answers.length > 0 || suggestion.isExpired);
  const hasAnswered = suggestion?.answers.some(({ isOwn }) => isOwn) === true;
  const areDone = answers.findings.length > 0 && answers.findings.every(isAnswered);
  return (
    <>
      <PortalCard title={showings.title} isBoxed>
        <OwnShowings showings={answers.showings} property={property} />
        <PropertyLink id={id} below="showings/new" label={showings.ask} look={isAskedNow(answers) ? "plain" : "go"} />
      </PortalCard>
      <PortalCard title={questions.title} isBoxed>
        <QuestionLines questions={answers.questions} agent={agent} />
        <PropertyLink id={id} below="questions/new" label={questions.ask} />
      </PortalCard>
      <PortalCard title={interest.title} isBoxed>
        <p>{own === null ? interest.none(agent) : interest.shown[own.choice]}</p>
        {answers.rating === null ? null : <p>{rating.own(answers.rating.rating)}</p>}
        {answers.others.map((other) => (
          <p key={`${other.kind} ${other.name}`}>
            {other.choice === null
              ? other.rating === null
                ? null
                : rating.of(other.name, other.rating)
              : interest.said[other.choice](other.name)}
          </p>
        ))}
        <div className="acts">
          <PropertyLink id={id} below="interest" label={own === null ? interest.answer : interest.change} />
          {answers.mayRate ? (
            <PropertyLink id={id} below="rating" label={answers.rating === null ? rating.rate : rating.change} />
          ) : null}
        </div>
      </PortalCard>
      {isSettled ? (
        <PortalCard title={suggestion.isCounter ? offer.counter.title : offer.title} isBoxed>
          <SuggestedOffer suggestion={suggestion} property={property} />
          <PropertyLink id={id} below="offer" label={hasAnswered ? interest.change : interest.answer} />
        </PortalCard>
      ) : null}
      {answers.offer === null ? null : (
        <OwnOffer offer={answers.offer} isCountered={suggestion?.isCounter === true} timeZone={property.timeZone} />
      )}
      {areDone ? (
        <PortalCard title={repairs.title} isBoxed>
          <p>{repairs.done}</p>
          {answers.findings.flatMap(({ id, title, others }) =>
            others.map(({ name, choice }) => (
              <p key={`${id} ${name}`}>{repairs.said(name, title, repairs.choices[choice])}</p>
            )),
          )}
          <PropertyLink id={id} below="repairs" label={repairs.change} />
        </PortalCard>
      ) : null}
    </>
  );
}

/** What stays to read once the home is theirs. */
function BoughtPanels({
  property,
  answers: { showings: seen, questions: asked },
}: AnswerPanelsProps & { answers: Answers }) {
  const { showings, questions } = useTexts().answers;
  const agent = useAgentOf(property);
  return (
    <>
      {seen.length === 0 ? null : (
        <PortalCard title={showings.title} isBoxed>
          <ShowingLines showings={groupByRequest(seen)} property={property} />
        </PortalCard>
      )}
      {asked.length === 0 ? null : (
        <PortalCard title={questions.title} isBoxed>
          <QuestionLines questions={asked} agent={agent} />
        </PortalCard>
      )}
    </>
  );
}

/** Whether anybody of the house has said what to do about it. */
function isAnswered({ choice, others }: Answers["findings"][number]): boolean {
  return choice !== null || others.length > 0;
}

function isOfferAsked({ suggestion }: Answers): boolean {
  return suggestion !== null && !suggestion.isExpired && suggestion.answers.length === 0;
}

/** Whether the page has something that comes before all else. */
function isAskedNow(answers: Answers): boolean {
  return isOfferAsked(answers) || !answers.findings.every(isAnswered);
}

/** What is or was with the seller. */
function OwnOffer({
  offer: own,
  isCountered = false,
  timeZone,
}: {
  offer: NonNullable<Answers["offer"]>;
  isCountered?: boolean;
  timeZone: string;
}) {
  const { offer } = useTexts().answers;
  const language = useLanguage();
  return (
    <PortalCard title={offer.own} isBoxed>
      <p>{isCountered ? offer.counter.state : offer.states[own.state]}</p>
      <dl className="facts">
        <div>
          <dt>{offer.price}</dt>
          <dd>{priceOf(language, own.price)}</dd>
        </div>
        {own.expiresAt === null || own.state !== "sent" || isCountered ? null : (
          <div>
            <dt>{offer.sellerAnswers}</dt>
            <dd>{longTime(language, own.expiresAt, timeZone)}</dd>
          </div>
        )}
      </dl>
    </PortalCard>
  );
}

function OwnShowings({
  showings: listed,
  property,
}: {
  showings: Answers["showings"];
  property: AnswerPanelsProps["property"];
}) {
  const { showings } = useTexts().answers;
  const language = useLanguage();
  const to = usePortalPath();
  if (listed.length === 0) return <p className="muted">{showings.none}</p>;
  const path = to(`/properties/${encodeURIComponent(property.id)}/showings`);
  const verbsOf = ({ showing: { id, state, startsAt, mayCancel } }: OwnShowing) => {
    if (!mayCancel) return null;
    const when = longTime(language, startsAt, property.timeZone);
    const cancel = state === "requested" ? showings.cancelRequest : showings.cancel;
    return (
      <div className="acts small">
        <a className="a" href={`${path}/new?instead`} aria-label={`${showings.another}: ${when}`}>
          {showings.another}
        </a>
        <a className="a" href={`${path}/${encodeURIComponent(id)}/cancellation`} aria-label={`${cancel}: ${when}`}>
          {cancel}
        </a>
      </div>
    );
  };
  return <ShowingLines showings={groupByRequest(listed)} property={property} verbsOf={verbsOf} />;
}

function QuestionLines({ questions: asked, agent }: { questions: Answers["questions"]; agent: string }) {
  const { questions, offer } = useTexts().answers;
  const { timeZone } = useFrame();
  const language = useLanguage();
  if (asked.length === 0) return <p className="muted">{questions.none}</p>;
  return (
    <ul className="rows in">
      {asked.map(({ id, body, name, isOwn, insertedAt, answer, answeredByName, answeredAt }) => (
        <li key={id}>
          <div className="g">
            <div className="muted small">
              {questions.by(isOwn ? offer.you : name, dayOf(language, insertedAt, timeZone))}
            </div>
            <b className="lines-kept">{body}</b>
            <div className="muted small mt-3">
              {answer === null || answeredAt === null
                ? questions.waiting(agent)
                : questions.answered(answeredByName ?? agent, dayOf(language, answeredAt, timeZone))}
            </div>
            {answer === null ? null : <div className="lines-kept">{answer}</div>}
          </div>
        </li>
      ))}
    </ul>
  );
}
