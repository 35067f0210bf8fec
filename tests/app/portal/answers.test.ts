import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { fieldOfFinding } from "#app/portal/answers.ts";
import type { Agency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import { inviteClient, newPortalClient, portalPath } from "#tests/support/portal-client.ts";
import { tenInDays } from "#tests/support/ten-in-days.ts";
import { rowsOn, typedIn } from "../page-reading.ts";

const test = newAgencyTest();

const price = { amount: "840000", currency: "USD" };
const form = "main form";

/** A client with an open opportunity, and the portal's page of its property. */
async function newDeal(app: Application, agency: Agency) {
  const client = await newPortalClient(app, agency, "Nora Lind");
  const { id: packageId } = await agency.addPackage();
  const opened = await agency.call("POST", "/opportunities", { clientId: client.record.id, packageId });
  const id = String(Object(Object(opened).data).id);
  const move = (from: string, to: string, more: object = {}) =>
    agency.call("POST", `/opportunities/${id}/moves`, { from, to, ...more });
  const path = `/client-portal/dashboard/properties/${packageId}`;
  const open = (below = "") => client.visitor.open(path + below);
  return { ...client, id, packageId, path, open, move };
}

/** Jan of the same household, who has come in. */
async function joinedByJan(app: Application, agency: Agency, { record }: Awaited<ReturnType<typeof newDeal>>) {
  const email = `${randomUUID().slice(0, 12)}@buyer.example`;
  await agency.addPerson(record.id, { name: "Jan Lind", email });
  await agency.call("POST", "/portal_invitations", { clientId: record.id, email });
  const jan = app.visitor();
  const invitation = await jan.open(await portalPath(app, email));
  expect(invitation.text).toContain("You will see all messages and answers, those from before too");
  await jan.submit({}, { button: "Open my home search" });
  return jan;
}

const soon = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

test("a client says that a property is not for them, why, and changes it", async ({ app, agency }) => {
  const { visitor, open } = await newDeal(app, agency);
  expect((await open()).text).toContain("Are you interested?");
  await open("/interest");
  const nothing = await visitor.submit({ remark: "Too loud" }, { form, button: "Send" });
  expect([nothing.status, nothing.text]).toEqual([400, expect.stringContaining("Say whether you are interested.")]);
  expect(nothing.document.querySelector("textarea")?.text).toBe("Too loud");
  const typed = { choice: "not_interested", reasons: "location", remark: "Too loud" };
  const said = await visitor.submit(typed, { form, button: "Send" });
  expect(said.text).toContain("You said that this is not for you.");
  const again = await open("/interest");
  const checked = again.document.querySelectorAll("input[checked]").map((input) => input.getAttribute("value"));
  expect(checked).toEqual(["not_interested", "location"]);
});

test("an answer that turns leaves its reasons behind, asks what becomes of the open offer, and moves the home", async ({
  app,
  agency,
  owner,
}) => {
  const { visitor, record, id, open, move, packageId: dealt } = await newDeal(app, agency);
  const { id: packageId } = await agency.addPackage({ street: "9 Other Street" });
  await agency.call("POST", "/opportunities", { clientId: record.id, packageId });
  await agency.call("PATCH", `/packages/${dealt}`, { offerDueAt: soon(5) });
  await move("open", "offer_suggeted", { price });
  const before = await visitor.open("/client-portal/dashboard");
  expect([before.text, (await open()).text]).toEqual([
    expect.stringContaining("Offers are due"),
    expect.stringContaining("You decide."),
  ]);
  await open("/interest");
  const liked = { choice: "interested", reasons: "price", remark: "We love it" };
  await visitor.submit(liked, { form, button: "Send" });
  await open("/interest");
  const asked = await visitor.submit({ choice: "not_interested" }, { form, button: "Send" });
  expect([asked.status, asked.text]).toEqual([409, expect.stringContaining("An offer is open.")]);
  const kept = await visitor.submit({ offer: "drop" }, { form, button: "Send" });
  expect(kept.text).toContain("You said that this is not for you.");
  expect(kept.text).not.toContain("You decide.");
  expect((await visitor.open("/client-portal/dashboard")).text).not.toContain("Offers are due");
  const deal = await owner.open(`/opportunities/${id}`);
  const [first, second] = rowsOn(deal, "Timeline").filter((row) => row.startsWith("Nora Lind"));
  expect(first).toMatch(/is not interested.*Doesn’t want to make the offer any more/);
  expect(first).not.toMatch(/Price|We love it/);
  expect(second).toContain("does not want the suggested offer");
  const { document, text } = await visitor.open("/client-portal/dashboard/properties");
  expect(text).toMatch(/9 Other Street.*Not for me/s);
  expect(document.querySelectorAll("main h2 ~ ul a").length).toBe(1);
});

test("the same moment is asked for once, by any form and anybody of the house", async ({ app, agency }) => {
  const deal = await newDeal(app, agency);
  const jan = await joinedByJan(app, agency, deal);
  const request = `${deal.path}/showings/new`;
  const [first, second, third] = [tenInDays(20), tenInDays(21), tenInDays(22)];
  await deal.visitor.open(request);
  await deal.visitor.submit({ first, second }, { form, button: "Send" });
  const seen = [await jan.open("/client-portal/dashboard"), await jan.open(deal.path), await jan.open(request)];
  expect(seen.map(({ text }) => text)).toEqual([
    expect.stringContaining("the first of 2 times that Nora Lind asked for, not confirmed yet"),
    expect.stringContaining("Asked for by Nora Lind; one of these times will be confirmed"),
    expect.stringContaining("Asked for by Nora Lind; one of these times will be confirmed"),
  ]);
  expect((await deal.visitor.open("/client-portal/dashboard")).text).toContain("2 times that you asked for");
  const again = await jan.submit({ first: third, third: second, other: "also" }, { form, button: "Send" });
  expect([again.status, again.text]).toEqual([
    409,
    expect.stringContaining("This time is asked for or arranged already."),
  ]);
  expect(again.document.querySelector("[name=third]")?.getAttribute("aria-invalid")).toBe("true");
  // What takes the place of the others may have their times.
  const instead = await jan.submit({ other: "instead" }, { form, button: "Send" });
  expect(instead.text).toMatch(/one of these times will be confirmed.*Cancelled/s);
});

test("whoever says that a home is not for them says what becomes of its showings, and the deal and its history say it", async ({
  app,
  agency,
  owner,
}) => {
  const { visitor, id, open } = await newDeal(app, agency);
  const send = (typed: Readonly<Record<string, string>>) => visitor.submit(typed, { form, button: "Send" });
  await open();
  await visitor.submit({ priority: "High" }, { form, button: "Save" });
  await open("/showings/new");
  await send({ first: tenInDays(20), second: tenInDays(21) });
  await open("/interest");
  const asked = await send({ choice: "not_interested" });
  expect([asked.status, asked.text]).toEqual([409, expect.stringContaining("A showing is asked for or arranged.")]);
  expect((await send({ showings: "keep" })).text).toMatch(/one of these times will be confirmed.*not for you/s);
  const timeline = async () => rowsOn(await owner.open(`/opportunities/${id}`), "Timeline");
  expect((await timeline())[0]).toMatch(/Nora Lind is not interested.*Still wants the showings/);
  expect((await owner.open(`/opportunities/${id}`)).text).toContain("Client rank: High → none");
  await open("/interest");
  expect((await send({ choice: "not_interested", showings: "drop" })).text).toContain("Cancelled");
  expect((await timeline()).join()).toMatch(/Nora Lind is not interested.*Called off the showings/);
  await open("/interest");
  expect((await send({ choice: "not_interested", remark: "Too loud" })).text).toContain("not for you");
});

test("a client asks for a showing by the property's clock, and rates the property afterwards", async ({
  app,
  agency,
}) => {
  const { visitor, open, move } = await newDeal(app, agency);
  await open("/showings/new");
  const past = await visitor.submit(
    { first: "2031-05-01T10:00", second: "2020-05-01T10:00", remark: "With my mother" },
    { form, button: "Send" },
  );
  expect([past.status, past.text]).toEqual([400, expect.stringContaining("This time has passed.")]);
  const skipped = await visitor.submit({ first: "2031-03-09T02:30", second: "" }, { form, button: "Send" });
  expect([skipped.status, skipped.text]).toEqual([400, expect.stringContaining("Clocks go forward on that day")]);
  const far = await visitor.submit(
    { first: "2031-05-01T10:00", second: "2031-05-02T10:00", third: "" },
    { form, button: "Send" },
  );
  expect([far.status, far.text]).toEqual([409, expect.stringContaining("is more than a year away.")]);
  const asked = await visitor.submit({ far: "on" }, { form, button: "Send" });
  expect(asked.text).toMatch(
    /Thursday, May 1, 2031 at 10:00 AM.*Friday, May 2, 2031 at 10:00 AM.*one of these times will be/s,
  );
  expect((await open("/rating")).text).toContain("You can rate a property after a showing.");
  await move("open", "showing_scheduled", { showingAt: soon(-1) });
  await open("/rating");
  const rated = await visitor.submit({ rating: "4", remark: "" }, { form, button: "Send" });
  expect(rated.text).toContain("You gave it 4 of 5.");
});

test("a client asks for one showing at one of some times, for another one instead, and calls it off; the agent sees one request", async ({
  app,
  agency,
  owner,
}) => {
  const { visitor, id, open } = await newDeal(app, agency);
  const send = (typed: Readonly<Record<string, string>>) => visitor.submit(typed, { form, button: "Send" });
  await open("/showings/new");
  const twice = await send({ first: "2031-05-01T03:00", second: "2031-05-01T03:00" });
  expect([twice.status, twice.text]).toEqual([400, expect.stringContaining("You named this time already.")]);
  const night = await send({ second: "2031-05-02T10:00" });
  expect([night.status, night.text]).toEqual([409, expect.stringContaining("A time that you named is at night.")]);
  await send({ night: "on", far: "on" });
  const deal = await owner.open(`/opportunities/${id}`);
  const rows = rowsOn(deal, "Showings");
  expect(rows).toEqual([expect.stringMatching(/May 1, 2031.*May 2, 2031.*Confirm one of these Cancel request/)]);
  const [home, calendar] = [await visitor.open("/client-portal/dashboard"), "/calendar.ics"];
  expect(home.text).toContain("the first of 2 times that you asked for");
  expect(home.document.querySelector(`a[href*="showing-"][href$="${calendar}"]`)).toBeNull();
  await open("/showings/new");
  await send({ first: "2031-05-03T10:00" });
  const second = await send({ far: "on" });
  expect([second.status, second.text]).toEqual([409, expect.stringContaining("You already have one for this home.")]);
  const replaced = await send({ other: "instead", second: "2031-05-04T10:00" });
  expect(replaced.text).toMatch(/May 3.*May 4.*one of these times.*May 1.*May 2.*Cancelled/s);
  const { document } = await owner.open(`/opportunities/${id}`);
  await owner.open(document.querySelector('a[href$="/confirmation"]')?.getAttribute("href") ?? "");
  const none = await owner.submit({}, { button: "Confirm showing" });
  expect([none.status, none.text]).toEqual([400, expect.stringContaining("Choose a time.")]);
  const [, later] = none.document.querySelectorAll("input[name=chosen]");
  const confirmed = await owner.submit({ chosen: later?.getAttribute("value") ?? "" }, { button: "Confirm showing" });
  expect(rowsOn(confirmed, "Showings")[0]).toMatch(/May 4, 2031.*Not chosen: .*May 3, 2031/);
  const property = await open();
  expect(property.text).toMatch(/May 4.*Confirmed.*Not chosen: .*May 3/s);
  await visitor.open(property.document.querySelector('a[href$="/cancellation"]')?.getAttribute("href") ?? "");
  const cancelled = await visitor.submit({}, { form, button: "Cancel this showing" });
  expect(cancelled.text).toContain("It is cancelled, and your agent is told.");
  const told = await owner.open(`/opportunities/${id}`);
  expect(told.text).toContain("Client changed mind");
  expect((await owner.open("/notifications")).text).toContain("called off a showing of");
});

test("a client answers the offer that is suggested; one that was changed meanwhile is shown before it is answered", async ({
  app,
  agency,
}) => {
  const { visitor, id, path, open, move } = await newDeal(app, agency);
  expect((await open("/offer")).text).toContain("No offer is suggested right now.");
  await move("open", "offer_suggeted", { price, expiresAt: soon(2), terms: "Inspection within 10 days" });
  expect((await open()).text).toMatch(/suggests an offer ?\$840,000 ?Answer by: /);
  const home = await visitor.open("/client-portal/dashboard");
  expect(home.document.querySelector(".hi a")?.getAttribute("href")).toBe(`${path}/offer`);
  const shown = await open("/offer");
  expect(shown.text).toMatch(/\$840,000.*Inspection within 10 days/s);
  const vague = await visitor.submit({ choice: "changes", remark: "" }, { form, button: "Send" });
  expect([vague.status, vague.text]).toEqual([400, expect.stringContaining("Write what should change.")]);
  const replaces = shown.document.querySelector("input[name=suggestionId]")?.getAttribute("value");
  await agency.call("POST", `/opportunities/${id}/suggestions`, {
    price: { ...price, amount: "850000" },
    replaces,
  });
  const late = await visitor.submit({ choice: "approved", remark: "Good" }, { form, button: "Send" });
  expect([late.status, late.text]).toEqual([409, expect.stringMatching(/has changed.*\$850,000.*\$840,000/s)]);
  const agreed = await visitor.submit({}, { form, button: "Send" });
  expect([agreed.status, agreed.url.pathname.endsWith("/offer")]).toEqual([200, false]);
  expect((await open("/offer")).text).toMatch(/You agreed on .*Good/s);
  expect((await visitor.open("/client-portal/dashboard")).document.querySelector(".hi")).toBeNull();
  expect((await open()).text).toMatch(/The offer your agent suggests.*\$850,000.*You agreed on .*Good/s);
  // With the seller it is the same offer, in whatever became of it.
  const sent = { price: { ...price, amount: "850000" }, expiresAt: soon(3) };
  await move("offer_suggeted", "offer_sent", sent);
  expect((await open()).text).toMatch(/Your offer ?It is with the seller\..*\$850,000.*The seller answers by/s);
  await move("offer_sent", "offer_declined", { reason: "outbid" });
  expect((await open()).text).toMatch(/Your offer ?The seller declined it\..*\$850,000/s);
});

test("what was asked of an offer goes when the client agrees to it", async ({ app, agency }) => {
  const { visitor, open, move } = await newDeal(app, agency);
  await move("open", "offer_suggeted", { price, expiresAt: soon(2) });
  await open("/offer");
  await visitor.submit({ choice: "changes", remark: "Please offer 830,000" }, { form, button: "Send" });
  const again = await open("/offer");
  expect(typedIn(again, "remark")?.trim()).toBe("Please offer 830,000");
  await visitor.submit({ choice: "approved" }, { form, button: "Send" });
  const agreed = await open("/offer");
  expect(agreed.text).toContain("You agreed on");
  expect(agreed.text).not.toContain("830,000");
  // What is said anew stays, and so does what the client only says again.
  await visitor.submit({ choice: "approved", remark: "Go ahead" }, { form, button: "Send" });
  expect(typedIn(await open("/offer"), "remark")?.trim()).toBe("Go ahead");
  await visitor.submit({ choice: "approved" }, { form, button: "Send" });
  expect(typedIn(await open("/offer"), "remark")?.trim()).toBe("Go ahead");
});

test("home, list and property say who said what to a suggested offer, when, and what comes next, to the whole house, and it stays", async ({
  app,
  agency,
  owner,
}) => {
  const deal = await newDeal(app, agency);
  const { visitor, record, id, path, open, move } = deal;
  const jan = await joinedByJan(app, agency, deal);
  // The home page has room for three others.
  for (const street of ["1 First Street", "2 Second Street", "3 Third Street"]) {
    const { id: packageId } = await agency.addPackage({ street });
    await agency.call("POST", "/opportunities", { clientId: record.id, packageId, rank: "High" });
  }
  await move("open", "offer_suggeted", { price, expiresAt: soon(2) });
  const places = ["/client-portal/dashboard", "/client-portal/dashboard/properties", path, `${path}/offer`];
  const read = async (reader: typeof visitor) => {
    const texts: string[] = [];
    for (const place of places) texts.push((await reader.open(place)).text);
    return texts;
  };
  const steps = [
    [
      visitor,
      { choice: "changes", remark: "With the fridge" },
      "asked for changes",
      "sees what should change. Nothing",
    ],
    [visitor, { choice: "approved", remark: "" }, "agreed", "talks with you first. Nothing is sent to the seller yet."],
    [visitor, { choice: "declined", remark: "" }, "said no to this offer", "talks with you about what comes next."],
    [jan, { choice: "approved", remark: "" }, "agreed", "You do not all say the same."],
  ] as const;
  for (const [who, typed, said, next] of steps) {
    await who.open(`${path}/offer`);
    await who.submit(typed, { form, button: "Send" });
    const name = who === jan ? "Jan Lind" : "Nora Lind";
    for (const reader of [visitor, jan]) {
      const words = new RegExp(
        `${reader === who ? "You" : name} ${said} on \\w+, \\w+ \\d+(, \\d+)? at .*${next}`,
        "s",
      );
      for (const [place, text] of (await read(reader)).entries()) {
        expect(text, places[place]).toMatch(words);
        expect(text, places[place]).not.toContain("You decide.");
      }
    }
  }
  const back = await open("/offer");
  expect(back.document.querySelector("input[checked]")?.getAttribute("value")).toBe("declined");
  expect(rowsOn(await owner.open(`/opportunities/${id}`), "Timeline").join()).toContain(
    "Nora Lind does not want the suggested offer",
  );
  // Who has declined the offer is not asked again what becomes of it.
  const away = await open("/interest");
  expect(away.document.querySelector("input[name=offer]")).toBeNull();
  await visitor.submit({ choice: "not_interested" }, { form, button: "Send" });
  expect((await read(visitor)).filter((text) => text.includes("Jan Lind agreed on"))).toHaveLength(4);
});

test("an offer whose time to answer is over says so on home and in the list", async ({ app, agency }) => {
  const { visitor, id, path, move } = await newDeal(app, agency);
  await move("open", "offer_suggeted", { price, expiresAt: soon(1) });
  await app.database.orm.execute(
    sql`update upstream.offer_suggestions set expires_at = now() - interval '1 hour' where opportunity_id = ${id}`,
  );
  for (const place of ["/client-portal/dashboard", "/client-portal/dashboard/properties", path]) {
    const { text } = await visitor.open(place);
    expect(text, place).toContain("The time to answer this is over.");
    expect(text, place).not.toContain("You decide.");
  }
});

test("pages about a property name who works its deal, and an offer names who suggests it", async ({ app, agency }) => {
  const { visitor, record, id, open, move } = await newDeal(app, agency);
  const colleague = await agency.join("manager");
  await app.database.orm.execute(
    sql`update upstream.clients set assigned_account_id = ${colleague.accountId} where id = ${record.id}`,
  );
  const rename = (name: string, accountId: string) =>
    app.database.orm.execute(
      sql`update upstream.accounts set first_name = ${name}, last_name = 'Agent' where id = ${accountId}`,
    );
  await rename("Miles", colleague.accountId);
  await rename("Olivia", agency.owner.accountId);
  await move("open", "offer_suggeted", { price });
  expect((await visitor.open("/client-portal/dashboard")).text).toContain("Olivia Agent suggests an offer");
  const page = await open();
  expect(page.text).toContain("Olivia Agent suggests an offer");
  expect(page.text).toContain("Tell Olivia Agent what you think");
  expect(page.text).not.toMatch(/Miles Agent (?:suggests|sees|has)/);
  expect((await open("/offer")).text).toContain("Olivia Agent sees your answer");
  expect((await open("/showings/new")).text).toContain("Olivia Agent asks the seller's side");
  // Somebody else may suggest the next one.
  await app.database.orm.execute(
    sql`update upstream.offer_suggestions set suggested_by_name = 'Ines Agent' where opportunity_id = ${id}`,
  );
  expect((await open()).text).toContain("Ines Agent suggests an offer");
});

test("once an offer is accepted nothing is said of offers that are due", async ({ app, agency, owner }) => {
  const { visitor, id, packageId, open, move } = await newDeal(app, agency);
  await agency.call("PATCH", `/packages/${packageId}`, { offerDueAt: soon(5) });
  expect((await open()).text).toContain("Offers are due");
  await move("open", "offer_sent", { price });
  await move("offer_sent", "offer_accepted", {
    price,
    acceptedOn: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
  });
  await move("offer_accepted", "inspections_underway", { deadlineOn: soon(9).slice(0, 10) });
  // An offer of which the day of acceptance is not known is accepted all the same.
  await app.database.orm.execute(sql`update upstream.offers set accepted_on = null where opportunity_id = ${id}`);
  for (const page of [
    await open(),
    await visitor.open("/client-portal/dashboard"),
    await owner.open(`/opportunities/${id}`),
  ])
    expect(page.text).not.toMatch(/Offers (?:are )?due/);
});

test("a client answers the questions about repairs one by one, and asks one of their own", async ({ app, agency }) => {
  const { visitor, packageId, open, move } = await newDeal(app, agency);
  const add = (title: string) =>
    agency.call("POST", "/findings", { packageId, system: "Roof", severity: "major", title, isClientAsked: true });
  const leak = String(Object(Object(await add("Leak at the chimney")).data).id);
  await add("Cracked tile");
  await move("open", "offer_sent", { price });
  await move("offer_sent", "offer_accepted", { price, acceptedOn: soon(-1).slice(0, 10) });
  expect((await open()).text).toContain("2 questions about repairs");
  await open("/repairs");
  const none = await visitor.submit({ [`remarks.${fieldOfFinding(leak)}`]: "Soon" }, { form, button: "Send" });
  expect([none.status, none.text]).toEqual([400, expect.stringContaining("Answer at least one question.")]);
  expect(none.document.querySelector("textarea")?.text).toBe("Soon");
  await visitor.submit({ [`choices.${fieldOfFinding(leak)}`]: "credit" }, { form, button: "Send" });
  expect((await open()).text).toContain("One question about repairs");
  expect((await visitor.open("/client-portal/dashboard")).text).toContain("One question about repairs");
  const chosen = (await open("/repairs")).document.querySelectorAll("input[checked]");
  expect(chosen.map((input) => input.getAttribute("value"))).toEqual(["credit"]);
  // What was written about an answer that turns goes with it.
  const [choice, remark] = [`choices.${fieldOfFinding(leak)}`, `remarks.${fieldOfFinding(leak)}`];
  await visitor.submit({ [remark]: "5,000 off" }, { form, button: "Send" });
  expect(typedIn(await open("/repairs"), remark)?.trim()).toBe("5,000 off");
  await visitor.submit({ [choice]: "repair" }, { form, button: "Send" });
  expect(typedIn(await open("/repairs"), remark)?.trim()).toBe("");
  await open("/questions/new");
  const asked = await visitor.submit({ body: "Is the attic insulated?" }, { form, button: "Send" });
  expect(asked.text).toMatch(/Is the attic insulated\?.*has not answered yet/s);
});

test("a question is as long as a message, says its limit, and whatever is too long says so in the language of the page", async ({
  app,
  agency,
}) => {
  const { visitor, open } = await newDeal(app, agency);
  const longest = "Is the cellar damp?\n".repeat(500).trimEnd().concat("?");
  expect((await open("/questions/new")).text).toContain("Up to 10,000 characters.");
  const refused = await visitor.submit({ body: `${longest}!` }, { form, button: "Send" });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("Use at most 10,000 characters.")]);
  expect(typedIn(refused, "body")).toBe(`${longest}!`);
  expect(refused.document.querySelector(form)?.getAttribute("action")).not.toContain("sending");
  const asked = await visitor.submit({ body: longest }, { form, button: "Send" });
  expect([asked.url.search, asked.text]).toEqual(["", expect.stringContaining("Your question is sent.")]);
  await visitor.open("/client-portal/dashboard/me");
  await visitor.submit({ language: "es" }, { form, button: "Save" });
  await open("/interest");
  const tooMuch = { choice: "interested", remark: "x".repeat(2001) };
  const spanish = await visitor.submit(tooMuch, { form });
  expect(spanish.text).toContain("Use 2,000 caracteres como máximo.");
  const odd = await visitor.submit({ ...tooMuch, remark: "Bell\u0007" }, { form });
  expect(odd.text).toContain("Quite los caracteres que no se pueden mostrar.");
});

