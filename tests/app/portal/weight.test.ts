import { expect } from "vitest";
import { z } from "zod";
import type { Agency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import { weightOf } from "#tests/support/client-page-weight.ts";
import { inviteClient, newPortalClient } from "#tests/support/portal-client.ts";
import { tenInDays } from "#tests/support/ten-in-days.ts";
import { budgets } from "../../../bench/figures/page-weight.ts";

const test = newAgencyTest();

const usd = (amount: number) => ({ amount: String(amount), currency: "USD" });

/** A property with everything released; gives its page below the portal's home. */
async function addReleased(app: Application, agency: Agency, clientId: string): Promise<string> {
  const { id: packageId } = await agency.addPackage();
  const inputs = { currency: "USD", price: "500000", downPaymentPercent: "10", ratePercent: "6.5", termYears: 30 };
  const more = {
    hoaMonthly: "120",
    pmiPercent: "0.5",
    propertyTaxYearly: "5000",
    insuranceYearly: "1800",
    deposit: "900",
  };
  await agency.call("POST", "/cost_estimates", { packageId, inputs: { ...inputs, ...more, recordingFees: "200" } });
  for (const [place, severity] of ["safety", "major", "repair", "maintenance", "monitor", "repair"].entries()) {
    const found = { system: "Roof", severity, title: `Finding number ${place} with a sentence about it` };
    await agency.call("POST", "/findings", { packageId, ...found, lowCost: usd(300 + place), isClientAsked: true });
    const sale = { address: `${place} Elm Street, Seattle`, sqft: 1700 + place, soldOn: `2026-03-0${place + 1}` };
    await agency.call("POST", "/comparables", { packageId, ...sale, soldPrice: usd(500_000 + place) });
  }
  const opened = z
    .object({ data: z.object({ id: z.string() }) })
    .parse(await agency.call("POST", "/opportunities", { clientId, packageId }));
  const move = (from: string, to: string, more: object) =>
    agency.call("POST", `/opportunities/${opened.data.id}/moves`, { from, to, price: usd(640_000), ...more });
  await move("open", "offer_sent", {});
  await move("offer_sent", "offer_accepted", {
    acceptedOn: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
  });
  const attributes = { costs: true, findings: true, comparables: true };
  await app.callUpstream("POST", `/packages/${packageId}/portal_release`, { attributes, token: agency.owner.token });
  return `/properties/${packageId}`;
}

test("no page of the portal has a script, and each weighs at most 8 kB with its sheet", async ({ app, agency }) => {
  const { path } = await inviteClient(app, agency);
  const { visitor, record } = await newPortalClient(app, agency);
  for (let paper = 0; paper < 12; paper += 1)
    await agency.call("POST", "/tasks", {
      title: `Please send us paper number ${paper}, signed by both of you`,
      about: { type: "client", id: record.id },
      isVisibleToClient: true,
    });
  const property = await addReleased(app, agency, record.id);
  const home = "/client-portal/dashboard";
  await visitor.open(`${home}${property}/questions/new`);
  await visitor.submit({ body: "Is the attic insulated? ".repeat(20) }, { form: "main form", button: "Send" });
  await visitor.open(`${home}${property}/showings/new`);
  const times = { first: tenInDays(20), second: tenInDays(21), third: tenInDays(22) };
  await visitor.submit(times, { form: "main form", button: "Send" });
  const forms = ["/interest", "/rating", "/showings/new", "/offer", "/repairs", "/questions/new"];
  const inside = [
    "",
    "/properties",
    "/messages",
    "/messages/attachments",
    "/documents",
    "/me",
    "/nowhere",
    property,
  ].map((below) => home + below);
  inside.push(...forms.map((below) => home + property + below));
  const settings = (await agency.owner.visitor.open("/settings/general")).document;
  const query = `?workspace=${settings.querySelector("input[name=handle]")?.getAttribute("value")}`;
  const open = ["", "/contact", "/contact/sent", "/register", "/register/sent"];
  const doors = [
    ...open.map((below) => `/client-portal${below}${query}`),
    "/client-portal",
    "/client-portal/login",
    path,
    `/client-portal/sign-in/${"A".repeat(43)}`,
  ];
  const weights: [string, number][] = [];
  for (const [who, pages] of [[visitor, inside] as const, [app.visitor(), doors] as const]) {
    for (const page of pages) {
      weights.push([page, weightOf(await who.open(page))]);
    }
  }
  expect(weights.filter(([, bytes]) => bytes > budgets["script-free"].document)).toEqual([]);
});
