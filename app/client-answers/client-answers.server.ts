import * as z from "zod/mini";
import { FormRefusal, typedMoment } from "../forms/forms.server.ts";
import type { Api } from "../json-api/api.ts";
import { ApiError, mapFieldErrors } from "../json-api/api-error.ts";
import { path } from "../json-api/path.ts";
import type { WriteTerms } from "../json-api/record.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { askAboutPayment } from "../messages/payment-question.server.ts";
import {
  type ClientAnswers,
  clientAnswersAttributes,
  type replyForm,
  type suggestionForm,
  type WaitingAnswer,
  waitingAttributes,
} from "./client-answers.ts";

/** The calls of staff about what clients say: the only file that names their JSON:API types. */

const clientAnswers = resource("client_answers", clientAnswersAttributes);
const waiting = z.array(z.object({ id: z.string(), attributes: z.object(waitingAttributes) }));
const question = resource("portal_question", {
  body: z.string(),
  name: z.string(),
  answer: z.nullable(z.string()),
  opportunityId: z.string(),
});
export type FoundQuestion = RecordOf<typeof question>;
const suggestion = resource("offer_suggestion", { opportunityId: z.string() });

/** Everything that a client's household says about the property of an opportunity, newest first. @throws ApiError "missing" */
export async function findClientAnswers(api: Api, opportunityId: string): Promise<ClientAnswers> {
  const failure = "Failed to fetch the client's answers";
  const found = await api.find(path`/opportunities/${opportunityId}/client_answers`, clientAnswers, { failure });
  const { priorities, answers, questions, suggestion } = found;
  return { priorities, answers, questions, suggestion };
}

/** What clients have said that nobody has taken note of, and their open questions, the longest wait first. */
export async function listWaiting(api: Api): Promise<readonly WaitingAnswer[]> {
  const options = { method: "GET", failure: "Failed to fetch the clients' answers" } as const;
  const found = await api.act("/client_answers", waiting, {}, options);
  return found.map(({ id, attributes }) => ({ id, ...attributes }));
}

/** Takes note of the answers up to a moment; a second time is a no-op. @throws ApiError "forbidden", "missing" */
export async function acknowledge(api: Api, opportunityId: string, until: string, key: string): Promise<void> {
  const failure = "Failed to mark the answers as read";
  const below = path`/opportunities/${opportunityId}/client_answers/acknowledgement`;
  await api.act(below, clientAnswers, { until }, { key, failure });
}

/** @throws ApiError "missing" */
export function findQuestion(api: Api, id: string): Promise<FoundQuestion> {
  return api.find(path`/portal_questions/${id}`, question, { failure: "Failed to fetch the question" });
}

/** Answers a question, or takes the answer back. @throws ApiError "stale" when somebody else answered meanwhile, "forbidden", "missing", and FormRefusal with a question about payment */
export async function answerQuestion(
  api: Api,
  id: string,
  { answer, takeBack, paymentConfirmed }: z.output<typeof replyForm>,
  terms: WriteTerms,
): Promise<void> {
  const failure = "Failed to save the answer";
  const attributes = { answer: takeBack ? null : answer, ...(paymentConfirmed && { paymentConfirmed }) };
  await askAboutPayment(api.update(path`/portal_questions/${id}`, question, id, attributes, { ...terms, failure }));
}

/**
 * Suggests an offer; the time is by the clock of the property.
 * @throws FormRefusal when another one is suggested meanwhile, ApiError "invalid" with the form's fields, "forbidden", "missing"
 */
export async function suggestOffer(
  api: Api,
  opportunityId: string,
  { expiresAt, termsEs = null, ...typed }: z.output<typeof suggestionForm>,
  { key, timeZone }: { readonly key: string; readonly timeZone: string },
): Promise<void> {
  const until = expiresAt === null ? null : typedMoment("expiresAt", expiresAt, timeZone);
  const given = { ...typed, expiresAt: until, ...(termsEs !== null && { termsEs }) };
  const options = { key, failure: "Failed to suggest the offer" };
  try {
    await mapFieldErrors(
      (name) => (name === "price" ? "price.amount" : name),
      () => api.act(path`/opportunities/${opportunityId}/suggestions`, suggestion, given, options),
    );
  } catch (error) {
    const code = error instanceof ApiError ? error.cause.code : null;
    if (code !== "suggestion_changed" && code !== "stage_changed") throw error;
    const text = "The deal or the suggested offer has changed meanwhile. Look at the deal, then open this page again.";
    throw new FormRefusal({ text });
  }
}
