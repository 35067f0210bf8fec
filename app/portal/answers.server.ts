import type { RouterContextProvider } from "react-router";
import * as z from "zod/mini";
import { problem } from "../client-pages/portal-form.tsx";
import { FormRefusal, startForm } from "../forms/forms.server.ts";
import type { Api } from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import { path } from "../json-api/path.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { type Settled, settle } from "../json-api/settle.ts";
import { load, loadBoth, logFaults, recordId } from "../session/session.server.ts";
import {
  answersAttributes,
  findingOfField,
  type interestForm,
  type offerForm,
  type questionForm,
  type ratingForm,
  type repairsForm,
} from "./answers.ts";
import { portalOf } from "./portal.server.ts";
import { bought, loadProperty, refuseOver } from "./portal-properties.server.ts";
import { isBought } from "./portal-property.ts";

/** The calls for clients about what they answer and ask: the only file that names their JSON:API type. */

type Context = Readonly<RouterContextProvider>;

const answers = resource("portal_answers", answersAttributes);
export type Answers = Omit<RecordOf<typeof answers>, "id" | "can" | "etag">;

function findAnswers(api: Api, packageId: string): Promise<Answers> {
  return api.find(path`/portal/properties/${packageId}/answers`, answers, { failure: "Failed to fetch the answers" });
}

/** Everything answered and asked about a property. The promise never rejects. */
export function loadAnswers(context: Context, packageId: string): Promise<Settled<Answers>> {
  return settle(portalOf(context).api, (api) => findAnswers(api, packageId), logFaults(context));
}

const asked = z.array(
  z.object({
    id: z.string(),
    attributes: z.object({
      street: z.string(),
      isOfferSuggested: z.boolean(),
      suggestedByName: z.catch(z.nullable(z.string()), null),
      isCounter: z.catch(z.boolean(), false),
      openRepairs: z.number(),
    }),
  }),
);

/** A property about which the client is asked something. */
export type AskedProperty = z.output<typeof asked>[number]["attributes"] & { readonly id: string };

/** What the client is asked and has not answered. The promise never rejects. */
export function loadAskedProperties(context: Context): Promise<Settled<readonly AskedProperty[]>> {
  const options = { method: "GET", failure: "Failed to fetch what is asked" } as const;
  const find = async (api: Api) =>
    (await api.act("/portal/asked", asked, {}, options)).map(({ id, attributes }) => ({ id, ...attributes }));
  return settle(portalOf(context).api, find, logFaults(context));
}

/** What a page shows on which one of them is given. @throws 404, and 409 where the deal is lost, or closed: they have bought it */
export async function loadAsked(context: Context, packageId: string) {
  const { api } = portalOf(context);
  const id = recordId(packageId);
  const [property, asked] = await loadBoth(loadProperty(api, id), load(findAnswers(api, id)));
  if (isBought(property)) throw bought();
  const { street, timeZone, agentName } = property;
  return { property: { id, street, timeZone, agentName }, answers: asked, start: await startForm(context) };
}

/** What the service refuses, by its codes, as the form says it. */
const refusals = {
  no_showing: problem("noShowing"),
  requests_waiting: problem("requestsWaiting"),
  showing_arranged: problem("sayWhichShowing"),
  offer_open: problem("sayOffer"),
  showing_to_come: problem("sayShowings"),
  showing_over: problem("showingOver"),
  questions_waiting: problem("questionsWaiting"),
  not_asked: problem("notAsked"),
} as const;

function refusalOf(code: string | null) {
  return Object.entries(refusals).find(([known]) => known === code)?.[1] ?? null;
}

/** The field of the form to which a refusal belongs; those of others stand above it. */
const fieldOf: Readonly<Record<string, string>> = {
  showing_arranged: "other",
  offer_open: "offer",
  showing_to_come: "showings",
};

/** @throws FormRefusal for what the form can say, 409 where the deal is over, ApiError "missing" */
async function send(
  api: Api,
  packageId: string,
  below: string,
  given: Readonly<Record<string, unknown>>,
  key: string,
): Promise<void> {
  const options = { key, failure: "Failed to save the answer" };
  try {
    await api.act(`${path`/portal/properties/${packageId}`}/${below}`, answers, given, options);
  } catch (error) {
    const code = error instanceof ApiError ? error.cause.code : null;
    const refusal = refusalOf(code);
    if (refusal === null) return refuseOver(api, packageId, error);
    throw new FormRefusal({ fieldErrors: { [fieldOf[code ?? ""] ?? ""]: [refusal] } });
  }
}

