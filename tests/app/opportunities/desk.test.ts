import { describe, expect } from "vitest";
import { dayIn } from "#app/ui/date-format.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { openOpportunity } from "#tests/support/opportunity-forms.ts";
import type { Visit } from "#tests/support/visitor.ts";
import { linkOf, messagesOn, rowsOn, typedIn, versionsOn } from "../page-reading.ts";

const contact = { name: "Maya Okafor", email: "maya@client.example", phoneNumber: "206-555-0142" };
const test = newAgencyTest()
  .extend("clientId", async ({ agency }) => (await agency.addClient(contact)).id)
  .extend("path", async ({ owner, clientId }) => `/opportunities/${await openOpportunity(owner, { clientId })}`);

const save = { button: "Save price and dates" };
const update = { button: "Update stage" };
const inDays = (days: number) =>
  new Date(Date.parse(dayIn("America/New_York")) + days * 86_400_000).toISOString().slice(0, 10);

/** "List price: —" and so on, as the top of the page says them. */
const factsOn = ({ document }: Visit) =>
  document
    .querySelectorAll("[aria-label='Price and dates'] > *")
    .map((fact) => fact.childNodes.map(({ text }) => text).join(": "));

describe("the way of a deal", () => {
  test("the page shows where the deal is, and the usual next step as its button", async ({ owner, path }) => {
    const page = await owner.open(path);
    expect(page.document.querySelector(".steps [aria-current]")?.text).toBe("Opportunity");
    expect(page.document.querySelector(".head .go")?.text).toBe("Schedule a showing");
    expect(rowsOn(page, "Next stages")).toEqual(["Suggest an offer", "Send an offer", "Mark as lost"]);
    expect(linkOf(page, "Schedule a showing")).toBe(`${path}/stage?to=showing_scheduled`);
    await owner.open(`${path}/stage?to=lost`);
    const lost = await owner.submit({ reason: "outbid" }, update);
    expect([rowsOn(lost, "Next stages"), linkOf(lost, "Reopen the deal")]).toEqual([[], `${path}/stage?to=open`]);
    expect(lost.document.querySelector(".steps")?.text).toContain("Lost. In this stage since today.");
    expect(lost.document.querySelector(".steps [aria-current]")).toBeNull();
  });
});

test("a request that waits comes before the usual move, which stands beside it", async ({ owner, path }) => {
  await owner.open(`${path}/showings/new`);
  const asked = await owner.submit({ startsAt: "2031-03-01T12:00" }, { button: "Request showing" });
  const filled = asked.document.querySelector(".head .go");
  expect([filled?.text, filled?.getAttribute("href")]).toEqual([
    "Confirm a time",
    expect.stringMatching(/\/showings\/[0-9a-f-]{36}\/confirmation$/),
  ]);
  expect(rowsOn(asked, "Next stages")[0]).toBe("Schedule a showing");
  await owner.open(filled?.getAttribute("href") ?? "");
  const confirmed = await owner.submit({}, { button: "Confirm showing" });
  expect(confirmed.document.querySelector(".head .go")?.text).toBe("Complete the showing");
  expect(rowsOn(confirmed, "Next stages")).not.toContain("Complete the showing");
});

describe("the people of a deal", () => {
  test("the client is called and written to from the page", async ({ owner, path }) => {
    const page = await owner.open(path);
    expect(linkOf(page, "(206) 555-0142")).toBe("tel:+12065550142");
    expect(linkOf(page, "maya@client.example")).toBe("mailto:maya@client.example");
  });

  test("who works a deal of another agent's client sees name and contact", async ({ agency, owner, path }) => {
    const { accountId, visitor: member } = await agency.join("member");
    expect((await member.open(path)).status).toBe(404);
    await owner.open(`${path}/agent`);
    await owner.submit(
      { agentText: "A colleague", agent: accountId, agentFor: "A colleague" },
      { button: "Save agent" },
    );
    const page = await member.open(path);
    expect(page.status).toBe(200);
    expect(linkOf(page, "(206) 555-0142")).toBe("tel:+12065550142");
    expect(page.text).toContain("Maya Okafor");
    // The client and the property are another agent's, and have no pages for the member.
    const links = page.document.querySelectorAll("main a[href^='/']").map((link) => link.getAttribute("href") ?? "");
    expect(links).toContain(`${path}/stage`);
    for (const link of new Set(links)) expect([link, (await member.open(link)).status]).toEqual([link, 200]);
  });
});

