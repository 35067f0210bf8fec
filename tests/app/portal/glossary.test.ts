import { expect } from "vitest";
import { answers } from "#app/client-pages/texts/answers.en.ts";
import { en } from "#app/client-pages/texts/en.ts";
import { terms as english } from "#app/client-pages/texts/glossary.en.ts";
import { terms as spanish } from "#app/client-pages/texts/glossary.es.ts";
import { landingProblemsEn } from "#app/client-pages/texts/landing.en.ts";
import { messagesEn } from "#app/client-pages/texts/messages.en.ts";
import { sharingProblems } from "#app/client-pages/texts/sharing.en.ts";
import { wishesProblemsEn } from "#app/client-pages/texts/wishes.en.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { seedClient } from "#tests/support/seeded-client.ts";

const test = newAgencyTest();

test("a word for what is wrong belongs to one room, since all rooms look it up in one list", () => {
  const rooms = [landingProblemsEn, sharingProblems, answers.problems, messagesEn.problems, wishesProblemsEn];
  for (const room of rooms) expect(en.problems).toMatchObject(room);
});

test("dates and prices are explained where they stand, each under its own name", async ({ app, agency }) => {
  const { client, values } = await seedClient(app, agency);
  const { visitor } = client;
  const home = await visitor.open("/client-portal/dashboard");
  expect(home.text).toMatch(/What does “Showing” mean\? ?A visit to the house with your agent\./);
  const property = await visitor.open(`/client-portal/dashboard/properties/${values.packageId}`);
  expect(property.text).toMatch(/What does “List price” mean\? ?What the seller asks for the house\./);
  await visitor.open("/client-portal/dashboard/me");
  await visitor.submit({ language: "es" }, { button: "Save" });
  const translated = await visitor.open(`/client-portal/dashboard/properties/${values.packageId}`);
  expect(translated.text).toContain("Precio de lista");
});

test("an offer's terms are explained in both languages, word by word", async ({ app, agency }) => {
  expect(spanish.inOffers.words).toHaveLength(english.inOffers.words.length);
  const { client, values } = await seedClient(app, agency);
  const to = { from: "open", to: "offer_suggeted", price: { amount: "840000", currency: "USD" } };
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const terms = "With an inspection contingency.";
  await agency.call("POST", `/opportunities/${values.opportunityId}/moves`, { ...to, expiresAt, terms });
  const page = await client.visitor.open(`/client-portal/dashboard/properties/${values.packageId}/offer`);
  for (const [word, meaning] of english.inOffers.words) {
    expect(page.text).toContain(word);
    expect(page.text).toContain(meaning);
  }
});
