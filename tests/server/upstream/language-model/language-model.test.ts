import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createLanguageModel, ModelFailure } from "#server/upstream/language-model/language-model.ts";
import { markedPages } from "#server/upstream/language-model/marked-pages.ts";
import { type AiProvider, startAiProvider } from "#tests/support/ai-provider.ts";

let provider: AiProvider;
beforeAll(async () => {
  provider = await startAiProvider();
});
afterAll(() => provider.close());

const answer = z.object({ word: z.string() });
const never = new AbortController().signal;
const ask = (signal = never, settings = provider.settings) =>
  createLanguageModel(settings).ask({ instructions: "Say a word.", text: "The text.", answer, signal });

async function failureOf(asking: Promise<unknown>): Promise<ModelFailure> {
  const error = await asking.catch((error: unknown) => error);
  if (error instanceof ModelFailure) return error;
  throw new Error(`No failure of the model: ${error}`);
}

test("it asks the model that is set, with the key, and reads the answer", async () => {
  provider.answer({ word: "roof" });
  expect(await ask()).toEqual({ word: "roof" });
  expect(provider.questions.at(-1)).toEqual({
    url: "/v1/chat/completions",
    authorization: "Bearer a key of the tests",
    model: "small-model",
    instructions: "Say a word.",
    text: "The text.",
  });
});

test("without a key none is sent, and an answer in Markdown is read too", async () => {
  provider.answer('```json\n{"word": "roof"}\n```\n');
  expect(await ask(never, { ...provider.settings, apiKey: null })).toEqual({ word: "roof" });
  expect(provider.questions.at(-1)?.authorization).toBeUndefined();
});

const status =
  (code: number, headers = {}) =>
  (response: ServerResponse) => {
    response.writeHead(code, headers).end("a key of the tests");
  };

test.each<[string, (response: ServerResponse) => void, RegExp]>([
  ["401", status(401), /does not accept the key/],
  ["404", status(404), /does not know the model/],
  ["400", status(400), /did not take this document/],
  ["429", status(429, { "retry-after": "3600" }), /too much to do/],
  ["500", status(500), /failed/],
  ["another address", status(307, { location: "http://127.0.0.1:1/" }), /cannot be reached/],
  ["HTML", (response) => response.end("<html>"), /could not be read/],
  ["an empty completion", (response) => response.end('{"choices":[]}'), /could not be read/],
  ["another shape", (response) => response.end('{"choices":[{"message":{"content":"{}"}}]}'), /could not be read/],
  ["a flood", (response) => void response.write("x".repeat(3_000_000)), /could not be read/],
  ["half an answer", (response) => cut(response), /cannot be reached/],
  ["nothing", () => {}, /did not answer in time/],
  ["a trickle", (response) => void response.write("{"), /did not answer in time/],
])("where the provider answers with %s it says so in a sentence, without the key", async (_, behave, sentence) => {
  provider.answer(behave);
  const failure = await failureOf(ask(never, { ...provider.settings, deadlineMs: 500 }));
  expect(failure.message).toMatch(sentence);
  expect(failure.message).toMatch(/^The AI provider.*\.$/);
  expect(`${failure.message} ${failure.reason}`).not.toContain("a key of the tests");
});

function cut(response: ServerResponse): void {
  response.writeHead(200, { "content-length": "100" });
  response.write("{", () => response.destroy());
}

test("a provider that does not listen cannot be reached", async () => {
  const gone = await startAiProvider();
  await gone.close();
  const failure = await failureOf(ask(never, gone.settings));
  expect([failure.message, failure.reason]).toEqual(["The AI provider cannot be reached.", "ECONNREFUSED"]);
});

test("when aborted it ends, which is not counted as a failure of the provider", async () => {
  provider.answer(() => {});
  const ending = new AbortController();
  setTimeout(() => ending.abort(new Error("end")), 20);
  await expect(ask(ending.signal)).rejects.toThrow("end");
});

test("pages are marked, and only as many as there is room for", () => {
  expect(markedPages(["One", "", "Three"])).toEqual({
    text: "[Page 1]\nOne\n\n[Page 2]\n\n\n[Page 3]\nThree\n\n",
    pagesRead: 3,
  });
  expect(markedPages(Array.from({ length: 10 }, () => "x".repeat(50_000))).pagesRead).toBe(2);
  expect(markedPages(["x".repeat(200_000), "y"]).pagesRead).toBe(1);
});
