import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Agency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import { newPortalClient } from "#tests/support/portal-client.ts";
import { typedIn } from "../page-reading.ts";

const test = newAgencyTest();

const price = { amount: "840000", currency: "USD" };
const form = "main form";

async function newDeal(app: Application, agency: Agency) {
  const { visitor: client, record } = await newPortalClient(app, agency, "Nora Lind");
  const { id: packageId } = await agency.addPackage();
  const opened = await agency.call("POST", "/opportunities", { clientId: record.id, packageId });
  const id = String(Object(Object(opened).data).id);
  const say = async (below: string, fields: Readonly<Record<string, string>>) => {
    await client.open(`/client-portal/dashboard/properties/${packageId}/${below}`);
    return client.submit(fields, { form, button: "Send" });
  };
  const see = () => client.open(`/client-portal/dashboard/properties/${packageId}`);
  const move = (to: string, more: object = {}) =>
    agency.call("POST", `/opportunities/${id}/moves`, { from: "open", to, ...more });
  return { id, packageId, client, say, see, move, path: `/opportunities/${id}` };
}

test("the deal shows what the client says until it is marked as read, and the dashboard leads there", async ({
  app,
  agency,
  owner,
}) => {
  const { path, say } = await newDeal(app, agency);
  await say("interest", { choice: "not_interested", reasons: "location", remark: "Too loud" });
  const deal = await owner.open(path);
  expect(deal.text).toMatch(/Timeline.*Nora Lind is not interested New.*Location.*Too loud/s);
  const dashboard = await owner.open("/dashboard");
  expect(dashboard.text).toMatch(/Needs attention.*Nora Lind is not interested/s);
  expect(dashboard.document.querySelector(`.waiting a[href="${path}"]`)).not.toBeNull();
  await owner.open(path);
  const read = await owner.submit({}, { button: "Mark answers as read" });
  expect(read.text).toContain("Nora Lind is not interested");
  expect(read.document.querySelector('input[name="until"]')).toBeNull();
  expect((await owner.open("/dashboard")).text).not.toContain("Nora Lind is not interested");
});

test("an offer's terms are read in Spanish where they are there in it, and the deal says where they are not", async ({
  app,
  agency,
  owner,
}) => {
  const { path, see, move, client } = await newDeal(app, agency);
  await move("offer_suggeted", { price, terms: "Inspection within 10 days" });
  expect((await owner.open(path)).text).toContain("No terms in Spanish: people who read Spanish see the English text.");
  await owner.open(`${path}/suggestion`);
  await owner.submit({ termsEs: "Inspección en 10 días" }, { button: "Suggest offer" });
  expect((await owner.open(path)).text).not.toContain("No terms in Spanish");
  const offer = `${(await see()).url.pathname}/offer`;
  expect((await client.open(offer)).text).toContain("Inspection within 10 days");
  await client.open("/client-portal/dashboard/me");
  await client.submit({ language: "es" }, { form, button: "Save" });
  expect((await client.open(offer)).text).toContain("Inspección en 10 días");
});

test("a question waits until it is answered, and the client reads the answer", async ({ app, agency, owner }) => {
  const { path, say, see } = await newDeal(app, agency);
  await say("questions/new", { body: "Is the attic insulated?" });
  expect((await owner.open("/dashboard")).text).toContain("Nora Lind asks a question");
  const deal = await owner.open(path);
  const link = deal.document.querySelector('a[aria-label^="Answer:"]')?.getAttribute("href") ?? "";
  await owner.open(link);
  const empty = await owner.submit({ answer: " " }, { button: "Send answer" });
  expect([empty.status, empty.text]).toEqual([400, expect.stringContaining("Answer must be at least 1 character.")]);
  await owner.submit({ answer: "Yes, since 2019." }, { button: "Send answer" });
  expect((await see()).text).toMatch(/answered on .*Yes, since 2019\./s);
  expect((await owner.open("/dashboard")).text).not.toContain("asks a question");
  const other = await newDeal(app, agency);
  expect((await owner.open(link.replace(path, other.path))).status).toBe(404);
});

