import type { Page } from "playwright";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { z } from "zod";
import { findMailedLink, registerAgent, type TestAgent } from "#tests/support/agent.ts";
import { openPage } from "#tests/support/browser.ts";
import { goHydrated } from "#tests/support/hydrated-page.ts";
import { type Line, openLine } from "#tests/support/line.ts";
import { deliverMail, proved } from "#tests/support/mail-delivery.ts";
import { plainMail } from "#tests/support/mails.ts";
import { createClient } from "#tests/support/seeded-agent.ts";
import { openStoredRows, type StoredRows } from "#tests/support/stored-rows.ts";

// An agent whose browser runs scripts and a client whose browser runs none talk over lines that are cut in the middle, and one
// answer comes by email: each sentence is in the thread once.

const email = `nora.${crypto.randomUUID().slice(0, 8)}@client.example`;
let agent: TestAgent;
let clientId = "";
let stored: StoredRows;

beforeAll(async () => {
  agent = await registerAgent(inject("origin"));
  clientId = await createClient(agent.visitor, { name: "Nora Lind", email });
  stored = openStoredRows(inject("databaseUrl"));
});
afterAll(async () => {
  await stored.close();
  await agent.visitor.close();
});

/** A line to the server, for one browser. */
async function openOwnLine(): Promise<Line> {
  const line = await openLine(inject("origin"));
  onTestFinished(() => line.close());
  return line;
}

interface Seat {
  readonly page: Page;
  readonly line: Line;
}

async function openThread(): Promise<Seat> {
  const line = await openOwnLine();
  const { page } = await openPage({ scripts: "full", width: 1280, origin: line.origin }, agent.visitor);
  await goHydrated(page, `/messages/${clientId}`);
  return { page, line };
}

/** The client accepts the invitation, and is on the first page of the portal. */
async function openPortal(): Promise<Seat> {
  const line = await openOwnLine();
  const { page } = await openPage({ scripts: "off", width: 390, origin: line.origin });
  const invitation = await findMailedLink(agent.visitor, email, "/client-portal/invitations/");
  await page.goto(new URL(invitation).pathname);
  await page.getByRole("button", { name: "Open my home search" }).click();
  await page.waitForURL("**/dashboard");
  return { page, line };
}

const field = (page: Page) => page.getByPlaceholder("Enter message");
const sendButton = (page: Page) => page.getByRole("button", { name: "Send message" });

/** Sends something: it arrives, and the answer to it is lost on the way. */
async function sendInVain({ page, line }: Seat, words: string): Promise<void> {
  await field(page).fill(words);
  line.loseAnswers();
  const before = line.lost;
  await sendButton(page).click();
  const query = "select from upstream.messages where client_id = $1 and body = $2";
  await expect.poll(() => stored.query(query, [clientId, words])).toHaveLength(1);
  await expect.poll(() => line.lost).toBeGreaterThan(before);
}

/** Makes the agent's messages as old as those that are mailed, when nobody has read them. */
async function ageMessages(): Promise<void> {
  await stored.query(
    "update upstream.messages set inserted_at = inserted_at - interval '6 minutes' where client_id = $1",
    [clientId],
  );
}

const mailed = z.tuple([z.object({ reply_to: z.string(), text: z.string() })]);

/** The email to the client about messages: where answers go, and what it says. */
async function findMail() {
  const query = "select reply_to, text from mail.outbox where recipient = $1 and reply_to is not null";
  // Every server looks for messages to mail every 30 seconds.
  await expect.poll(() => stored.query(query, [email]), { timeout: 60_000, interval: 250 }).toHaveLength(1);
  const [{ reply_to: to, text }] = mailed.parse(await stored.query(query, [email]));
  return { to, text };
}

/** Answers an email as people's mail programs do; the mail server in front hands it over twice. */
async function answerByMail({ to, text }: { to: string; text: string }, words: string): Promise<void> {
  const quoted = text.split("\n").map((line) => `> ${line}`);
  const lines = [words, "", "On Mon, Nov 2, 2026 at 9:15 AM Ada Byron wrote:", ...quoted];
  const raw = plainMail({
    ...{ from: `Nora Lind <${email}>`, to, id: `<${crypto.randomUUID()}@client.example>` },
    ...{ headers: [proved(email)], text: lines.join("\r\n") },
  });
  for (const _time of [1, 2]) {
    const answer = await deliverMail({ port: inject("inboundPort") }, { raw, to, from: email });
    expect(answer).toMatch(/^250 /);
  }
}

test("agent and client talk over lines that are cut, and by email: each sentence is there once", async () => {
  const client = await openPortal();
  const seat = await openThread();

  await sendInVain(seat, "Shall we look at 40 Birch Road on Friday?");
  await seat.page.getByText("You're offline. This continues when you reconnect.").waitFor();
  seat.line.carry();
  await seat.page.getByText("Message sent.").waitFor();
  await ageMessages();

  await answerByMail(await findMail(), "Friday is fine.");
  await seat.page.getByText("Friday is fine.").first().waitFor();

  await client.page.goto("/client-portal/dashboard/messages");
  await sendInVain(client, "Can we park there?");
  client.line.carry();
  // The browser's own page says that nothing came back; loaded again, it sends the form again.
  await expect.poll(() => client.page.url()).toMatch(/^chrome-error:/);
  await client.page.reload();
  await client.page.getByText("Your message is sent.").waitFor();
  await seat.page.getByText("Can we park there?").first().waitFor();

  seat.line.cut();
  await field(seat.page).fill("Yes, behind the house.");
  await sendButton(seat.page).click();
  await seat.page.getByText("You're offline. This continues when you reconnect.").waitFor();
  seat.line.carry();
  await seat.page.getByText("Message sent.").waitFor();

  const said = [
    "Shall we look at 40 Birch Road on Friday?",
    "Friday is fine.",
    "Can we park there?",
    "Yes, behind the house.",
  ];
  await client.page.goto("/client-portal/dashboard/messages");
  expect(await client.page.locator(".thread li [dir]").filter({ visible: true }).allInnerTexts()).toEqual(said);
  await seat.page.goto(`/messages/${clientId}`);
  expect(await seat.page.locator(".talk li > div > [dir]").allInnerTexts()).toEqual(said);
});
