import { expect } from "vitest";
import { z } from "zod";
import { en } from "#app/client-pages/texts/en.ts";
import { es } from "#app/client-pages/texts/es.ts";
import { stages } from "#app/labels.ts";
import type { Agency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import { newPortalClient, type PortalClient } from "#tests/support/portal-client.ts";
import { uploadDocument } from "#tests/support/seeded-agent.ts";

const test = newAgencyTest();

const home = "/client-portal/dashboard";
const made = z.object({ data: z.object({ id: z.string() }) });

/** A client with a deal whose property they have opened: nothing is new. */
async function startDeal(app: Application, agency: Agency) {
  const client = await newPortalClient(app, agency);
  const property = await agency.addPackage({ timeZone: "America/Los_Angeles" });
  const pair = { clientId: client.record.id, packageId: property.id };
  const opportunityId = made.parse(await agency.call("POST", "/opportunities", pair)).data.id;
  const headers = { "sec-fetch-site": "same-origin", "sec-fetch-user": "?1" };
  await client.visitor.request(`${home}/properties/${property.id}`, { headers });
  expect((await client.visitor.open(home)).text).not.toContain("New for you");
  return { ...client, property, opportunityId };
}

/** Lets the visit of a client be over for a while: the next page begins another one. */
async function leave(app: Application, { record }: Pick<PortalClient, "record">, minutes = 60): Promise<void> {
  await app.database.pool.query(
    `update upstream.portal_invitations set last_seen_at = last_seen_at - $2 * interval '1 minute',
      accepted_at = accepted_at - $2 * interval '1 minute' where client_id = $1`,
    [record.id, minutes],
  );
}

const showing = (opportunityId: string) => ({ opportunityId, startsAt: "2031-05-01T17:00:00Z" });
const newsOn = async (visitor: PortalClient["visitor"]) =>
  (await visitor.open(home)).document
    .querySelectorAll("section.sec")
    .filter((card) => /New for you|Nuevo para usted/.test(card.text))
    .flatMap((card) => card.querySelectorAll("li").map((line) => line.text.replaceAll(/\s+/g, " ").trim()));

test("a new document names its property, and one of the client's own names none", async ({ app, agency }) => {
  const { visitor, record, property } = await startDeal(app, agency);
  for (const [name, place] of [
    ["Report.txt", `?package=${property.id}`],
    ["Letter.txt", `?client=${record.id}`],
  ] as const) {
    const id = await uploadDocument(agency.owner.visitor, { name, content: name }, place);
    await agency.call("PATCH", `/documents/${id}`, { isClientVisible: true });
  }
  expect((await newsOn(visitor)).toSorted()).toEqual([
    "Letter.txtDocumentNew",
    "Report.txtDocument · 12 Alder LaneNew",
  ]);
});

test("a changed stage is news in plain words, in both languages, until the next visit is over", async ({
  app,
  agency,
}) => {
  const deal = await startDeal(app, agency);
  const { visitor, opportunityId, property } = deal;
  await leave(app, deal);
  const offer = { from: "open", to: "offer_sent", price: { amount: "840000", currency: "USD" } };
  await agency.call("POST", `/opportunities/${opportunityId}/moves`, offer);
  const told = ["12 Alder LaneYour offer is with the seller. Now we wait for an answer.Changed"];
  expect(await newsOn(visitor)).toEqual(told);
  // A second look in the same visit shows it still.
  expect(await newsOn(visitor)).toEqual(told);
  expect((await visitor.open(`${home}/properties/${property.id}`)).text).toContain("Your offer is with the seller.");
  await visitor.open(`${home}/me`);
  await visitor.submit({ language: "es" }, { button: "Save" });
  expect(await newsOn(visitor)).toEqual([
    "12 Alder LaneEl vendedor tiene su oferta. Ahora esperamos la respuesta.Cambió",
  ]);
  await app.database.pool.query(
    "update upstream.portal_invitations set last_seen_at = clock_timestamp() - interval '31 minutes' where client_id = $1",
    [deal.record.id],
  );
  // The history refuses that, but for the owner of its table.
  await app.database.pool.query("alter table upstream.activities disable trigger activities_unchanged");
  await app.database.pool.query(
    "update upstream.activities set occurred_at = occurred_at - interval '32 minutes' where client_id = $1",
    [deal.record.id],
  );
  await app.database.pool.query("alter table upstream.activities enable trigger activities_unchanged");
  expect(await newsOn(visitor)).toEqual([]);
});

test("a stage that was moved and moved back is no news", async ({ app, agency }) => {
  const deal = await startDeal(app, agency);
  await leave(app, deal);
  const path = `/opportunities/${deal.opportunityId}/moves`;
  await agency.call("POST", path, { from: "open", to: "lost", reason: "outbid" });
  await agency.call("POST", path, { from: "lost", to: "open" });
  expect(await newsOn(deal.visitor)).toEqual([]);
});

test("showings that are confirmed, changed and cancelled are news, with their times", async ({ app, agency }) => {
  const deal = await startDeal(app, agency);
  const { visitor, opportunityId } = deal;
  const id = made.parse(await agency.call("POST", "/showings", showing(opportunityId))).data.id;
  await leave(app, deal);
  await agency.call("POST", `/showings/${id}/confirmation`, {});
  // That the deal is at its stage of showings goes without saying.
  expect(await newsOn(visitor)).toEqual([
    expect.stringMatching(/^12 Alder LaneThe showing is set for Thursday, May 1, 2031 at 10:00.AM PDT\.Changed$/),
  ]);
  await agency.call("PATCH", `/showings/${id}`, { note: "The key is under the mat." });
  expect((await newsOn(visitor)).join()).toContain("is set for");
  await agency.call("PATCH", `/showings/${id}`, { startsAt: "2031-05-02T17:00:00Z" });
  expect((await newsOn(visitor)).join()).toMatch(/The showing has changed\. It is now on Friday, May 2, 2031/);
  await agency.call("POST", `/showings/${id}/cancellation`, {});
  expect((await newsOn(visitor)).join()).toMatch(/The showing on Friday, May 2, 2031 .* is called off\./);
});

test("every stage has its plain words in both languages, and none of the words of agents", () => {
  for (const texts of [en, es]) {
    expect(Object.keys(texts.own.stages).sort()).toEqual([...stages].sort());
    for (const words of Object.values(texts.own.stages)) {
      expect(words).toMatch(/^[A-ZÁÉÍÓÚ].*\.$/);
      expect(words).not.toMatch(/opportunity|oportunidad|contingen|escrow|underway|suggeted|lost|closed/i);
      expect(words.split(" ").length).toBeLessThan(14);
    }
  }
});

test("other clients' news are nobody else's", async ({ app, agency }) => {
  const deal = await startDeal(app, agency);
  const other = await startDeal(app, agency);
  await leave(app, deal);
  await leave(app, other);
  await agency.call("POST", `/opportunities/${other.opportunityId}/moves`, {
    from: "open",
    to: "offer_sent",
    price: { amount: "1", currency: "USD" },
  });
  expect(await newsOn(deal.visitor)).toEqual([]);
});