test("what one person of a house has answered the others see as answered, with the name, and they read so before they come in", async ({
  app,
  agency,
}) => {
  const deal = await newDeal(app, agency);
  const { visitor, path, open, move, packageId } = deal;
  const jan = await joinedByJan(app, agency, deal);
  await open("/interest");
  await visitor.submit({ choice: "not_interested" }, { form, button: "Send" });
  expect((await jan.open(path)).text).toContain("Nora Lind said that this is not for them.");

  const leak = { packageId, system: "Roof", severity: "major", title: "Leak at the chimney", isClientAsked: true };
  const id = String(Object(Object(await agency.call("POST", "/findings", leak)).data).id);
  await move("open", "offer_sent", { price });
  await move("offer_sent", "offer_accepted", { price, acceptedOn: soon(-1).slice(0, 10) });
  expect((await jan.open("/client-portal/dashboard")).text).toContain("One question about repairs");
  await open("/repairs");
  await visitor.submit({ [`choices.${fieldOfFinding(id)}`]: "credit" }, { form, button: "Send" });
  const answer = "Nora Lind about “Leak at the chimney”: Ask for money off instead.";
  expect((await jan.open("/client-portal/dashboard")).text).not.toContain("about repairs");
  for (const below of ["", "/repairs"]) expect((await jan.open(path + below)).text, below).toContain(answer);
  await jan.submit({ [`choices.${fieldOfFinding(id)}`]: "repair" }, { form, button: "Send" });
  expect((await open()).text).toContain("Jan Lind about “Leak at the chimney”: Ask the seller to repair it.");
});