test("an offer is suggested with the stage and changed on the deal; the answer stands there", async ({
  app,
  agency,
  owner,
}) => {
  const { path, say } = await newDeal(app, agency);
  await owner.open(`${path}/stage?to=offer_suggeted`);
  const vague = await owner.submit({ terms: "As is" }, { button: "Update stage" });
  expect([vague.status, vague.text]).toEqual([400, expect.stringContaining("Enter the price.")]);
  await owner.submit({ "dealPrice.amount": "840000", terms: "As is" }, { button: "Update stage" });
  await say("offer", { choice: "changes", remark: "With the fridge" });
  expect((await owner.open(path)).text).toMatch(
    /Nora Lind wants changes to the suggested offer of \$840,000.*With the fridge.*\$840,000 Suggested/s,
  );
  await owner.open(`${path}/suggestion`);
  const changed = await owner.submit(
    { terms: "With the fridge", "price.amount": "845000" },
    { button: "Suggest offer" },
  );
  expect(changed.text).toMatch(
    /the suggested offer of \$840,000 ?\(an earlier suggestion\).*\$845,000 Suggested.*With the fridge/s,
  );
});

test("a suggested offer stands among facts and offers at once, and sending it begins with its amount and expiry", async ({
  app,
  agency,
  owner,
}) => {
  const { path } = await newDeal(app, agency);
  await owner.open(`${path}/stage?to=offer_suggeted`);
  const typed = { "dealPrice.amount": "839500", expiresAt: "2031-05-01T17:00" };
  const deal = await owner.submit(typed, { button: "Update stage" });
  expect(deal.document.querySelector("[aria-label='Price and dates']")?.text).toMatch(
    /Suggested offer\$839,500Offer expires.*May 1/,
  );
  expect(deal.text).toMatch(/Offers ?Change suggested offer\$839,500 Suggested ?Expires .*May 1/);
  const sending = await owner.open(`${path}/stage?to=offer_sent`);
  const value = (name: string) => sending.document.querySelector(`input[name="${name}"]`)?.getAttribute("value");
  expect([value("dealPrice.amount"), value("expiresAt")]).toEqual(["839500", "2031-05-01T17:00"]);
  const sent = await owner.submit({}, { button: "Update stage" });
  expect(sent.document.querySelector("[aria-label='Price and dates']")?.text).toMatch(
    /Offer\$839,500Offer expires.*May 1/,
  );
  expect(sent.text).toContain("$839,500 Sent");
});

test("sending an offer shows what the client says to it, and asks where that is another price", async ({
  app,
  agency,
  owner,
}) => {
  const { path, say } = await newDeal(app, agency);
  await owner.open(`${path}/stage?to=offer_suggeted`);
  await owner.submit({ "dealPrice.amount": "865000" }, { button: "Update stage" });
  const open = () => owner.open(`${path}/stage?to=offer_sent`);
  const send = (amount: string, more = {}) =>
    owner.submit({ "dealPrice.amount": amount, expiresAt: "2031-05-01T17:00", ...more }, { button: "Update stage" });
  expect((await open()).text).toContain("$865,000 is suggested to the client. They haven't answered yet.");
  const asked = await send("870000");
  expect([asked.status, asked.text]).toEqual([409, expect.stringContaining("The client was asked about $865,000.")]);
  await say("offer", { choice: "approved", remark: "" });
  expect((await open()).text).toContain("Nora Lind approves the suggested offer of $865,000.");
  const other = await send("870000");
  expect([other.status, other.text]).toEqual([409, expect.stringContaining("The client agreed to $865,000.")]);
  expect(other.document.querySelector('input[name="dealPrice.amount"]')?.getAttribute("value")).toBe("870000");
  const meant = await owner.submit({ againstAnswer: "on" }, { button: "Update stage" });
  expect(meant.text).toContain("$870,000 Sent");
});

