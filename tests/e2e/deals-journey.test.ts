import type { Locator, Page } from "playwright";
import { expect, inject, onTestFinished, test } from "vitest";
import { registerAgent, type TestAgent } from "#tests/support/agent.ts";
import { expectSound, openPage, type View } from "#tests/support/browser.ts";
import { maya } from "#tests/support/records.ts";
import { createClient } from "#tests/support/seeded-agent.ts";
import { addTaskTemplate } from "#tests/support/task-forms.ts";

// A deal from its opening to the keys, with only what the pages say: as HTML alone, and on the board with nothing but a keyboard.

const street = "77 Harbor View";
const title = `Maya Okafor, ${street}`;
const order = "Order the inspection";

/** An agent with a client, and a task that comes with each accepted offer. */
async function newAgent(): Promise<TestAgent> {
  const agent = await registerAgent(inject("origin"));
  await createClient(agent.visitor, maya);
  await addTaskTemplate(agent.visitor, { title: order, start: "offer_accepted", dueInDays: "2" });
  await agent.visitor.close();
  return agent;
}

async function openDesk(view: View): Promise<Page> {
  const { page, complaints } = await openPage(view);
  onTestFinished(() => expect(complaints).toEqual([]));
  page.setDefaultTimeout(20_000);
  return page;
}

const main = (page: Page) => page.locator("main");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const link = (page: Page, name: string) => main(page).getByRole("link", { name, exact: true }).first();
const panel = (page: Page, name: string) => main(page).getByRole("list", { name });

/** The day after today as fields for a date and a time take it, in the zone of new workspaces and so of their properties. */
const tomorrow = new Date(Date.now() + 24 * 3_600_000).toLocaleDateString("sv", { timeZone: "America/New_York" });

test("with scripts off: opened, shown, offered, accepted and closed, and every step is found again", async () => {
  const view: View = { scripts: "off", width: 390 };
  const { email, password } = await newAgent();
  const page = await openDesk(view);

  await page.goto("/login/");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password").fill(password);
  await button(page, "Login").click();
  await page.waitForURL("**/dashboard");

  await page.goto("/opportunities");
  await page.getByRole("link", { name: "New opportunity", exact: true }).first().click();
  await page.getByLabel("Client").fill("maya okafor");
  await page.getByLabel("Property (address)").fill(street);
  await page.getByLabel("High").check();
  await button(page, "Open opportunity").click();
  await page.waitForURL(/\/opportunities\/[0-9a-f-]{36}$/);
  const deal = page.url();
  await expectOnDashboard(page, "Deal opened");

  await moveTo(page, deal, "Showing scheduled", { Showing: `${tomorrow}T15:30` });
  await panel(page, "Showings").getByText("3:30 PM").waitFor();
  await expectOnDashboard(page, "Stage changed: Showing scheduled");
  await moveTo(page, deal, "Showing complete", { "Held early": "" });

  await moveTo(page, deal, "Offer sent", { Price: "640,000", "Offer expires": `${tomorrow}T12:00` });
  await panel(page, "Offers").getByText("$640,000").waitFor();
  await page.goto("/dashboard");
  await panel(page, "Next 7 days").getByRole("listitem").filter({ hasText: street }).getByRole("link").first().click();
  expect(page.url()).toBe(deal);

  await moveTo(page, deal, "Offer accepted", { Price: "655,000" });
  await main(page)
    .getByText(/^\d+ more$/)
    .click();
  await link(page, order).waitFor();
  await page.goto("/tasks");
  await link(page, order).click();
  await button(page, "Mark as done").click();
  await page.getByText(`Done: ${order}`).waitFor();
  await moveTo(page, deal, "Inspections underway", { "Inspections due": tomorrow });
  await chooseStage(page, deal, "Closed", {});
  await page.waitForURL(/\/after-closing/);
  const tidying = page.url();
  await expectOnDashboard(page, "Stage changed: Closed");
  await expectHistory(page, deal);
  // Tasks of its stages are open: they are dealt with at once.
  await page.goto(tidying);
  await button(page, "Finish up").click();
  await page.waitForURL(deal);
  await page.getByText(/^\d+ tasks done\.$/).waitFor();

  await expectFound(page, deal);
  await expectSound(page, view);
});

/** What one does to bring a deal to a stage, as the link to it says. */
const acts = {
  "Showing scheduled": "Schedule a showing",
  "Showing complete": "Complete the showing",
  "Offer sent": "Send an offer",
  "Offer accepted": "Record the acceptance",
  "Inspections underway": "Start inspections",
  Closed: "Close the deal",
} as const;

/** The move as the page of the deal offers it, and what it asks for; then at the deal again. */
async function moveTo(
  page: Page,
  deal: string,
  stage: keyof typeof acts,
  asked: Readonly<Record<string, string>>,
): Promise<void> {
  await chooseStage(page, deal, stage, asked);
  await page.waitForURL(deal);
  await page.getByText(`Stage: ${stage}.`).waitFor();
}

async function chooseStage(
  page: Page,
  deal: string,
  stage: keyof typeof acts,
  asked: Readonly<Record<string, string>>,
): Promise<void> {
  await page.goto(`${deal}/stage`);
  await panel(page, "Next stages").getByRole("link", { name: acts[stage], exact: true }).click();
  for (const [label, value] of Object.entries(asked)) {
    const field = page.getByLabel(label, { exact: true });
    await ((await field.getAttribute("type")) === "radio" ? field.check() : field.fill(value));
  }
  await button(page, "Update stage").click();
}

