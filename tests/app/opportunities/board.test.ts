import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Visit } from "#tests/support/visitor.ts";

// What the columns of the board come to, and what its cards say of price and dates.

const test = newAgencyTest();

const usd = (amount: string) => ({ amount, currency: "USD" });
const textOf = ({ document }: Visit, selector: string) =>
  document.querySelectorAll(selector).map(({ text }) => text.replaceAll(/\s+/g, " ").trim());

test("columns say what their deals come to, in each currency: offers, or else list prices", async ({
  agency,
  owner,
}) => {
  const { id: clientId } = await agency.addClient();
  async function open(street: string, listPrice?: object): Promise<string> {
    const { id } = await agency.addPackage({ street, ...(listPrice && { listPrice }) });
    const { data } = Object(await agency.call("POST", "/opportunities", { clientId, packageId: id }));
    return String(data.id);
  }
  await open("1 Elm", usd("1500000"));
  await open("2 Elm", { amount: "800000", currency: "CAD" });
  await open("3 Elm");
  const offered = await open("4 Elm", usd("900000"));
  const sent = { from: "open", to: "offer_sent", price: usd("880000"), expiresAt: "2031-03-01T20:00:00Z" };
  await agency.call("POST", `/opportunities/${offered}/moves`, sent);
  const board = await owner.open("/opportunities/board");
  expect(textOf(board, '[aria-label="Opportunity"] > p')).toEqual(["$1.5M + CAD 800K"]);
  expect(textOf(board, '[aria-label="Offer sent"] > p')).toEqual(["$880K"]);
  expect(textOf(board, '[aria-label="Closed"] > p')).toEqual([]);
  expect(textOf(board, '[aria-label="Opportunity"] .terms')).toEqual(["CAD 800,000", "$1,500,000"]);
  expect(textOf(board, '[aria-label="Offer sent"] .terms')).toEqual(["$880,000 Expires Mar 1, 2031"]);
});

test("a card says what comes next, and marks what is late", async ({ app, agency, owner }) => {
  const { id: clientId } = await agency.addClient();
  const { id: packageId } = await agency.addPackage({ offerDueAt: "2031-05-01T20:00:00Z", timeZone: "UTC" });
  const { data } = Object(await agency.call("POST", "/opportunities", { clientId, packageId }));
  const next = async () => textOf(await owner.open("/opportunities/board"), ".board .terms > :not(.num)");
  expect(await next()).toEqual(["Offers due May 1, 2031"]);
  await agency.call("POST", "/showings", { opportunityId: data.id, startsAt: "2031-03-04T18:00:00Z" });
  const shown = { from: "open", to: "showing_scheduled", showingAt: "2031-03-05T18:00:00Z" };
  await agency.call("POST", `/opportunities/${data.id}/moves`, shown);
  expect(await next()).toEqual(["Showing Mar 5, 2031"]);
  await agency.call("PATCH", `/opportunities/${data.id}`, { inspectionsDueOn: "2031-02-03" });
  expect(await next()).toEqual(["Inspections Feb 3, 2031"]);
  await app.database.pool.query("update upstream.opportunities set inspections_due_on = '2020-01-06' where id = $1", [
    data.id,
  ]);
  const late = await owner.open("/opportunities/board");
  expect(textOf(late, ".board .terms .state-due")).toEqual(["Inspections Jan 6, 2020"]);
});

test("a move that is begun on the board leads back to it as it was, saved or given up", async ({ agency, owner }) => {
  const { id: clientId } = await agency.addClient();
  const { id: packageId } = await agency.addPackage();
  await agency.call("POST", "/opportunities", { clientId, packageId });
  const board = "/opportunities/board?rank=Medium";
  const moves = async () => {
    const { document } = await owner.open(board);
    const form = document.querySelector('a[aria-label^="Move "]')?.getAttribute("href") ?? "";
    const choices = await owner.open(form);
    const links = choices.document.querySelectorAll('[aria-label="Next stages"] a');
    return owner.open(links.find(({ text }) => text === "Suggest an offer")?.getAttribute("href") ?? "");
  };
  const form = await moves();
  const cancel = form.document.querySelectorAll("main a").find(({ text }) => text === "Cancel");
  expect(cancel?.getAttribute("href")).toBe(board);
  const refused = await owner.submit({ "dealPrice.amount": "" }, { button: "Update stage" });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("Enter the price.")]);
  const saved = await owner.submit({ "dealPrice.amount": "640000" }, { button: "Update stage" });
  expect(saved.url.pathname + saved.url.search).toBe(board);
  expect(textOf(saved, '[aria-label="Offer suggested"] .link')[0]).toBe("Maya Okafor");
});