test("an offer that the client does not want as it is is not the next step, and is sent when that is meant", async ({
  app,
  agency,
  owner,
}) => {
  const { path, say } = await newDeal(app, agency);
  await owner.open(`${path}/stage?to=offer_suggeted`);
  await owner.submit({ "dealPrice.amount": "880000" }, { button: "Update stage" });
  const filled = async () => (await owner.open(path)).document.querySelector(".head .go")?.text;
  expect(await filled()).toBe("Send an offer");
  await say("offer", { choice: "changes", remark: "Our ceiling is 875" });
  expect(await filled()).toBe("Change suggested offer");
  expect(owner.page.document.querySelector(`.steps a[href="${path}/stage?to=offer_sent"]`)).not.toBeNull();
  const form = await owner.open(`${path}/stage?to=offer_sent`);
  expect(form.text).toContain("Nora Lind wants changes to the suggested offer of $880,000: “Our ceiling is 875”");
  expect(form.document.querySelector('input[name="dealPrice.amount"]')?.getAttribute("value") ?? "").toBe("");
  const typed = { "dealPrice.amount": "880000", expiresAt: "2031-05-01T17:00" };
  const asked = await owner.submit(typed, { button: "Update stage" });
  expect([asked.status, asked.text]).toEqual([
    409,
    expect.stringContaining("The client doesn't want the offer of $880,000 as it is."),
  ]);
  const sent = await owner.submit({ againstAnswer: "on" }, { button: "Update stage" });
  expect(sent.text).toContain("$880,000 Sent");
});

