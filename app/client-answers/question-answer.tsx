import { questionPath } from "../action-paths.ts";
import { recordVersion, startForm, submitForm, type TypedVersion } from "../forms/forms.server.ts";
import { FormStart, RecordForm } from "../forms/forms.tsx";
import { type PaymentQuestion, PaymentQuestionNotice } from "../messages/payment-question.tsx";
import { loadOpportunityFor, shownItem } from "../opportunities/load-opportunity.server.ts";
import { OpportunityPage } from "../opportunities/opportunity-page.tsx";
import { opportunityPath, threadPath } from "../record-paths.ts";
import { apiOf, load, loadBoth, notFound, recordId } from "../session/session.server.ts";
import { SubmitButton } from "../ui/button.tsx";
import { TextArea } from "../ui/fields.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { Row, Rows } from "../ui/page.tsx";
import { PostForm } from "../ui/post-form.tsx";
import type { Route } from "./+types/question-answer";
import { answerQuestion, type FoundQuestion, findClientAnswers, findQuestion } from "./client-answers.server.ts";
import { replyForm } from "./client-answers.ts";

/** First the questions of the client; with one of them in the address, the answer to it. */

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const api = apiOf(context);
  const id = recordId(params.opportunityId);
  const opened = loadOpportunityFor("update", context, id);
  const asked = url.searchParams.get("question");
  if (asked === null) {
    const answers = load(findClientAnswers(api, id));
    const [found, { questions }] = await loadBoth(opened, answers);
    return { item: shownItem(found), questions, question: null };
  }
  const [found, question] = await loadBoth(
    opened,
    questionOf(asked, id, (id) => load(findQuestion(api, id))),
  );
  const { body, name } = question;
  const { typed, etag } = recordVersion(question, typedOf);
  const [start, takingBack] = await Promise.all([startForm(context, { etag, typed }), startForm(context, { etag })]);
  return { item: shownItem(found), questions: [], question: { body, name, typed, start, takingBack } };
}

/** @throws 404 for one of another opportunity */
async function questionOf(id: string, opportunityId: string, find: (id: string) => Promise<FoundQuestion>) {
  const question = await find(recordId(id));
  if (question.opportunityId !== opportunityId) throw notFound();
  return question;
}

function typedOf({ answer }: FoundQuestion) {
  return { answer: answer ?? "" };
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const id = recordId(params.opportunityId);
  const asked = recordId(url.searchParams.get("question") ?? "");
  return submitForm<typeof replyForm, TypedVersion<ReturnType<typeof typedOf>>, PaymentQuestion>(
    { request, context },
    replyForm,
    async ({ api, value, ...terms }) => {
      const found = await loadOpportunityFor("update", context, id);
      await questionOf(asked, found.id, (id) => findQuestion(api, id));
      await answerQuestion(api, asked, value, terms);
      const clientId = found.client?.id ?? null;
      const location =
        clientId !== null && url.searchParams.get("from") === "messages" ? threadPath(clientId) : opportunityPath(id);
      const toast = value.takeBack
        ? "Answer taken back. The question is open again."
        : "Answer saved. The client sees it in the portal.";
      return { location, toast };
    },
    async (api) => recordVersion(await questionOf(asked, id, (id) => findQuestion(api, id)), typedOf),
  );
}

export default function AnswerClientQuestion({ loaderData, actionData }: Route.ComponentProps) {
  const { item, questions, question } = loaderData;
  if (question === null) {
    return (
      <OpportunityPage item={item} title="Answer a client's question" subtitle="Choose a question.">
        {questions.length === 0 ? <EmptyState>No questions yet.</EmptyState> : null}
        <Rows label="Questions">
          {questions.map(({ id, name, body }) => (
            <Row key={id}>
              <div>
                <b>{name}</b> asks: <a href={questionPath(item.id, id)}>{body}</a>
              </div>
            </Row>
          ))}
        </Rows>
      </OpportunityPage>
    );
  }
  const { body, name, typed, start, takingBack } = question;
  return (
    <OpportunityPage item={item} title="Answer a client's question" subtitle={`${name} asks: ${body}`}>
      <RecordForm
        id="answer"
        schema={replyForm}
        start={start}
        reply={actionData}
        initial={typed}
        compared={{ answer: "Answer" }}
        send="Send answer"
        cancel={opportunityPath(item.id)}
      >
        {(fields) => (
          <>
            <PaymentQuestionNotice question={actionData?.question} field={fields.paymentConfirmed} />
            <TextArea field={fields.answer} label="Answer" hint="The client's household sees it in the portal." />
          </>
        )}
      </RecordForm>
      {typed.answer === "" ? null : (
        <PostForm>
          <FormStart start={takingBack} reply={undefined} />
          <input type="hidden" name="takeBack" value="on" />
          <input type="hidden" name="answer" value="" />
          <p className="muted small">Taken back, the question is open again. What you wrote stays in the messages.</p>
          <SubmitButton look="bad">Take back answer</SubmitButton>
        </PostForm>
      )}
    </OpportunityPage>
  );
}
