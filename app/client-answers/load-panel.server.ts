import type { RouterContextProvider } from "react-router";
import { startForm } from "../forms/forms.server.ts";
import { settle } from "../json-api/settle.ts";
import { apiOf, logFaults } from "../session/session.server.ts";
import { findClientAnswers } from "./client-answers.server.ts";

/** What the page of a deal shows of its client's answers, and the form that marks them as read. */
export async function loadClientAnswers(context: Readonly<RouterContextProvider>, opportunityId: string) {
  const [answers, start] = await Promise.all([
    settle(apiOf(context), (api) => findClientAnswers(api, opportunityId), logFaults(context)),
    startForm(context),
  ]);
  return { answers, start };
}