async function expectOnDashboard(page: Page, event: string): Promise<void> {
  await page.goto("/dashboard");
  const row = panel(page, "Activity").getByRole("listitem").filter({ hasText: event });
  await row.first().getByRole("link", { name: street }).waitFor();
}

const steps = [
  "Inspections underway → Closed",
  "Offer accepted → Inspections underway",
  "Offer sent → Offer accepted",
  "Showing complete → Offer sent",
  "Showing scheduled → Showing complete",
  "Opportunity → Showing scheduled",
];

async function expectHistory(page: Page, deal: string): Promise<void> {
  await page.goto(deal);
  await panel(page, "Timeline").first().waitFor();
  const rows = await panel(page, "Timeline").getByRole("listitem").allTextContents();
  expect(rows.flatMap((row) => steps.filter((step) => row.includes(step)))).toEqual(steps);
}

/** The deal by its street with a letter left out, and its task. */
async function expectFound(page: Page, deal: string): Promise<void> {
  await page.goto("/search?q=harbr");
  const found = panel(page, "Opportunities").locator(`a[href="${new URL(deal).pathname}"]`);
  await found.first().waitFor();
  await page.goto("/search?q=inspection");
  await panel(page, "Tasks").getByRole("link", { name: order }).waitFor();
}

test("by keys alone: opened over the board, carried from stage to stage, and found by the palette", async () => {
  const view: View = { scripts: "full", width: 1280 };
  const { email, password } = await newAgent();
  const page = await openDesk(view);
  const { keyboard } = page;

  await page.goto("/login/");
  await tabTo(page.getByLabel("Email", { exact: true }));
  await keyboard.type(email);
  await tabTo(page.getByLabel("Password"));
  await keyboard.type(password);
  await keyboard.press("Enter");
  await page.waitForURL("**/dashboard");

  await press(page.getByRole("link", { name: "Pipeline", exact: true }).first());
  await press(page.getByRole("link", { name: "Board", exact: true }).first());
  await page.waitForURL("**/opportunities/board");
  await press(page.getByRole("link", { name: "New opportunity", exact: true }).first());
  const dialog = page.getByRole("dialog");
  await tabTo(dialog.getByLabel("Client"));
  await keyboard.type("maya okafor");
  await tabTo(dialog.getByLabel("Property (address)"));
  await keyboard.type(street);
  await keyboard.press("Enter");
  await page.waitForURL(/\/opportunities\/[0-9a-f-]{36}$/);
  const deal = page.url();

  await carry(page, "Showing scheduled");
  await tabTo(page.getByLabel("Showing", { exact: true }));
  await typeMoment(page, tomorrow, "0330PM");
  await send(page, "Showing scheduled");

  await carry(page, "Showing complete");
  await tabTo(page.getByLabel("Held early"));
  await keyboard.press("Space");
  await send(page, "Showing complete");
  await carry(page, "Offer sent");
  await tabTo(page.getByRole("textbox", { name: "Price" }));
  await keyboard.type("640000");
  await send(page, "Offer sent");
  await carry(page, "Offer accepted");
  await send(page, "Offer accepted");
  await carry(page, "Inspections underway");
  await tabTo(page.getByLabel("Inspections due", { exact: true }));
  await typeDay(page, tomorrow);
  await send(page, "Inspections underway");
  await carry(page, "Closed");
  await send(page, "Closed");

  await page.waitForLoadState("networkidle");
  await keyboard.press("/");
  await page.getByRole("combobox", { name: "Search everything" }).waitFor();
  await keyboard.type("order the inspection");
  await page.getByRole("option", { name: order }).waitFor();
  await keyboard.press("Enter");
  await page.waitForURL(/\/tasks\/[0-9a-f-]{36}$/);
  await press(button(page, "Mark as done"));
  await page.getByText(`Done: ${order}`).waitFor();

  await keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search everything" }).waitFor();
  await keyboard.type("harbr vew");
  await page.getByRole("option", { name: street }).first().waitFor();
  await expectSound(page, view);
  await keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Search everything" }).waitFor({ state: "detached" });
  await expectOnDashboard(page, "Stage changed: Closed");
  await expectHistory(page, deal);
  await expectFound(page, deal);
});

/** Goes by Tab until the focus is there, as somebody without a mouse does. */
async function tabTo(target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 120; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await target.page().keyboard.press("Tab");
  }
  throw new Error(`Tab never comes to ${target}`);
}

async function press(target: Locator): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press("Enter");
}

/** Picks the card up on the board, and puts it down at a stage. */
async function carry(page: Page, stage: string): Promise<void> {
  if (!page.url().endsWith("/board")) await page.goto("/opportunities/board");
  await press(page.getByRole("button", { name: `Pick up ${title}` }));
  const said = page.getByRole("status").filter({ hasText: new RegExp(`^${stage}[,.]`) });
  for (let presses = 0; (await said.count()) === 0; presses += 1) {
    if (presses === 10) throw new Error(`The arrows never come to ${stage}`);
    await page.keyboard.press("ArrowRight");
    await page.waitForTimeout(50);
  }
  await page.keyboard.press("Enter");
}

async function send(page: Page, stage: string): Promise<void> {
  await press(button(page, "Update stage"));
  await page.getByText(`Stage: ${stage}.`).waitFor();
}

/** Types into a field for a date and a time, part by part: its parts are tabbed through as fields are. */
async function typeMoment(page: Page, day: string, time: string): Promise<void> {
  await typeDay(page, day);
  await page.keyboard.press("Tab");
  await page.keyboard.type(time);
}

async function typeDay(page: Page, day: string): Promise<void> {
  const [year = "", month = "", date = ""] = day.split("-");
  await page.keyboard.type(month + date + year);
}
