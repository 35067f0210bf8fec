import { expect } from "vitest";
import type { z } from "zod";
import { type LanguageModel, ModelFailure, type Question } from "#server/upstream/language-model/language-model.ts";
import { startAgency } from "#tests/support/agency.ts";
import { appTest } from "#tests/support/app-test.ts";
import { addReport, summarize } from "#tests/support/inspecting.ts";
import { alderLane } from "#tests/support/records.ts";
import type { Visit } from "#tests/support/visitor.ts";
import { linkOf, rowsOn } from "../page-reading.ts";

// Summaries and findings that a language model writes.

const leak = "The roof leaks at the chimney and must be repaired";
const buttonsOn = ({ document }: Visit) => document.querySelectorAll("main button").map(({ text }) => text.trim());

const provider = { fails: true };
const model: LanguageModel = {
  async ask<Answer>({ answer }: Question<Answer>): Promise<z.output<z.ZodType<Answer>>> {
    if (provider.fails) throw new ModelFailure("The AI provider did not answer in time.", "deadline");
    const found = { system: "Roof", severity: "major", title: "Leaking roof", page: 1, quote: leak };
    return answer.parse({ findings: [found], points: [{ text: "Mend the <b>roof</b>.", page: 1 }] });
  },
};

const test = appTest(model);

test("a failed provider is reported with Try again; written text names its source", async ({ app }) => {
  const agency = await startAgency(app);
  const { visitor } = agency.owner;
  const { id } = await agency.addPackage(alderLane);
  const tab = `/packages/${id}/inspections`;
  await addReport(visitor, id, { name: "Roof.txt", content: leak });
  const failed = /The AI provider did not answer in time\. Not read Try again/;
  expect(rowsOn(visitor.page, "Reports")).toEqual([expect.stringMatching(failed)]);
  const summary = `${linkOf(visitor.page, "Roof.txt")}/summary`;
  const unmade = await summarize(visitor, summary.split("/")[2] ?? "");
  expect(unmade.text).toContain("The AI provider did not answer in time.");
  expect(buttonsOn(unmade)).toEqual(["Try again"]);

  provider.fails = false;
  await visitor.submit({}, { button: "Try again" });
  await expect
    .poll(async () => rowsOn(await visitor.open(summary), "Points"))
    .toEqual(["Mend the <b>roof</b>. Page 1"]);
  expect(visitor.page.text).toContain("An AI model wrote these points from the document.");
  await visitor.open(tab);
  await visitor.submit({}, { button: "Try again" });
  await expect.poll(async () => (await visitor.open(tab)).text).not.toContain("See whether it is ready");
  const { page } = visitor;
  expect(rowsOn(page, "Reports")).toEqual([expect.stringMatching(/written by an AI model, .* Analyzed/)]);
  expect(rowsOn(page, "Suggested findings")[0]).toContain("Leaking roof");
});
