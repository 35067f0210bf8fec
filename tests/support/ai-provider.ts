/** The AI provider of tests: `msw` answers what is fetched from it. */
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { onTestFinished } from "vitest";
import { z } from "zod";
import type { LanguageModelSettings } from "#server/upstream/language-model/language-model.ts";

const asked = z.object({
  model: z.string(),
  messages: z.tuple([
    z.object({ role: z.literal("system"), content: z.string() }),
    z.object({ role: z.literal("user"), content: z.string() }),
  ]),
});

interface AskedQuestion {
  readonly url: string;
  readonly authorization: string | null;
  readonly model: string;
  readonly instructions: string;
  readonly text: string;
}

export const providerSettings = {
  baseUrl: "https://ai-provider.test/v1",
  apiKey: "a key of the tests",
  model: "small-model",
  deadlineMs: 2_000,
} satisfies LanguageModelSettings;

const server = setupServer();
let isListening = false;

/**
 * Answers every question until the test ends, or until called again.
 * @param answer the content of a completion, or makes a whole response
 * @returns the questions asked from now on
 */
export function answerQuestions(answer: object | string | (() => Promise<Response> | Response)): AskedQuestion[] {
  const questions: AskedQuestion[] = [];
  const handler = http.post(`${providerSettings.baseUrl}/chat/completions`, async ({ request }) => {
    const { model, messages } = asked.parse(await request.json());
    const [{ content: instructions }, { content: text }] = messages;
    questions.push({
      url: request.url,
      authorization: request.headers.get("authorization"),
      model,
      instructions,
      text,
    });
    if (typeof answer === "function") return answer();
    const content = typeof answer === "string" ? answer : JSON.stringify(answer);
    return HttpResponse.json({ choices: [{ message: { role: "assistant", content } }] });
  });
  if (!isListening) {
    server.listen({ onUnhandledFrame: "bypass" });
    isListening = true;
    onTestFinished(() => {
      server.resetHandlers();
      server.close();
      isListening = false;
    });
  }
  server.use(handler);
  return questions;
}
