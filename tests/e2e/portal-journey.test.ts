import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type Language, languages } from "#app/client-pages/texts/languages.ts";
import { textsOf } from "#app/client-pages/texts/texts.ts";
import { findMailedLink, registerAgent } from "#tests/support/agent.ts";
import { expectSound, openPage } from "#tests/support/browser.ts";
import { findOpportunity } from "#tests/support/opportunity-forms.ts";
import { addPhotos, createClient, createPackage, uploadDocument } from "#tests/support/seeded-agent.ts";
import { tenInDays } from "#tests/support/ten-in-days.ts";
import type { Visitor } from "#tests/support/visitor.ts";

// A buyer takes part from the invitation to the repairs, in a browser whose scripts are switched off, in both languages. Between the
// steps the agent does what staff do.

const origin = inject("origin");
const street = "40 Birch Road";
const other = "41 Cedar Lane";
let agent: Visitor;
const packageIds: string[] = [];

beforeAll(async () => {
  agent = (await registerAgent(origin)).visitor;
  for (const name of [street, other])
    packageIds.push(await createPackage(agent, { street: name, city: "Seattle", state: "WA", zip: "98117" }));
  const [packageId = ""] = packageIds;
  await addPhotos(agent, packageId, { caption: "Kitchen" });
  const id = await uploadDocument(
    agent,
    { name: "Guide.txt", content: "How an offer works." },
    `?package=${packageId}`,
  );
  await agent.open(`/documents/${id}/visibility`);
  await agent.submit({}, { button: "Show to clients" });
}, 60_000);
afterAll(() => agent.close());

/** A buyer of both properties who is invited, at the page of the invitation. */
async function openInvitation(language: Language) {
  const email = `nora.${crypto.randomUUID().slice(0, 8)}@client.example`;
  const clientId = await createClient(agent, { name: "Nora Lind", email });
  for (const property of [other, street]) {
    await agent.open(`/opportunities/new?client=${clientId}`);
    await agent.submit({ property }, { button: "Open opportunity" });
  }
  const opened = await openPage({ scripts: "off", width: 390 });
  await opened.page.goto(await findMailedLink(agent, email, "/client-portal/invitations/"));
  if (language === "es") await opened.page.getByText(textsOf("en").language.other).click();
  return { ...opened, email, opportunityId: await findOpportunity(agent, clientId) };
}

/** Sends the form of the page and expects the toast of its success. */
async function send(page: Page, button: string, toast: string): Promise<void> {
  await page.getByRole("button", { name: button, exact: true }).click();
  await page.getByRole("status").getByText(toast).waitFor();
}

/** Has the agent move the deal to another stage. */
async function moveTo(opportunityId: string, stage: string, typed: Readonly<Record<string, string>> = {}) {
  await agent.open(`/opportunities/${opportunityId}/stage?to=${stage}`);
  const { url, text } = await agent.submit(typed, { button: "Update stage" });
  expect(url.pathname, text.slice(-900)).toBe(`/opportunities/${opportunityId}`);
}

