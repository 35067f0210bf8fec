/** An AI provider over HTTP that answers as a test tells it, and remembers what it was asked. */
import { createServer, type ServerResponse } from "node:http";
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
  readonly authorization: string | undefined;
  readonly model: string;
  readonly instructions: string;
  readonly text: string;
}

/** What it answers: the content of a completion, or whatever it does with the response itself. */
type ProviderAnswer = object | string | ((response: ServerResponse) => void);

export interface AiProvider {
  readonly settings: LanguageModelSettings;
  readonly questions: readonly AskedQuestion[];
  /** Answers every question in this way from now on. */
  answer(answer: ProviderAnswer): void;
  close(): Promise<void>;
}

export async function startAiProvider(): Promise<AiProvider> {
  const questions: AskedQuestion[] = [];
  let answer: ProviderAnswer = { points: [] };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    const { model, messages } = asked.parse(JSON.parse(body));
    const { url = "", headers } = request;
    const [{ content: instructions }, { content: text }] = messages;
    questions.push({ url, authorization: headers.authorization, model, instructions, text });
    if (typeof answer === "function") return answer(response);
    const content = typeof answer === "string" ? answer : JSON.stringify(answer);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ choices: [{ message: { role: "assistant", content } }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The provider has no port.");
  const baseUrl = `http://127.0.0.1:${address.port}/v1`;
  return {
    settings: { baseUrl, apiKey: "a key of the tests", model: "small-model", deadlineMs: 2_000 },
    questions,
    answer(given) {
      answer = given;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
