import { expect } from "vitest";
import { createLanguageModel } from "#server/upstream/language-model/language-model.ts";
import { answerQuestions, providerSettings } from "#tests/support/ai-provider.ts";
import { upstreamTest } from "#tests/support/upstream-test.ts";
import { newDocument, proposed, request, settled } from "./report-requests.ts";

const test = upstreamTest({ model: createLanguageModel(providerSettings) });

test("a provider's findings have to quote the report: pages are put right, what it does not say is left out", async ({
  service,
  owner,
}) => {
  const content = "The roof leaks at the north side. Budget $1,400.\fThe furnace’s filter is very dirty.";
  const named = { system: "Roof", severity: "repair", title: "The roof leaks", low_cost: 1400, high_cost: 9000 };
  answerQuestions({
    findings: [
      { ...named, page: 1, quote: "The roof  leaks at the north side.", high_cost: null },
      { ...named, page: 7, quote: "the furnace's filter is very dirty", severity: "Dreadful", system: "" },
      { ...named, page: 1, quote: "The cellar is full of snakes." },
      { ...named, page: 1, quote: "." },
    ],
  });
  const document = await newDocument(service, owner, { content });
  const { id, attributes } = await settled(owner, (await request(owner, document.id)).record.id);
  expect([attributes.method, attributes.state]).toEqual(["model", "ready"]);
  const cost = { amount: "1400", currency: "USD" };
  const findings = await proposed(owner, id);
  expect(findings.map((finding) => finding.attributes)).toMatchObject([
    { system: "Roof", severity: "repair", page: 1, low_cost: cost, high_cost: cost },
    { system: "Other", severity: "repair", page: 2, low_cost: null, high_cost: null },
  ]);
  answerQuestions({ findings: [{ ...named, page: 1, quote: "The cellar is full of snakes." }] });
  const second = await newDocument(service, owner, { content });
  const failed = await settled(owner, (await request(owner, second.id)).record.id);
  expect(failed.attributes.failure).toBe("The AI provider quoted nothing that is in this report.");
  expect(failed.meta.can).toEqual(["remove", "request"]);
});