test("a counter-offer is recorded on the deal, and the client sees and answers it as what is suggested", async ({
  app,
  agency,
  owner,
}) => {
  const { id, path, say, see, client } = await newDeal(app, agency);
  const move = (from: string, to: string, more: object) =>
    agency.call("POST", `/opportunities/${id}/moves`, { from, to, ...more });
  await move("open", "offer_suggeted", { price, terms: "As is" });
  await say("offer", { choice: "approved", remark: "" });
  await move("offer_suggeted", "offer_sent", { price, expiresAt: "2031-05-01T17:00:00Z" });
  const sent = await see();
  expect(sent.text).not.toContain("counter-offer");
  expect(sent.text).toContain("It is with the seller.");
  const deal = await owner.open(path);
  expect(deal.text).toContain("Record a counter-offer");
  const form = await owner.open(`${path}/suggestion`);
  expect([form.text.includes("What the seller wants instead."), typedIn(form, "price.amount") ?? ""]).toEqual([
    true,
    "",
  ]);
  const none = await owner.submit({ "price.amount": "" }, { button: "Record counter-offer" });
  expect([none.status, none.text]).toEqual([400, expect.stringContaining("Enter the price.")]);
  const typed = { "price.amount": "852,500", expiresAt: "2031-04-28T12:00", terms: "The sellers keep the curtains" };
  const recorded = await owner.submit(typed, { button: "Record counter-offer" });
  expect(recorded.text).toContain("Counter-offer recorded. The client sees it in the portal.");
  expect(recorded.document.querySelector("[aria-label='Price and dates']")?.text).toContain("Counter-offer$852,500");
  expect(recorded.text).toMatch(/\$852,500 Counter-offer.*\$840,000 Sent/s);
  expect((await client.open("/client-portal/dashboard")).text).toContain("The seller makes a counter-offer");
  expect((await see()).text).toMatch(/The seller makes a counter-offer ?\$852,500.*answered it with a counter-offer/s);
  const asked = await client.open(`${(await see()).url.pathname}/offer`);
  expect(asked.text).toMatch(/The seller's counter-offer.*\$852,500.*The sellers keep the curtains/s);
  expect(asked.text).toContain("I do not want to accept it");
  await say("offer", { choice: "changes", remark: "850 at most" });
  const refused = await owner.open(path);
  expect(refused.text).toContain("Nora Lind wants changes to the counter-offer of $852,500");
  expect(refused.text).toMatch(/Nora Lind approves the suggested offer of \$840,000 ?\(an earlier suggestion\)/);
  expect(refused.document.querySelector(".head .go")?.text).toBe("Record that it was declined");
  expect((await owner.open("/dashboard")).text).toContain("Nora Lind wants changes to the counter-offer");
  // What the client does not want is no price that was agreed on.
  const refusedPrice = typedIn(await owner.open(`${path}/stage?to=offer_accepted`), "dealPrice.amount");
  expect(refusedPrice ?? "").toBe("");
  await say("offer", { choice: "approved", remark: "" });
  const agreed = await owner.open(path);
  expect(agreed.document.querySelector(".head .go")?.text).toBe("Record the acceptance");
  const acceptance = await owner.open(`${path}/stage?to=offer_accepted`);
  expect(typedIn(acceptance, "dealPrice.amount")).toBe("852500");
  // What is sent anew is no longer what the seller answered.
  await move("offer_sent", "offer_declined", { reason: "outbid" });
  await move("offer_declined", "offer_sent", { price });
  expect((await see()).text).toContain("It is with the seller.");
  expect((await owner.open(path)).text).toContain("Record a counter-offer");
});

test("a deal that is suggested without an offer says so to the agent, and nothing to the client", async ({
  app,
  agency,
  owner,
}) => {
  const { path, id, see, client } = await newDeal(app, agency);
  await app.database.orm.execute(sql`update upstream.opportunities set stage = 'offer_suggeted' where id = ${id}`);
  const deal = await owner.open(path);
  expect(deal.text).toContain("No offer is suggested yet. The client sees nothing of this stage");
  expect(deal.document.querySelector(".head .go")?.getAttribute("href")).toBe(`${path}/suggestion`);
  for (const page of [await see(), await client.open("/client-portal/dashboard")])
    expect(page.text).not.toMatch(/suggests an offer|You decide/);
  await owner.open(`${path}/suggestion`);
  const suggested = await owner.submit({ "price.amount": "840000" }, { button: "Suggest offer" });
  expect(suggested.text).not.toContain("No offer is suggested yet");
  expect((await see()).text).toMatch(
    /suggests an offer ?\$840,000.*You decide|You decide.*suggests an offer ?\$840,000/s,
  );
});

test("two agents who suggest an offer at once do not overwrite each other unseen", async ({ app, agency, owner }) => {
  const { id, path, move } = await newDeal(app, agency);
  await move("offer_suggeted", { price });
  const page = await owner.open(`${path}/suggestion`);
  const replaces = page.document.querySelector('input[name="replaces"]')?.getAttribute("value");
  await agency.call("POST", `/opportunities/${id}/suggestions`, { price, terms: "Theirs", replaces });
  const late = await owner.submit({ terms: "Mine" }, { button: "Suggest offer" });
  expect([late.status, late.text]).toEqual([409, expect.stringContaining("has changed meanwhile")]);
  expect(late.document.querySelector('textarea[name="terms"]')?.text.trim()).toBe("Mine");
});

test("a finding that the client is asked about says so, and the answer stands on the deal", async ({
  app,
  agency,
  owner,
}) => {
  const { packageId, path, say, move } = await newDeal(app, agency);
  await owner.open(`/packages/${packageId}/inspections/findings/new`);
  const typed = { title: "Leak at the chimney", system: "Roof", severity: "major", isClientAsked: "on" };
  const list = await owner.submit(typed, { button: "Add finding" });
  expect(list.text).toContain("Client asked");
  await move("offer_sent", { price });
  const accepted = { price, acceptedOn: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10) };
  const id = path.split("/")[2];
  await agency.call("POST", `/opportunities/${id}/moves`, { from: "offer_sent", to: "offer_accepted", ...accepted });
  const findingId = /finding-([0-9a-f-]{36})/.exec(list.html)?.[1] ?? "";
  await say("repairs", { [`choices.f${findingId.replaceAll("-", "")}`]: "repair" });
  expect((await owner.open(path)).text).toContain("Nora Lind wants a repair: Leak at the chimney");
});
