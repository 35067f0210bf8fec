import type { BrowserContext, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { registerAgent, type TestAgent } from "#tests/support/agent.ts";
import { openPage } from "#tests/support/browser.ts";
import { goHydrated, untilHydrated } from "#tests/support/hydrated-page.ts";
import { insertMessage } from "#tests/support/message-rows.ts";
import { createClient, hiddenIds } from "#tests/support/seeded-agent.ts";
import { openStoredRows } from "#tests/support/stored-rows.ts";

// Pages that are open in a browser with scripts follow the messages, by one stream for all tabs.

const tag = () => crypto.randomUUID().slice(0, 8);

let agent: TestAgent;
let clientId = "";
let workspaceId = "";

beforeAll(async () => {
  agent = await registerAgent(inject("origin"));
  clientId = await createClient(agent.visitor, { name: "Nora Lind", email: "nora@client.example" });
  await agent.visitor.open("/clients/new");
  workspaceId = hiddenIds(agent.visitor).workspaceId;
});
afterAll(() => agent.visitor.close());

/** Has the client write. */
async function write(body: string): Promise<void> {
  const stored = openStoredRows(inject("databaseUrl"));
  try {
    await insertMessage(stored.query, { workspaceId, clientId }, body);
  } finally {
    await stored.close();
  }
}

/** Opens a tab and notes the streams that it asks for. */
async function openTab(context: BrowserContext, path: string, streams: string[]): Promise<Page> {
  const page = await context.newPage();
  page.on("request", (request) => {
    if (request.url().includes("/messages/events")) streams.push(page.url());
  });
  await page.goto(path, { waitUntil: "networkidle" });
  return page;
}

test("a message is on an open page within 2 seconds, and what is typed there stays", async () => {
  const { context, complaints } = await openPage({ scripts: "full", width: 1280 }, agent.visitor);
  onTestFinished(() => expect(complaints).toEqual([]));
  const streams: string[] = [];
  const page = await openTab(context, `/messages/${clientId}`, streams);
  await expect.poll(() => streams.length).toBe(1);
  await page.getByPlaceholder("Enter message").fill("Half of an answer");
  await page.evaluate("window.sameDocument = true");
  const sent = performance.now();
  await write("Is the attic insulated?");
  await page.getByText("Is the attic insulated?").first().waitFor();
  expect(performance.now() - sent).toBeLessThan(2_000);
  expect(await page.getByPlaceholder("Enter message").inputValue()).toBe("Half of an answer");
  expect(await page.evaluate("window.sameDocument")).toBe(true);
});

test("a toast that is being read stays when the page looks again", async () => {
  const { context } = await openPage({ scripts: "full", width: 1280 }, agent.visitor);
  const streams: string[] = [];
  const page = await openTab(context, "/tasks", streams);
  await expect.poll(() => streams.length).toBe(1);
  await page.getByLabel("New task").fill("Call Nora");
  await page.getByRole("button", { name: "Add task" }).click();
  const toast = page.getByRole("status").getByText("Task added: Call Nora.");
  await toast.waitFor();
  // The field for the next task has the focus: nothing is loaded while somebody may be typing.
  await page.getByRole("heading", { level: 1 }).click();
  const looked = page.waitForResponse((response) => response.url().includes("/tasks.data"));
  await write("One more question");
  await (await looked).finished();
  await page.getByText("Call Nora").first().waitFor();
  expect(await toast.isVisible()).toBe(true);
});

test("a form in which somebody types is left alone when a message comes", async () => {
  const { context } = await openPage({ scripts: "full", width: 1280 }, agent.visitor);
  const streams: string[] = [];
  const thread = await openTab(context, `/messages/${clientId}`, streams);
  await expect.poll(() => streams.length).toBe(1);
  const form = await openTab(context, "/tasks/new", streams);
  await form.getByLabel("Title").fill("Measure the kitchen");
  const key = () =>
    form.locator("main form[method=post] input[type=hidden]").evaluateAll("(all) => all.map((one) => one.value)");
  const before = await key();
  await write("Is the kitchen large?");
  await thread.getByText("Is the kitchen large?").first().waitFor();
  expect(await form.getByLabel("Title").inputValue()).toBe("Measure the kitchen");
  expect(await key()).toEqual(before);
});

test("tabs share one stream, and when its tab closes another goes on where it stopped", async () => {
  const { context } = await openPage({ scripts: "full", width: 1280 }, agent.visitor);
  const streams: string[] = [];
  const first = await openTab(context, "/dashboard", streams);
  await expect.poll(() => streams.length).toBe(1);
  const thread = await openTab(context, `/messages/${clientId}`, streams);
  await thread.bringToFront();
  await write("And the basement?");
  await thread.getByText("And the basement?").first().waitFor();
  expect(streams).toHaveLength(1);
  await first.close();
  await write("While nobody listened");
  await thread.getByText("While nobody listened").first().waitFor();
  await expect.poll(() => streams.length).toBe(2);
  await write("To the next tab");
  await thread.getByText("To the next tab").first().waitFor();
});

test("a page without scripts opens no stream", async () => {
  const { context } = await openPage({ scripts: "lite", width: 1280 }, agent.visitor);
  const streams: string[] = [];
  const page = await openTab(context, `/messages/${clientId}`, streams);
  await page.waitForLoadState("networkidle");
  expect(streams).toEqual([]);
});

describe("while the line is gone", () => {
  const field = (page: Page) => page.getByPlaceholder("Enter message");
  const bubble = (page: Page) => page.locator(".unsent li");
  const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

  /** A thread whose messages do not reach the server until the line is mended. */
  async function openCutThread() {
    const { page } = await openPage({ scripts: "full", width: 1280 }, agent.visitor);
    const id = await createClient(agent.visitor, { name: "Tom Reed", email: `tom.${tag()}@client.example` });
    await goHydrated(page, `/messages/${id}`);
    const sends = `**/messages/${id}.data*`;
    await page.route(sends, (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
    return { page, mend: () => page.unroute(sends) };
  }

  test("a message is in the thread as not sent, also after a reload, and once when it is sent again", async () => {
    const { page, mend } = await openCutThread();
    await field(page).fill("Shall we look on Friday?");
    await press(page, "Send message");
    await bubble(page).getByText("Not sent").waitFor();
    expect(await bubble(page).locator("[dir]").textContent()).toBe("Shall we look on Friday?");
    expect(await field(page).inputValue()).toBe("");
    await page.reload({ waitUntil: "networkidle" });
    await untilHydrated(page);
    await bubble(page).getByText("Not sent").waitFor();
    expect(await field(page).inputValue()).toBe("");
    await field(page).fill("And on Saturday?");
    await mend();
    await press(page, "Try again");
    await page.locator(".talk li[id]").getByText("Shall we look on Friday?").waitFor();
    await expect.poll(() => bubble(page).count()).toBe(0);
    // What was typed meanwhile is there, and is another message.
    expect(await field(page).inputValue()).toBe("And on Saturday?");
    await press(page, "Send message");
    await page.locator(".talk li[id]").getByText("And on Saturday?").waitFor();
    expect(await page.locator(".talk li[id] [dir]").allInnerTexts()).toEqual([
      "Shall we look on Friday?",
      "And on Saturday?",
    ]);
    await expect.poll(() => field(page).inputValue()).toBe("");
  });

  test("one that is refused when it is sent again is back in its field", async () => {
    const { page, mend } = await openCutThread();
    await field(page).fill("Wire it to account number 12345678, routing number 021000021.");
    await press(page, "Send message");
    await bubble(page).getByText("Not sent").waitFor();
    await mend();
    await press(page, "Try again");
    await page.getByText("This looks like payment details.").waitFor();
    expect(await bubble(page).count()).toBe(0);
    expect(await field(page).inputValue()).toBe("Wire it to account number 12345678, routing number 021000021.");
  });

  test("it goes back to its field to be edited, or is discarded", async () => {
    const { page, mend } = await openCutThread();
    await field(page).fill("Shall we look on Friday?");
    await press(page, "Send message");
    await press(page, "Edit");
    expect(await bubble(page).count()).toBe(0);
    expect(await field(page).inputValue()).toBe("Shall we look on Friday?");
    await press(page, "Send message");
    await bubble(page).waitFor();
    page.on("dialog", (dialog) => void dialog.accept());
    await press(page, "Discard");
    await mend();
    await page.getByText("Draft saved").waitFor();
    await page.reload({ waitUntil: "networkidle" });
    await untilHydrated(page);
    expect([await bubble(page).count(), await field(page).inputValue()]).toEqual([0, ""]);
    expect(await page.locator(".talk li[id]").count()).toBe(0);
  });
});

test("a draft is kept while it is typed, is on another device, and is gone here once it was sent there", async () => {
  const clientId = await createClient(agent.visitor, { name: "Ida Moor", email: `ida.${tag()}@client.example` });
  const [here, there] = [
    await openPage({ scripts: "full", width: 1280 }, agent.visitor),
    await openPage({ scripts: "full", width: 390 }, agent.visitor),
  ];
  const field = (page: Page) => page.getByPlaceholder("Enter message");
  const streams: string[] = [];
  const page = await openTab(here.context, `/messages/${clientId}`, streams);
  await expect.poll(() => streams.length).toBe(1);
  await field(page).fill("About the roof");
  await page.getByText("Draft saved").waitFor();
  await goHydrated(there.page, `/messages/${clientId}`);
  expect(await field(there.page).inputValue()).toBe("About the roof");
  await field(there.page).fill("About the roof: it is fine.");
  await there.page.getByRole("button", { name: "Send message" }).click();
  await there.page.locator(".talk").getByText("About the roof: it is fine.").waitFor();
  await expect.poll(() => field(there.page).inputValue()).toBe("");
  await page.locator(".talk").getByText("About the roof: it is fine.").waitFor();
  await expect.poll(() => field(page).inputValue()).toBe("");
});

test("what is typed to one client is not in another one's thread, which is opened before it is kept", async () => {
  const [one, other] = await Promise.all(
    ["Priya Shah", "Kenji Mori"].map((name) => createClient(agent.visitor, { name, email: `${tag()}@client.example` })),
  );
  for (const id of [one, other]) {
    await agent.visitor.open(`/messages/${id}`);
    await agent.visitor.submit({ body: "Hello" }, { button: "Send message" });
  }
  const { page } = await openPage({ scripts: "full", width: 1280 }, agent.visitor);
  const field = page.getByPlaceholder("Enter message");
  await goHydrated(page, `/messages/${one}`);
  await field.pressSequentially("Your offer was accepted, Priya");
  await page
    .getByRole("link", { name: /Kenji Mori/ })
    .first()
    .click();
  await page.waitForURL(`**/messages/${other}`);
  await page.getByRole("heading", { name: "Kenji Mori" }).waitFor();
  expect(await field.inputValue()).toBe("");
  await field.pressSequentially("Good morning, Kenji");
  await page.getByText("Draft saved").waitFor();
  await page
    .getByRole("link", { name: /Priya Shah/ })
    .first()
    .click();
  await page.waitForURL(`**/messages/${one}`);
  await expect.poll(() => field.inputValue()).toBe("Your offer was accepted, Priya");
  await page.goBack();
  await expect.poll(() => field.inputValue()).toBe("Good morning, Kenji");
  // Nothing else was kept on the server, either.
  for (const [id, text] of [
    [one, "Your offer was accepted, Priya"],
    [other, "Good morning, Kenji"],
  ] as const) {
    const { document } = await agent.visitor.open(`/messages/${id}`);
    expect(document.querySelector("textarea[name=body]")?.text.trim()).toBe(text);
  }
});