describe.each(languages)("in %s", (language) => {
  const words = textsOf(language);
  const { answers } = words;

  test("a buyer goes from the invitation to the repairs", { timeout: 120_000 }, async () => {
    const { page, complaints, email, opportunityId } = await openInvitation(language);
    const view = { scripts: "off", width: 390 } as const;
    const openProperty = async () => {
      await page.getByRole("link", { name: words.nav.properties, exact: true }).first().click();
      await page.getByRole("link", { name: street }).first().click();
      await page.getByRole("heading", { name: street, level: 1 }).waitFor();
      await expectSound(page, view);
    };

    await page.getByRole("button", { name: words.invitation.send }).click();
    await page.getByRole("heading", { name: words.home.title("Nora"), level: 1 }).waitFor();
    await expectSound(page, view);
    expect(await page.locator("html").getAttribute("lang")).toBe(language);

    await openProperty();
    await page.getByText(words.properties.priorities.High, { exact: true }).click();
    await send(page, words.properties.save, words.properties.saved);

    await page.getByRole("link", { name: answers.interest.answer }).click();
    await page.getByText(answers.interest.choices.interested).click();
    await page.getByText(answers.interest.reasons.location).click();
    await send(page, answers.send, answers.interest.saved);

    await page.getByRole("link", { name: answers.questions.ask }).click();
    await page.getByLabel(answers.questions.field).fill("Is the attic insulated?");
    await send(page, answers.send, answers.questions.sent);

    await page.getByRole("link", { name: answers.showings.ask }).click();
    await page.getByLabel(answers.showings.times.first).fill(tenInDays(21));
    await send(page, answers.send, answers.showings.sent);

    // The agent answers, confirms the showing, holds it and suggests an offer.
    const deal = await agent.open(`/opportunities/${opportunityId}`);
    expect(deal.text).toContain("Is the attic insulated?");
    const [, question = ""] = /client-question\?question=([0-9a-f-]{36})/.exec(deal.html) ?? [];
    await agent.open(`/opportunities/${opportunityId}/client-question?question=${question}`);
    await agent.submit({ answer: "Yes, since 2019." }, { button: "Send answer" });
    const [, showing = ""] = /showings\/([0-9a-f-]{36})\/confirmation/.exec(deal.html) ?? [];
    await agent.open(`/opportunities/${opportunityId}/showings/${showing}/confirmation`);
    await agent.submit({}, { button: "Confirm showing" });
    await moveTo(opportunityId, "showing_complete", { showingOutcome: "held" });
    await moveTo(opportunityId, "offer_suggeted", { "dealPrice.amount": "840000" });
    await agent.open(`/opportunities/${opportunityId}/suggestion`);
    await agent.submit(
      { "price.amount": "849000", expiresAt: "2031-04-01T12:00", terms: "Ten days for the inspection." },
      { button: "Suggest offer" },
    );

    await openProperty();
    await page.getByText("Yes, since 2019.").waitFor();
    await page.getByRole("link", { name: answers.rating.rate }).click();
    await page.getByText(answers.rating.choices[4]).click();
    await send(page, answers.send, answers.rating.saved);

    await page.getByRole("link", { name: answers.offer.look }).first().click();
    await page.getByText("Ten days for the inspection.").waitFor();
    await page.getByText(answers.offer.choices.approved).click();
    await send(page, answers.send, answers.offer.saved);
    expect((await agent.open(`/opportunities/${opportunityId}`)).text).toContain("Nora Lind");

    // The offer is accepted, and the inspection finds something that the agent asks about.
    await moveTo(opportunityId, "offer_sent", { "dealPrice.amount": "849000", expiresAt: "2031-04-01T12:00" });
    await moveTo(opportunityId, "offer_accepted", { "dealPrice.amount": "849000", acceptedOn: "2026-01-05" });
    await agent.open(`/packages/${packageIds[0]}/inspections/findings/new`);
    const title = `The roof leaks (${language})`;
    await agent.submit({ title, system: "Roof", severity: "major", isClientAsked: "on" }, { button: "Add finding" });
    await openProperty();
    await page.getByRole("link", { name: answers.repairs.answer }).first().click();
    const finding = page.getByRole("group").filter({ hasText: title }).last();
    await finding.getByText(answers.repairs.choices.credit).click();
    await send(page, answers.send, answers.repairs.saved);

    await page.getByRole("link", { name: words.nav.properties, exact: true }).first().click();
    for (const box of await page.getByRole("checkbox").all()) await box.check();
    await page.getByRole("button", { name: words.compare.send }).click();
    await page.getByRole("heading", { name: words.compare.title, level: 1 }).waitFor();
    await expectSound(page, view);

    await page.getByRole("link", { name: words.nav.documents, exact: true }).first().click();
    await page.getByText("Guide.txt").waitFor();
    const letter = { name: "letter.txt", mimeType: "text/plain", buffer: Buffer.from("Approved up to 900,000.") };
    await page.locator("input[type=file]").setInputFiles(letter);
    await send(page, words.own.upload.send, words.own.upload.sent);
    await page.getByText("letter.txt").first().waitFor();

    await page.getByRole("link", { name: words.nav.me }).first().click();
    await page.getByRole("heading", { name: words.me.title, level: 1 }).waitFor();
    await expectSound(page, view);
    await page.getByRole("button", { name: words.me.signOut }).click();
    await page.goto(`${origin}/client-portal/login`);
    await page.getByLabel(words.login.email).fill(email);
    await page.getByRole("button", { name: words.login.send }).click();
    await page.goto(await findMailedLink(agent, email, "/client-portal/sign-in/"));
    await page.getByRole("button", { name: words.link.send, exact: true }).click();
    await page.getByRole("heading", { name: words.home.title("Nora"), level: 1 }).waitFor();
    expect(complaints).toEqual([]);
  });
});