describe("price and dates", () => {
  test("days are entered once and shown at the top; empty ones lead to where they are", async ({ owner, path }) => {
    expect(factsOn(await owner.open(path))).toEqual([
      "List price: Add",
      "Offer: Add",
      "Offers due: Add",
      "Inspections due: After acceptance",
      "Closing: Add",
    ]);
    const closing = owner.page.document.querySelector("[aria-label='Price and dates'] > :last-child");
    expect(closing?.getAttribute("href")).toBe(`${path}/terms`);
    await owner.open(`${path}/terms`);
    const saved = await owner.submit({ inspectionsDueOn: inDays(-1), closingOn: "2031-04-01" }, save);
    expect(saved.url.pathname).toBe(path);
    expect(saved.text).toContain("Price and dates saved.");
    expect(factsOn(saved).at(-1)).toBe("Closing: Apr 1, 2031");
    expect(saved.document.querySelector("[aria-label='Price and dates'] .state-due")?.text).toMatch(/\d{4}$/);
  });

  test("an offer that is out is corrected without moving the deal", async ({ owner, path }) => {
    await owner.open(`${path}/stage?to=offer_sent`);
    await owner.submit({ "dealPrice.amount": "640000", expiresAt: "2031-03-01T12:00" }, update);
    const form = await owner.open(`${path}/terms`);
    expect([typedIn(form, "offerPrice.amount"), typedIn(form, "offerExpiresAt")]).toEqual([
      "640000",
      "2031-03-01T12:00",
    ]);
    const saved = await owner.submit({ "offerPrice.amount": "655,000", offerExpiresAt: "" }, save);
    expect(factsOn(saved).slice(1, 3)).toEqual(["Offer: $655,000", "Offer expires: Add"]);
    expect(saved.document.querySelector(".steps [aria-current]")?.text).toBe("Offer sent");
  });

  test("what was agreed is not taken away, and what cannot be is said beside its field", async ({ owner, path }) => {
    await owner.open(`${path}/stage?to=offer_sent`);
    await owner.submit({ "dealPrice.amount": "640000" }, update);
    await owner.open(`${path}/stage?to=offer_accepted`);
    await owner.submit({ "dealPrice.amount": "640000", acceptedOn: inDays(-1) }, update);
    await owner.open(`${path}/terms`);
    const refused = await owner.submit({ "acceptedPrice.amount": "", acceptedOn: inDays(3) }, save);
    expect([refused.status, messagesOn(refused)]).toEqual([400, ["Enter the agreed price."]]);
    expect(typedIn(refused, "acceptedOn")).toBe(inDays(3));
    const early = await owner.submit({ "acceptedPrice.amount": "651000" }, save);
    expect([early.status, messagesOn(early)]).toEqual([400, ["The acceptance date can't be in the future."]]);
    const saved = await owner.submit({ acceptedOn: inDays(-2) }, save);
    expect(factsOn(saved)[1]).toBe("Agreed price: $651,000");
  });

  test("of two who change the same day the second is shown the first", async ({ agency, owner, path }) => {
    const { visitor: colleague } = await agency.join("manager");
    await colleague.open(`${path}/terms`);
    await owner.open(`${path}/terms`);
    await owner.submit({ closingOn: "2031-04-01" }, save);
    const late = await colleague.submit({ closingOn: "2031-05-01" }, save);
    expect(late.status).toBe(409);
    expect(versionsOn(late)).toEqual(["Closing | Apr 1, 2031 | May 1, 2031"]);
  });
});

