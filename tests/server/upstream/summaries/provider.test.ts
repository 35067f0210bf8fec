/** Summaries that an AI provider writes. */

import { HttpResponse } from "msw";
import { pino } from "pino";
import { expect, vi } from "vitest";
import { createJobs } from "#server/jobs/jobs.ts";
import { createLanguageModel } from "#server/upstream/language-model/language-model.ts";
import { makeSummary, summaryQueue } from "#server/upstream/summaries/summarizing.ts";
import { createFileTexts } from "#server/upstream/texts/file-text.ts";
import { answerQuestions, providerSettings } from "#tests/support/ai-provider.ts";
import { addDocument } from "#tests/support/uploads.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { upstreamTest } from "#tests/support/upstream-test.ts";

const test = upstreamTest({ model: createLanguageModel(providerSettings) });
const soon = { timeout: 20_000, interval: 50 };

const content = "The roof of this house leaks badly.\fThe furnace is new and runs well.";
const newDocument = async (service: UpstreamService, owner: TestPerson) =>
  (await addDocument(service, owner, { onClash: "keep_both" }, { name: "Report.txt", content })).record.id;
const request = async (owner: TestPerson, documentId: string) => {
  const attributes = { documentId };
  return (await owner.send("POST", "/document_summaries", { type: "document_summary", attributes })).record.id;
};
async function settled(owner: TestPerson, id: string) {
  return vi.waitFor(async () => {
    const { record } = await owner.get(`/document_summaries/${id}`);
    expect(record.attributes.state).not.toBe("queued");
    return record;
  }, soon);
}

test("the provider is asked once, with the pages marked; points on pages that do not exist are dropped", async ({
  service,
  owner,
}) => {
  const asked = answerQuestions({
    points: [
      { text: "The roof\n leaks.", page: 1 },
      { text: "Made up.", page: 3 },
      { text: "Made up too.", page: 0 },
      { text: " ", page: 1 },
      { text: "The furnace is new.", page: 2 },
    ],
  });
  const { attributes } = await settled(owner, await request(owner, await newDocument(service, owner)));
  expect(attributes).toMatchObject({ state: "ready", method: "model", page_count: 2, pages_read: 2, failure: null });
  expect(attributes.points).toEqual([
    { text: "The roof leaks.", page: 1 },
    { text: "The furnace is new.", page: 2 },
  ]);
  expect(asked.map(({ text }) => text)).toEqual([
    "[Page 1]\nThe roof of this house leaks badly.\n\n[Page 2]\nThe furnace is new and runs well.\n\n",
  ]);
});

test("a failing provider leaves a sentence, and another try makes it", async ({ service, owner }) => {
  answerQuestions(() => new HttpResponse(null, { status: 500 }));
  const documentId = await newDocument(service, owner);
  const failed = await settled(owner, await request(owner, documentId));
  expect(failed.attributes).toMatchObject({ state: "failed", failure: "The AI provider failed.", is_final: false });
  expect(failed.meta.can).toEqual(["request"]);
  answerQuestions({ points: [{ text: "The roof leaks.", page: 1 }] });
  expect(await request(owner, documentId)).toBe(failed.id);
  const made = await settled(owner, failed.id);
  expect(made.attributes).toMatchObject({
    state: "ready",
    failure: null,
    points: [{ text: "The roof leaks.", page: 1 }],
  });
});

test("an answer that names no page of the document is none", async ({ service, owner }) => {
  answerQuestions({ points: [{ text: "Made up.", page: 99 }] });
  const { attributes } = await settled(owner, await request(owner, await newDocument(service, owner)));
  expect(attributes.failure).toBe("The AI provider didn't name any page of this document.");
});

test("summaries under way at a shutdown are made by the next server; neither document nor key is logged", async ({
  service,
  owner,
}) => {
  const lines: string[] = [];
  const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
  const { orm, pool } = service.database;
  const asked = answerQuestions(() => new Promise<Response>(() => {}));
  const id = await request(owner, await newDocument(service, owner));
  await vi.waitFor(() => expect(asked).toHaveLength(1), soon);
  await service.jobs.close();
  expect((await owner.get(`/document_summaries/${id}`)).record.attributes.state).toBe("queued");
  answerQuestions(() => new HttpResponse("The key: a key of the tests", { status: 401 }));
  const jobs = createJobs({ pool, log });
  const model = createLanguageModel(providerSettings);
  const parts = { database: orm, texts: createFileTexts(orm, service.objects), model, log };
  await jobs.work(summaryQueue, ({ key, signal }) => makeSummary(parts, key, signal));
  expect((await settled(owner, id)).attributes.failure).toBe("The AI provider does not accept the key that is set.");
  await jobs.close();
  expect(lines.join("")).toContain("status 401");
  expect(lines.join("")).not.toMatch(/roof|furnace|a key of the tests/);
});
