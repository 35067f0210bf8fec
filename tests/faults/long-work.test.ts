import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { registerAgent } from "#tests/support/agent.ts";
import { addReport, summarize } from "#tests/support/inspecting.ts";
import { createPackage, uploadDocument } from "#tests/support/seeded-agent.ts";
import type { Visitor } from "#tests/support/visitor.ts";

// Files that are made to take long. Each is answered, and others are answered meanwhile: after each file of tests the server's log
// is looked through for warnings that the event loop was held.

let agent: Visitor;
let packageId: string;

beforeAll(async () => {
  agent = (await registerAgent(inject("origin"))).visitor;
  packageId = await createPackage(agent, { street: "12 Long Lane", city: "Seattle", state: "WA", zip: "98117" });
});
afterAll(() => agent.close());

/** As long as the text of a file is read. Its first and last lines differ from page to page: else they would be left out. */
function textOf(unit: string): string {
  const page = (tag: string) => {
    const lines = (names: string) => [...names].map((name) => `${name}${tag}`).join("\n");
    return `${lines("qrs")}\n${unit.repeat(19_800 / unit.length)}\n${lines("tuv")}`;
  };
  return [..."abcdefghijklmnopqrst"].map(page).join("\f");
}

const texts: Readonly<Record<string, string>> = {
  dots: textOf("."),
  "dots and spaces": textOf(". "),
  sentences: textOf("Roof leaks.\n\n"),
  "long words": textOf("﷽"),
};

describe.each(Object.entries(texts))("a text of %s", (name, content) => {
  test("is summarized", { timeout: 60_000 }, async () => {
    const id = await uploadDocument(agent, { name: `${name}.txt`, content }, `?package=${packageId}`);
    expect((await summarize(agent, id)).text).toMatch(/no complete sentences|Key sentences quoted/);
  });

  test("is analyzed", { timeout: 60_000 }, async () => {
    const file = { name: `${name} to analyze.txt`, content };
    expect(await addReport(agent, packageId, file)).toMatch(/^[\w-]{36}$/);
  });
});

test("searches show places in long texts", { timeout: 60_000 }, async () => {
  for (const place of [1, 2, 3])
    await uploadDocument(agent, { name: `Long ${place}.txt`, content: `${"é".repeat(19_000)} vermiculite` });
  // Their texts are read after those of the tests above.
  const found = expect.poll(async () => (await agent.open("/documents?q=vermiculite")).text, { timeout: 50_000 });
  await found.toContain("vermiculite Page");
});

const rows = Array.from({ length: 5000 }, (_, row) => `Client ${row},client${row}@client.example,${"tag;".repeat(50)}`);

test.each([
  ["line breaks", "\n".repeat(2 * 1024 * 1024), 400, "It has more than 10,000 empty rows."],
  ["short rows", `Name,Email\n${" \n".repeat(1_000_000)}`, 400, "It has more than 10,000 empty rows."],
  ["one row of cells", "Name,".repeat(400_000), 400, "Row 1 has more than 1,000 cells."],
  ["quotation marks", '"'.repeat(2 * 1024 * 1024), 400, "This file has headings but no rows below them."],
  ["as many rows as there may be", `Name,Email,Tags\n${rows.join("\n")}`, 200, "5,000 clients can be imported."],
])("a file of %s is answered with a sentence", async (_, content, status, sentence) => {
  await agent.open("/clients/imports/new");
  const files = [new File([content], "clients.csv", { type: "text/csv" })];
  const page = await agent.submit({}, { button: "Review import", files });
  expect([page.status, page.text]).toEqual([status, expect.stringContaining(sentence)]);
});

test("the clients of the longest file are imported", { timeout: 60_000 }, async () => {
  const { url } = await agent.submit({}, { button: "Import these clients, send no emails" });
  const imported = expect.poll(async () => (await agent.open(url)).text, { timeout: 50_000 });
  await imported.toContain("5,000 clients imported.");
});
