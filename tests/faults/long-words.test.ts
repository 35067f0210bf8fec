import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { registerAgent, type TestAgent } from "#tests/support/agent.ts";
import { openPage } from "#tests/support/browser.ts";
import { addFinding } from "#tests/support/inspecting.ts";
import { findOpportunity } from "#tests/support/opportunity-forms.ts";
import { addShowing, createClient, createFolder, createPackage, uploadDocument } from "#tests/support/seeded-agent.ts";
import { addTask } from "#tests/support/task-forms.ts";

// Words as long as fields take them, and without a place to break them: no page scrolls sideways for them.

const word = (length: number): string => "Llanfairpwllgwyngyll".repeat(10).slice(0, length);

let agent: TestAgent;
let pages: readonly string[];

beforeAll(async () => {
  agent = await registerAgent(inject("origin"));
  const { visitor } = agent;
  const mailbox = `${word(60)}@${word(60)}.example`.toLowerCase();
  const clientId = await createClient(visitor, { name: word(200), email: mailbox, phoneNumber: "" });
  await visitor.open(`/clients/${clientId}/people/new`);
  await visitor.submit({ name: word(200), email: mailbox }, { button: "Add person" });
  await visitor.open(`/clients/${clientId}/buyer-profile/edit`);
  await visitor.submit({ preferredAreas: word(100), notes: word(200) }, { button: "Save changes" });
  const address = { street: word(100), city: word(60), state: word(40), zip: word(10) };
  const packageId = await createPackage(visitor, { ...address, clientId });
  await visitor.open(`/packages/${packageId}/edit`);
  const facts = { area: word(100), schools: word(100), agentName: word(100), agentEmail: mailbox };
  await visitor.submit({ ...facts, beds: "3", baths: "2.5", sqft: "1840" }, { button: "Save changes" });
  expect(visitor.page.url.pathname, visitor.page.text).toBe(`/packages/${packageId}`);
  await addFinding(visitor, packageId, { title: word(200), system: word(60), severity: "major", quote: word(200) });
  const opportunityId = await findOpportunity(visitor, clientId);
  await visitor.open(`/opportunities/${opportunityId}`);
  await visitor.submit({ body: `https://example.com/${word(200)}` }, { button: "Add comment" });
  await addShowing(visitor, opportunityId, { note: word(200), startsAt: "2031-03-01T12:00" });
  const file = { name: `${word(150)}.txt`, content: `${word(200)} leaks and must be repaired.` };
  const documentId = await uploadDocument(visitor, file, `?package=${packageId}`);
  const folderId = await createFolder(visitor, { name: word(150) });
  const taskId = await addTask(visitor, { title: word(200) }, `client.${clientId}`);
  const lists = [
    "/dashboard",
    "/activity",
    "/settings/activity",
    "/tasks?whose=all",
    "/clients/",
    "/packages/",
    "/opportunities",
  ];
  const found = ["/opportunities/board", "/documents", `/search?q=${word(30)}`];
  const ofClient = ["", "/documents", "/activity", "/edit"].map((page) => `/clients/${clientId}${page}`);
  const ofPackage = ["", "/inspections", "/costs", "/edit"].map((page) => `/packages/${packageId}${page}`);
  const ofPapers = [`/documents/${documentId}`, `/documents/${documentId}/summary`, `/documents/folders/${folderId}`];
  const others = [`/opportunities/${opportunityId}`, `/tasks/${taskId}`, `/documents/${documentId}/renaming`];
  pages = [...lists, ...found, ...ofClient, ...ofPackage, ...ofPapers, ...others];
});
afterAll(() => agent.visitor.close());

/** Names the first parts of the page that are wider than it has room for, but for cells that cut what has none. */
const tooWide = `[document.documentElement, ...document.querySelectorAll("main :not(.dense *, .part *, .vh)")]
  .filter((part) => part.scrollWidth > part.clientWidth + 1 ? part.localName === "html"
    : part.getBoundingClientRect().right > innerWidth + 1 && part.closest("thead, .board, .tabs") === null)
  .slice(0, 3)
  .map((part) => part.localName + "." + part.className)
  .join(", ")`;

test("very long words make no page scroll sideways, and hide nothing of a list", { timeout: 180_000 }, async () => {
  const { page } = await openPage({ scripts: "lite", width: 1280 }, agent.visitor);
  const flaws: string[] = [];
  for (const path of pages) {
    await page.goto(path);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      for (const state of ["as it opens", "with its uploads unfolded"]) {
        const inner = await page.evaluate(tooWide);
        if (inner !== "") flaws.push(`${path} at ${width}, ${state}: ${inner}`);
        await page.evaluate(`for (const form of document.querySelectorAll(".upload-here")) form.open = !form.open`);
      }
    }
  }
  expect(flaws).toEqual([]);
});