describe("what is written on the page", () => {
  test("a call is logged and a task is added in the box, and stand on the deal", async ({ owner, path }) => {
    await owner.open(path);
    await owner.follow("Log a call");
    const call = { outcome: "talked", body: "They want the garden." };
    const logged = await owner.submit(call, { button: "Save to activity" });
    expect([logged.url.pathname, logged.url.search]).toEqual([path, ""]);
    const calls = rowsOn(logged, "Timeline").filter((row) => row.startsWith("Call logged by "));
    expect(calls).toEqual([expect.stringContaining("They want the garden.")]);
    await owner.follow("Task");
    const added = await owner.submit({ title: "Call the lender", dueOn: inDays(3) }, { button: "Add task" });
    expect([added.url.pathname, rowsOn(added, "Tasks")]).toEqual([path, [expect.stringMatching(/^Call the lender/)]]);
  });

  test("what cannot be saved so is said on the form's own page, with what was typed", async ({ owner, path }) => {
    await owner.open(`${path}?write=call`);
    const call = await owner.submit({ body: "They want the garden." }, { button: "Save to activity" });
    expect([call.status, call.url.pathname, messagesOn(call), typedIn(call, "body")]).toEqual([
      ...[400, `${path}/calls/new`, ["Choose what came of the call."], "They want the garden."],
    ]);
    await owner.open(`${path}?write=task`);
    const task = await owner.submit({ title: " ", dueOn: inDays(3) }, { button: "Add task" });
    expect([task.status, messagesOn(task), typedIn(task, "dueOn")]).toEqual([
      ...[400, ["Title must be at least 1 character."], inDays(3)],
    ]);
    const saved = await owner.submit({ title: "Call the lender" }, { button: "Add task" });
    expect([saved.url.pathname, rowsOn(saved, "Tasks")]).toEqual([path, [expect.stringMatching(/^Call the lender/)]]);
  });

  test("who may only comment is offered that alone", async ({ agency, path }) => {
    const { visitor } = await agency.join("instructor");
    const { document } = await visitor.open(`${path}?write=call`);
    expect(document.querySelectorAll("#write nav a").map(({ text }) => text)).toEqual(["Comment"]);
    expect(document.querySelector('#write textarea[name="body"]')).not.toBeNull();
  });
});

describe("what else is on the page", () => {
  test("documents of property and client are listed, and an upload returns to the deal", async ({ owner, path }) => {
    const page = await owner.open(path);
    const large = page.document.querySelector('[aria-label="Upload large files to client documents"]');
    const form = await owner.open(large?.getAttribute("href") ?? "");
    expect(linkOf(form, "Cancel")).toBe(path);
  });

  test("files are uploaded on the page of the deal, to its property and to its client", async ({ owner, path }) => {
    for (const [to, name, form] of [
      ["Client documents", "letter.txt", 'form[action*="client="]'],
      ["Property documents", "survey.txt", 'form[action*="package="]'],
    ] as const) {
      await owner.open(path);
      const files = [new File([`About ${name}`], name, { type: "text/plain" })];
      const back = await owner.submit({}, { form, files });
      expect([back.url.pathname, back.text.includes(`${name} uploaded.`)]).toEqual([path, true]);
      expect(rowsOn(back, to)).toEqual([name]);
    }
  });

  test("an upload that is refused says why, on the page of uploads of that deal", async ({ owner, path }) => {
    await owner.open(path);
    const refused = await owner.submit({}, { form: 'form[action*="client="]' });
    expect([refused.status, refused.text.includes("Choose a file."), linkOf(refused, "Cancel")]).toEqual([
      ...[400, true, path],
    ]);
  });

  test("one timeline holds moves and everything else, each once, newest first", async ({ owner, path }) => {
    await owner.open(`${path}/stage?to=offer_sent`);
    await owner.submit({ "dealPrice.amount": "640000" }, update);
    await owner.open(path);
    const page = await owner.submit({ body: "They liked the garden." }, { button: "Add comment" });
    expect(rowsOn(page, "Timeline").map((row) => row.split(" by ")[0])).toEqual([
      expect.stringMatching(/ commented They liked the garden\. Edit Remove/),
      "Opportunity → Offer sent",
      "Deal opened",
    ]);
  });

  test("a panel without anything in it is one line", async ({ owner, path }) => {
    const deal = await owner.open(path);
    const lines = deal.document
      .querySelectorAll("section.sheet")
      .filter(({ childNodes }) => childNodes.length === 1)
      .map((panel) => panel.querySelector("h2")?.text);
    expect(lines).toEqual(expect.arrayContaining(["Showings", "Offers", "Tasks", "Client documents"]));
    expect(deal.document.querySelectorAll(".empty")).toEqual([]);
  });
});
