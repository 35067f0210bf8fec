import type { Page } from "playwright";
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test } from "vitest";
import { registerAgent, type TestAgent } from "#tests/support/agent.ts";
import { expectSound, openPage, type View } from "#tests/support/browser.ts";
import { openOpportunity } from "#tests/support/opportunity-forms.ts";
import { maya } from "#tests/support/records.ts";
import { createClient } from "#tests/support/seeded-agent.ts";

// What only a browser shows: cards picked up, carried and put down, by keys alone and by pointer.

const view: View = { scripts: "full", width: 1280 };
let agent: TestAgent;
let page: Page;
let street = "";
let opportunityId = "";

beforeAll(async () => {
  agent = await registerAgent(inject("origin"));
  const clientId = await createClient(agent.visitor, maya);
  opportunityId = await openOpportunity(agent.visitor, { clientId });
  const { document } = await agent.visitor.open(`/opportunities/${opportunityId}`);
  street = document.querySelector("main a[href^='/packages/']")?.text ?? "";
  await lose();
});
beforeEach(async () => {
  const opened = await openPage(view, agent.visitor);
  onTestFinished(() => expect(opened.complaints).toEqual([]));
  ({ page } = opened);
  await page.goto("/opportunities/board");
});
afterAll(() => agent.visitor.close());

const columnOf = (stage: string) => page.getByRole("region", { name: stage, exact: true });
const cardIn = (stage: string) => columnOf(stage).getByRole("listitem").filter({ hasText: street });
const grip = () => page.getByRole("button", { name: `Pick up Maya Okafor, ${street}` });
const said = (text: string) => page.getByRole("status").filter({ hasText: text }).waitFor();

/** Marks it as lost, unless it is: a move back from there asks for nothing. */
async function lose(): Promise<void> {
  const { text } = await agent.visitor.open(`/opportunities/${opportunityId}/stage?to=lost`);
  if (text.includes("Currently: Lost.")) return;
  await agent.visitor.submit({ reason: "withdrawn" }, { button: "Update stage" });
}

/** Whether the agent's colleague would see it there, too. */
async function expectSaved(stage: string): Promise<void> {
  const { text } = await agent.visitor.open(`/opportunities/${opportunityId}/stage`);
  expect(text).toContain(`Currently: ${stage}.`);
}

test("by keys alone a card is picked up, carried past what is not open to it, put down, and keeps the focus", async () => {
  await grip().focus();
  await page.keyboard.press("Enter");
  await said(`Maya Okafor, ${street} picked up.`);
  await page.keyboard.press("ArrowLeft");
  await said("Opportunity.");
  await page.keyboard.press("Enter");
  await page.getByText("Stage: Opportunity.").waitFor();
  await cardIn("Opportunity").waitFor();
  await expect.poll(() => grip().evaluate((button) => button === document.activeElement)).toBe(true);
  await expectSaved("Opportunity");
  await expectSound(page, view);
});

test("a move that asks for something opens its form, which leads back, and Escape lets a card go", async () => {
  await grip().focus();
  await page.keyboard.press(" ");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Escape");
  await said("Put back.");
  await cardIn("Opportunity").waitFor();
  await page.keyboard.press(" ");
  await page.keyboard.press("ArrowRight");
  await said("Showing scheduled, which asks for more.");
  await page.keyboard.press("ArrowRight");
  await said("Offer suggested, which asks for more.");
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Price" }).waitFor();
  expect(new URL(page.url()).search).toBe("?board=true&to=offer_suggeted");
  await expect.poll(() => page.evaluate("document.activeElement.tagName")).toBe("H1");
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.waitForURL("**/opportunities/board");
  await cardIn("Opportunity").dragTo(columnOf("Offer suggested"));
  await page.getByRole("textbox", { name: "Price" }).fill("640000");
  await page.getByRole("button", { name: "Update stage" }).click();
  await page.waitForURL("**/opportunities/board");
  await cardIn("Offer suggested").waitFor();
  await expectSaved("Offer suggested");
});

test("a card is dragged, and goes back where it may not go, which is said", async () => {
  await cardIn("Offer suggested").dragTo(columnOf("Opportunity"));
  await page.getByRole("alert").filter({ hasText: "From “Offer suggested” it cannot go to “Opportunity”." }).waitFor();
  await cardIn("Offer suggested").waitFor();
  await lose();
  await page.reload();
  await cardIn("Lost").dragTo(columnOf("Opportunity"));
  await page.getByText("Stage: Opportunity.").waitFor();
  await expectSaved("Opportunity");
});

test("a card that a colleague moves is where they put it, without anything being loaded anew", async () => {
  await page.evaluate("window.sameDocument = true");
  const follows = page.waitForRequest((request) => request.url().includes("/messages/events"));
  await follows;
  await cardIn("Opportunity").waitFor();
  await lose();
  await cardIn("Lost").waitFor({ timeout: 5_000 });
  expect(await page.evaluate("window.sameDocument")).toBe(true);
});

test("what somebody else has moved meanwhile goes where they put it, and that is said", async () => {
  // A board that hears nothing of it.
  await page.route("**/messages/events*", (route) =>
    route.fulfill({ contentType: "text/event-stream", body: "event: end\ndata:\n\n" }),
  );
  await page.reload();
  await cardIn("Lost").waitFor();
  await agent.visitor.open(`/opportunities/${opportunityId}/stage?to=open`);
  await agent.visitor.submit({}, { button: "Update stage" });
  await cardIn("Lost").dragTo(columnOf("Opportunity"));
  await page.getByText("Someone else moved it.").waitFor();
  await cardIn("Opportunity").waitFor();
  await expectSaved("Opportunity");
});

test("rank and stage are changed beside the list's cells, and Escape leads back to the list from any step", async () => {
  await page.goto("/opportunities?q=maya");
  const rank = page.getByRole("link", { name: /change rank of/ });
  const dialog = page.getByRole("dialog");
  async function change(to: string): Promise<void> {
    await rank.click();
    await dialog.getByRole("radio", { name: to }).check();
    expect(await dialog.evaluate((element) => element.getBoundingClientRect().left > 400)).toBe(true);
    await dialog.getByRole("button", { name: "Save rank" }).click();
    await page.getByText(`Rank: ${to}.`).waitFor();
    await expect.poll(() => rank.evaluate((link) => link === document.activeElement)).toBe(true);
  }
  await change("High");
  // Of a deal that ended while the list was open, too.
  await lose();
  await change("Low");
  await page.getByRole("link", { name: /^Update stage of/ }).click();
  await dialog.getByRole("list", { name: "Next stages" }).getByRole("link").first().click();
  await dialog.getByRole("button", { name: "Update stage" }).waitFor();
  await page.keyboard.press("Escape");
  await page.waitForURL("**/opportunities?q=maya");
  await page.goForward();
  await dialog.waitFor();
});
