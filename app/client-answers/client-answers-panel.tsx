import { href } from "react-router";
import { type FormInit, FormStart } from "../forms/forms.tsx";
import type { Settled } from "../json-api/settle.ts";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { formatMoment } from "../ui/date-format.ts";
import { DateTime } from "../ui/date-time.tsx";
import { NotLoaded } from "../ui/not-loaded.tsx";
import { formatMoney } from "../ui/number-format.ts";
import { Row, Rows } from "../ui/page.tsx";
import { Panel } from "../ui/panel.tsx";
import { PostForm } from "../ui/post-form.tsx";
import { State } from "../ui/tag.tsx";
import { type ClientAnswer, type ClientAnswers, formatReasons, questionPath, saidBy } from "./client-answers.ts";

type ClientAnswersPanelProps = {
  opportunityId: string;
  panel: { readonly answers: Settled<ClientAnswers>; readonly start: FormInit };
  /** Whether the deal is at the stage at which an offer is suggested. */
  isSuggesting: boolean;
  canUpdate: boolean;
  timeZone: string;
};

/** What the client's household says about the property: priorities, answers, the suggested offer and questions, by person. */
export function ClientAnswersPanel(props: ClientAnswersPanelProps) {
  const { opportunityId, panel, isSuggesting, canUpdate } = props;
  const { answers } = panel;
  const suggest = (
    <LinkButton href={href("/opportunities/:opportunityId/suggestion", { opportunityId })} look="quiet">
      {answers.ok && answers.data.suggestion !== null ? "Change suggested offer" : "Suggest an offer"}
    </LinkButton>
  );
  const none = answers.ok && isEmpty(answers.data, isSuggesting) ? nothing : null;
  return (
    <Panel title="From the client" action={answers.ok && canUpdate && isSuggesting ? suggest : null} none={none}>
      {answers.ok ? (
        <Answers {...props} answers={answers.data} />
      ) : (
        <NotLoaded what="client's answers" code={answers.code} here={dealPath(opportunityId)} />
      )}
    </Panel>
  );
}

const nothing = "Nothing yet. What clients answer and ask in their portal appears here.";

function isEmpty({ priorities, answers, questions, suggestion }: ClientAnswers, isSuggesting: boolean): boolean {
  return priorities.length + answers.length + questions.length === 0 && (!isSuggesting || suggestion === null);
}

const dealPath = (opportunityId: string) => href("/opportunities/:opportunityId", { opportunityId });

function Answers({
  opportunityId,
  panel,
  answers: found,
  isSuggesting,
  canUpdate,
  timeZone,
}: ClientAnswersPanelProps & { answers: ClientAnswers }) {
  const { priorities, answers, questions, suggestion } = found;
  const shown = isSuggesting ? suggestion : null;
  const newest = answers.find(({ isNoted }) => !isNoted);
  return (
    <>
      {canUpdate && newest !== undefined ? (
        <div className="pad">
          <PostForm action={href("/opportunities/:opportunityId/acknowledgement", { opportunityId })}>
            <FormStart start={panel.start} reply={undefined} />
            <input type="hidden" name="until" value={newest.insertedAt} />
            <SubmitButton look="plain">Mark answers as read</SubmitButton>
          </PostForm>
        </div>
      ) : null}
      <Rows label="From the client">
        {shown === null ? null : (
          <Row>
            <div>
              <b>Suggested: {formatMoney(shown.price.currency, shown.price.amount)}</b>
              {shown.expiresAt === null ? null : (
                <div className="muted small">Answer by {formatMoment(shown.expiresAt, timeZone)}</div>
              )}
              {shown.terms === null ? null : <div className="muted small whitespace-pre-line">{shown.terms}</div>}
              {shown.terms === null || shown.termsEs !== null ? null : (
                <div className="muted small">No terms in Spanish: people who read Spanish see the English text.</div>
              )}
            </div>
            <span className="muted small">
              {shown.suggestedByName}, <DateTime value={shown.insertedAt} />
            </span>
          </Row>
        )}
        {latestFirst(priorities, answers).map((said) =>
          "priority" in said ? (
            <Row key={said.name}>
              <div>
                <b>{said.name}</b> Priority: {said.priority}
              </div>
            </Row>
          ) : (
            <AnswerRow key={said.id} answer={said} />
          ),
        )}
        {questions.map((question) => (
          <QuestionRow key={question.id} question={question} opportunityId={opportunityId} canUpdate={canUpdate} />
        ))}
      </Rows>
    </>
  );
}

/** What the client wants to become of the open offer. */
const becomesOf: Readonly<Record<string, string>> = {
  drop: "Doesn’t want to make the offer any more",
  keep: "Wants to keep the offer until you have talked",
};

type Priority = ClientAnswers["priorities"][number];

/** What was said, the last word first; a priority without a time comes first. */
function latestFirst(priorities: readonly Priority[], answers: readonly ClientAnswer[]): (Priority | ClientAnswer)[] {
  const timeOf = (said: Priority | ClientAnswer) => ("priority" in said ? (said.chosenAt ?? "9") : said.insertedAt);
  return [...priorities, ...answers].toSorted((one, other) => timeOf(other).localeCompare(timeOf(one)));
}

function AnswerRow({ answer }: { answer: ClientAnswer }) {
  const { name, reasons, remark, offer, insertedAt, isNoted, isAboutCurrent, isLatest } = answer;
  return (
    <Row>
      <div>
        <b>{name}</b> {saidBy(answer)}
        {isAboutCurrent ? null : <span className="muted small"> (an earlier suggestion)</span>}
        {isLatest ? null : <span className="muted small"> (said before)</span>}
        {offer === null ? null : <div>{becomesOf[offer] ?? offer}</div>}
        {reasons.length === 0 ? null : <div className="muted small">{formatReasons(reasons)}</div>}
        {remark === null ? null : <div className="whitespace-pre-line">{remark}</div>}
        <div className="muted small">
          <DateTime value={insertedAt} />
        </div>
      </div>
      {isNoted || !isLatest ? null : <State tone="due">New</State>}
    </Row>
  );
}

type QuestionRowProps = { question: ClientAnswers["questions"][number]; opportunityId: string; canUpdate: boolean };

function QuestionRow({ question, opportunityId, canUpdate }: QuestionRowProps) {
  const { id, name, body, insertedAt, answer, answeredByName } = question;
  return (
    <Row>
      <div>
        <b>{name}</b> asks: <span className="whitespace-pre-line">{body}</span>
        <div className="muted small">
          <DateTime value={insertedAt} />
        </div>
        {answer === null ? null : (
          <div className="whitespace-pre-line">
            <b>{answeredByName ?? "A colleague"}:</b> {answer}
          </div>
        )}
        {canUpdate ? (
          <div className="actions small">
            <a
              href={questionPath(opportunityId, id)}
              aria-label={`${answer === null ? "Answer" : "Edit the answer to"}: ${body}`}
            >
              {answer === null ? "Answer" : "Edit answer"}
            </a>
          </div>
        ) : null}
      </div>
      {answer === null ? <State tone="due">Unanswered</State> : null}
    </Row>
  );
}
