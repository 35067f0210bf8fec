import { HttpResponse } from "msw";
import { expect, test } from "vitest";
import { z } from "zod";
import { createLanguageModel, ModelFailure, markedPages } from "#server/upstream/language-model/language-model.ts";
import { answerQuestions, providerSettings } from "#tests/support/ai-provider.ts";
import { type Behaviour, startHttpService } from "#tests/support/http-service.ts";

const answer = z.object({ word: z.string() });
const never = new AbortController().signal;
const ask = (signal = never, settings = {}) =>
  createLanguageModel({ ...providerSettings, ...settings }).ask({
    instructions: "Say a word.",
    text: "The text.",
    answer,
    signal,
  });

async function failureOf(asking: Promise<unknown>): Promise<ModelFailure> {
  const error = await asking.catch((error: unknown) => error);
  if (error instanceof ModelFailure) return error;
  throw new Error(`No failure of the model: ${error}`);
}

test("it asks the model that is set, with the key, and reads the answer", async () => {
  const asked = answerQuestions({ word: "roof" });
  expect(await ask()).toEqual({ word: "roof" });
  expect(asked.at(-1)).toEqual({
    url: "https://ai-provider.test/v1/chat/completions",
    authorization: "Bearer a key of the tests",
    model: "small-model",
    instructions: "Say a word.",
    text: "The text.",
  });
});

test("without a key none is sent, and an answer in Markdown is read too", async () => {
  const asked = answerQuestions('```json\n{"word": "roof"}\n```\n');
  expect(await ask(never, { apiKey: null })).toEqual({ word: "roof" });
  expect(asked.at(-1)?.authorization).toBe(null);
});

async function expectSentence(asking: Promise<unknown>, sentence: RegExp): Promise<void> {
  const failure = await failureOf(asking);
  expect(failure.message).toMatch(sentence);
  expect(failure.message).toMatch(/^The AI provider.*\.$/);
  expect(`${failure.message} ${failure.reason}`).not.toContain("a key of the tests");
}

const status =
  (code: number, headers = {}) =>
  () =>
    new HttpResponse("a key of the tests", { status: code, headers });

test.each<[string, () => Response, RegExp]>([
  ["401", status(401), /does not accept the key/],
  ["404", status(404), /does not know the model/],
  ["400", status(400), /did not take this document/],
  ["429", status(429, { "retry-after": "3600" }), /too much to do/],
  ["500", status(500), /failed/],
  ["HTML", () => new HttpResponse("<html>"), /could not be read/],
  ["an empty completion", () => HttpResponse.json({ choices: [] }), /could not be read/],
  ["another shape", () => HttpResponse.json({ choices: [{ message: { content: "{}" } }] }), /could not be read/],
])("a provider that answers with %s fails with a sentence, without the key", async (_, respond, sentence) => {
  answerQuestions(respond);
  await expectSentence(ask(), sentence);
});

const cut: Behaviour = (_request, response) => {
  response.writeHead(200, { "content-length": "100" });
  response.write("{", () => response.destroy());
};

test.each<[string, Behaviour, RegExp]>([
  [
    "a redirect",
    (_, response) => void response.writeHead(307, { location: "http://127.0.0.1:1/" }).end(),
    /cannot be reached/,
  ],
  ["a flood", (_, response) => void response.write("x".repeat(3_000_000)), /could not be read/],
  ["half an answer", cut, /cannot be reached/],
  ["nothing", () => {}, /did not answer in time/],
  ["a trickle", (_, response) => void response.write("{"), /did not answer in time/],
])("a connection that brings %s fails with a sentence", async (_, behave, sentence) => {
  const { origin } = await startHttpService(behave);
  // Only what never ends is waited for until its time is over.
  const deadlineMs = sentence.source.includes("in time") ? 500 : 30_000;
  await expectSentence(ask(never, { baseUrl: `${origin}/v1`, deadlineMs }), sentence);
});

test("a provider that does not listen cannot be reached", async () => {
  const { origin, close } = await startHttpService(() => {});
  await close();
  const failure = await failureOf(ask(never, { baseUrl: `${origin}/v1` }));
  expect([failure.message, failure.reason]).toEqual(["The AI provider cannot be reached.", "ECONNREFUSED"]);
});

test("a busy provider is asked again when it says so, by seconds or by a date, and not when that is too late", async () => {
  const waits: Record<string, string>[] = [
    { "retry-after": "0" },
    { "retry-after": new Date(Date.now() + 1_000).toUTCString() },
  ];
  const asked = answerQuestions(() => {
    const headers = waits.shift();
    if (headers !== undefined) return status(429, headers)();
    return HttpResponse.json({ choices: [{ message: { content: '{"word": "roof"}' } }] });
  });
  expect(await ask()).toEqual({ word: "roof" });
  expect(asked).toHaveLength(3);
  const refused = answerQuestions(status(429, { "retry-after": "61" }));
  await expectSentence(ask(), /too much to do/);
  expect(refused).toHaveLength(1);
});

test("a wait for a busy provider ends with the job", async () => {
  const asked = answerQuestions(status(429));
  const ending = new AbortController();
  const asking = ask(ending.signal);
  await expect.poll(() => asked.length).toBe(1);
  ending.abort(new Error("end"));
  await expect(asking).rejects.toThrow("end");
});

test("a question that is aborted ends, which is no failure of the provider", async () => {
  answerQuestions(() => new Promise<Response>(() => {}));
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