/** What was answered before. @throws 409 where the deal is over, ApiError "missing" */
function findBefore(api: Api, packageId: string): Promise<Answers> {
  return findAnswers(api, packageId).catch((error: unknown) => refuseOver(api, packageId, error));
}

interface Remarked {
  readonly choice: string | null;
  readonly remark: string | null;
}

/** What is written about an answer: of one that turns, what was left as it was belongs to the other answer, and goes. */
function remarkOf(given: Remarked, before: Remarked | null | undefined): string | null {
  const hasTurned = before?.choice != null && before.choice !== given.choice;
  return hasTurned && given.remark === before.remark ? null : given.remark;
}

/**
 * Says whether one is interested. The form begins with what was said before, so of an answer that turns, what was left as it was
 * belongs to the other answer, and goes.
 */
export async function sayInterest(api: Api, packageId: string, given: z.output<typeof interestForm>, key: string) {
  const { choice, offer = "", showings = "" } = given;
  const { interest: before } = await findBefore(api, packageId);
  const hasTurned = before !== null && before.choice !== choice;
  const isLeft = hasTurned && before.reasons.every((reason) => given.reasons.includes(reason));
  const reasons = isLeft ? given.reasons.filter((reason) => !before.reasons.includes(reason)) : given.reasons;
  const remark = remarkOf(given, before);
  const open = { ...(offer !== "" && { offer }), ...(showings !== "" && { showings }) };
  await send(api, packageId, "interest", { choice, reasons, remark, ...open }, key);
}

export function rate(api: Api, packageId: string, { rating, remark }: z.output<typeof ratingForm>, key: string) {
  return send(api, packageId, "rating", { rating: Number(rating), remark }, key);
}

/** A moment in ISO 8601, and the field of the form that names it. */
export interface AskedTime<Field extends string = string> {
  readonly field: Field;
  readonly moment: string;
}

/** @throws FormRefusal, at its field, for a time that is asked for or arranged already */
export async function requestShowing(
  api: Api,
  packageId: string,
  given: { readonly times: readonly AskedTime[]; readonly remark: string | null; readonly instead: boolean | null },
  key: string,
) {
  const { instead, times, remark } = given;
  const request = { times: times.map(({ moment }) => moment), remark, ...(instead !== null && { instead }) };
  try {
    await send(api, packageId, "showings", request, key);
  } catch (error) {
    const isArranged = error instanceof ApiError && error.cause.code === "time_arranged";
    const place = isArranged ? error.cause.pointers[0]?.split("/").at(-1) : undefined;
    const time = times[Number(place)];
    if (time === undefined) throw error;
    throw new FormRefusal({ fieldErrors: { [time.field]: [problem("timeArranged")] } });
  }
}

/** Calls off a showing, or the request that a time is of. */
export function callOffShowing(api: Api, packageId: string, showingId: string, key: string) {
  return send(api, packageId, "showing_cancellation", { showingId }, key);
}

/** @throws ApiError "conflict", when it was changed or has expired meanwhile */
export async function answerOffer(api: Api, packageId: string, given: z.output<typeof offerForm>, key: string) {
  const { suggestion } = await findBefore(api, packageId);
  const before = suggestion?.id === given.suggestionId ? suggestion.answers.find(({ isOwn }) => isOwn) : null;
  // Who asks for changes has to say which.
  const remark = given.choice === "changes" ? given.remark : remarkOf(given, before);
  await send(api, packageId, "offer_answer", { ...given, remark }, key);
}

/** Those without an answer are left as they are. */
export async function answerRepairs(api: Api, packageId: string, given: z.output<typeof repairsForm>, key: string) {
  const { choices = {}, remarks = {} } = given;
  const { findings } = await findBefore(api, packageId);
  const answers = Object.entries(choices).flatMap(([name, choice]) => {
    const findingId = findingOfField(name);
    const before = findings.find(({ id }) => id === findingId);
    const remark = remarkOf({ choice, remark: remarks[name] ?? null }, before);
    return choice === "" ? [] : [{ findingId, choice, remark }];
  });
  await send(api, packageId, "repair_answers", { answers }, key);
}

export function askQuestion(api: Api, packageId: string, given: z.output<typeof questionForm>, key: string) {
  return send(api, packageId, "questions", { ...given }, key);
}

/** Whether the suggested offer is another one than the page has shown, or too old; null for any other failure. */
export function offerRefusal(error: unknown): "changed" | "late" | null {
  if (!(error instanceof ApiError)) return null;
  if (error.cause.code === "suggestion_changed") return "changed";
  return error.cause.code === "suggestion_expired" ? "late" : null;
}