test("a client who is alone reads nothing of others when they are invited", async ({ app, agency }) => {
  const { path } = await inviteClient(app, agency);
  expect((await app.visitor().open(path)).text).not.toContain("household");
});

test("the pages are in Spanish for those who chose it, and 404 for another client's property", async ({
  app,
  agency,
}) => {
  const { visitor, open } = await newDeal(app, agency);
  const other = await newDeal(app, agency);
  await visitor.open("/client-portal/dashboard/me");
  await visitor.submit({ language: "es" }, { form, button: "Save" });
  const titles: readonly (readonly [string, string])[] = [
    ["/interest", "¿Le interesa?"],
    ["/rating", "¿Cómo fue la visita?"],
    ["/showings/new", "Pedir una visita"],
    ["/offer", "La oferta que su agente propone"],
    ["/repairs", "¿Qué le pedimos al vendedor?"],
    ["/questions/new", "Hacer una pregunta"],
  ];
  for (const [below, title] of titles) {
    expect((await open(below)).document.querySelector("h1")?.text, below).toBe(title);
    expect((await visitor.open(other.path + below)).status, below).toBe(404);
  }
  await open("/interest");
  const said = await visitor.submit({}, { form, button: "Enviar" });
  expect([said.status, said.text]).toEqual([400, expect.stringContaining("Diga si le interesa.")]);
});

test("staff who look at the portal see the forms and cannot send them", async ({ app, agency }) => {
  const { packageId, record } = await newDeal(app, agency);
  const view = await agency.call("POST", "/portal_views", { clientId: record.id });
  const viewId = String(Object(Object(view).data).id);
  const page = await agency.owner.visitor.open(`/portal-view/${viewId}/properties/${packageId}/interest`);
  expect([page.status, page.document.querySelector("main form fieldset[disabled]") !== null]).toEqual([200, true]);
});

test("a property whose deal is over says so, also to a form that was open", async ({ app, agency }) => {
  const { visitor, open, move } = await newDeal(app, agency);
  await open("/showings/new");
  await move("open", "lost", { reason: "outbid" });
  const late = await visitor.submit({ first: "2031-05-01T10:00" }, { form, button: "Send" });
  const over = "This property is no longer in your home search";
  expect([late.status, late.text]).toEqual([409, expect.stringContaining(over)]);
  for (const below of ["", "/showings/new", "/questions/new"]) {
    const page = await open(below);
    expect([page.status, page.text]).toEqual([409, expect.stringContaining(over)]);
  }
});
