import { describe, expect } from "vitest";
import { dayIn, formatDay } from "#app/ui/date-format.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { findOpportunity, openOpportunity } from "#tests/support/opportunity-forms.ts";
import { fillForm } from "#tests/support/posted-form.ts";
import { addShowing } from "#tests/support/seeded-agent.ts";
import { addTaskTemplate } from "#tests/support/task-forms.ts";
import type { Visit, Visitor } from "#tests/support/visitor.ts";
import { linkOf, messagesOn, typedIn, versionsOn } from "../page-reading.ts";

const test = newAgencyTest()
  .extend("clientId", async ({ agency }) => (await agency.addClient({ name: "Maya Okafor" })).id)
  .extend("path", async ({ owner, clientId }) => `/opportunities/${await openOpportunity(owner, { clientId })}`);
const send = { button: "Update stage" };

/** The changes of stage on the timeline of a deal, newest first. */
const movesOn = (page: Visit) => textsOf(page, "Timeline").filter((line) => line.includes(" → "));

const textsOf = ({ document }: Visit, label: string) =>
  document
    .querySelectorAll(`[aria-label="${label}"] > li > :first-child`)
    .map((row) => row.text.replaceAll(/\s+/g, " ").trim());

/** So many days from today at the property. */
function dayFromToday(days: number): string {
  return new Date(Date.parse(dayIn("America/New_York")) + days * 86_400_000).toISOString().slice(0, 10);
}

async function move(
  owner: Visitor,
  path: string,
  to: string,
  typed: Readonly<Record<string, string>> = {},
): Promise<Visit> {
  await owner.open(`${path}/stage?to=${to}`);
  return owner.submit(typed, send);
}

test("only the moves that the stage allows are offered, each with what it asks for", async ({ owner, path }) => {
  const page = await owner.open(`${path}/stage`);
  expect(textsOf(page, "Next stages")).toEqual([
    "Schedule a showing",
    "Suggest an offer",
    "Send an offer",
    "Mark as lost",
  ]);
  const sent = await owner.open(`${path}/stage?to=offer_sent`);
  expect(sent.document.querySelectorAll("main label").map(({ text }) => text.trim())).toEqual([
    "Price",
    "Offer expires",
  ]);
  expect(sent.text).toContain(
    "Alder Street. The client gets no email. Anyone who uses the client portal sees the new stage",
  );
  for (const odd of ["closed", "nonsense", ""])
    expect(textsOf(await owner.open(`${path}/stage?to=${odd}`), "Next stages")).toHaveLength(4);
});

test("a deal from the first offer to the keys is its history, newest first", async ({ owner, path }) => {
  const due = { "dealPrice.amount": "640,000", "dealPrice.currency": "USD", expiresAt: "2031-03-01T12:00" };
  expect((await move(owner, path, "offer_sent", due)).text).toContain("Stage: Offer sent.");
  await move(owner, path, "offer_accepted", { acceptedOn: dayFromToday(-9), "dealPrice.amount": "655000" });
  await move(owner, path, "inspections_underway", { deadlineOn: dayFromToday(-1) });
  const closed = await move(owner, path, "closed", { closedOn: dayFromToday(0) });
  expect(textsOf(closed, "Offers")).toEqual(["$640,000 AcceptedAgreed on $655,000"]);
  expect(
    movesOn(closed).map((line) => line.replace(/ by .*?(?=Price|Accepted|Inspections due|Closed on|$)/, ": ")),
  ).toEqual([
    `Inspections underway → Closed: Closed on ${formatDay(dayFromToday(0))}`,
    `Offer accepted → Inspections underway: Inspections due ${formatDay(dayFromToday(-1))}`,
    `Offer sent → Offer accepted: Price $655,000Accepted on ${formatDay(dayFromToday(-9))}`,
    expect.stringMatching(/^Opportunity → Offer sent: Price \$640,000Expires /),
  ]);
  expect(textsOf(await owner.open(`${path}/stage`), "Next stages")).toEqual(["Move back to Inspections underway"]);
});

test("tasks that came with a move are folded into it", async ({ owner, path }) => {
  for (const title of ["Call the lender", "Order the title report"])
    await addTaskTemplate(owner, { title, start: "offer_sent", dueInDays: "3" });
  const moved = await move(owner, path, "offer_sent", { "dealPrice.amount": "640000" });
  expect(textsOf(moved, "Timeline")).toEqual([
    expect.stringMatching(/^Opportunity → Offer sent by .*2 tasks added.*Order the title report.*Call the lender/),
    expect.stringMatching(/^Deal opened by /),
  ]);
  const links = moved.document.querySelectorAll('[aria-label="Timeline"] details a[href^="/tasks/"]');
  expect(links.map(({ text }) => text)).toEqual(["Order the title report", "Call the lender"]);
});

describe("what a move asks for", () => {
  test.for([
    ["offer_sent", {}, "Enter the price."],
    ["offer_sent", { "dealPrice.amount": "many" }, "Price must be an amount, as in 850,000."],
    ["offer_sent", { "dealPrice.amount": "0" }, "Price must be more than 0."],
    ["offer_sent", { "dealPrice.amount": "1", expiresAt: "2020-03-01T12:00" }, "Expiry must be in the future."],
    ["showing_scheduled", { showingAt: "2020-03-01T12:00" }, "A past showing must be within the last 30 days."],
    ["showing_scheduled", {}, "Enter the showing date and time."],
    ["showing_scheduled", { showingAt: "2026-02-30T10:00" }, "Showing must be a date and a time."],
    ["lost", {}, "Choose a reason."],
    ["lost", { reason: "other" }, "Describe the reason."],
  ] as const)("%s with %j: %s", async ([to, typed, message], { owner, path }) => {
    const refused = await move(owner, path, to, typed);
    expect([refused.status, messagesOn(refused)]).toEqual([400, [message]]);
    for (const [name, text] of Object.entries(typed)) if (name !== "reason") expect(typedIn(refused, name)).toBe(text);
    expect(movesOn(await owner.open(path))).toEqual([]);
  });
});

test("a showing without an agreement in force warns, and is scheduled all the same", async ({ owner, path }) => {
  const page = await owner.open(`${path}/stage?to=showing_scheduled`);
  expect(page.text).toContain("This client has no active buyer agreement.");
  const moved = await owner.submit({ showingAt: "2031-06-07T15:30" }, send);
  expect(movesOn(moved)[0]).toContain("Showing Sat, Jun 7, 2031, 3:30 PM EDT");
});

test("a latest move is taken back once, and the history keeps both", async ({ owner, path }) => {
  await move(owner, path, "offer_sent", { "dealPrice.amount": "640000" });
  await owner.open(`${path}/undoing`);
  const undone = await owner.submit({}, { button: "Undo stage change" });
  expect(undone.text).toContain("Stage change undone.");
  expect(textsOf(undone, "Offers")).toEqual(["$640,000 Undone"]);
  expect(movesOn(undone).map((line) => line.split(" by ")[0])).toEqual([
    "Undone: Offer sent → Opportunity",
    "Opportunity → Offer sent (undone later)",
  ]);
  expect((await owner.open(`${path}/undoing`)).url.pathname).toBe(path);
});

describe("undoing with one click", () => {
  test.for([
    ["the toast", ".toast"],
    ["the opportunity's page", ".note"],
  ] as const)("from %s", async ([, place], { owner, path }) => {
    const moved = await move(owner, path, "offer_sent", { "dealPrice.amount": "640000" });
    expect(moved.document.querySelector(place)?.text).toContain("Undo");
    const undone = await owner.submit({}, { form: `${place} form[action]`, button: "Undo" });
    expect([undone.url.pathname, undone.text.includes("Stage change undone.")]).toEqual([path, true]);
    expect(textsOf(undone, "Offers")).toEqual(["$640,000 Undone"]);
    // Neither offers it a second time.
    expect(undone.document.querySelector('form[action$="/undoing"]')).toBeNull();
  });

  test("from the toast of a confirmed showing, and of a card that was put elsewhere", async ({ owner, path }) => {
    const id = await addShowing(owner, path.slice("/opportunities/".length), { startsAt: "2031-03-01T12:00" });
    await owner.open(`${path}/showings/${id}/confirmation`);
    const confirmed = await owner.submit({}, { button: "Confirm showing" });
    expect(confirmed.document.querySelector(".toast")?.text).toContain("Undo");
    const undone = await owner.submit({}, { form: ".toast form[action]", button: "Undo" });
    expect(undone.text).toContain("Stage change undone.");
    expect(textsOf(undone, "Showings")[0]).toContain("Confirm");
  });

  test("once something else has changed, says that it is too late", async ({ agency, owner, path }) => {
    await move(owner, path, "offer_sent", { "dealPrice.amount": "640000" });
    const late = fillForm(owner.page, "Undo");
    await agency.call("POST", `${path}/moves`, { from: "offer_sent", to: "lost", reason: "outbid" });
    expect((await owner.send(late.path, late.fields)).text).toContain("can no longer be undone");
  });

  test("a page without a move that can be undone has no such button, and a toast is said once", async ({
    owner,
    path,
  }) => {
    const page = await owner.open(path);
    expect(page.document.querySelector('form[action$="/undoing"]')).toBeNull();
    await move(owner, path, "offer_sent", { "dealPrice.amount": "640000" });
    expect((await owner.open(path)).document.querySelector(".toast")).toBeNull();
  });
});

test("what is lost comes back only while its pair has no other under way, and the page says which one", async ({
  agency,
  owner,
  clientId,
  path,
}) => {
  await move(owner, path, "lost", { reason: "outbid" });
  const property = (await owner.open(path)).document.querySelector('.hero a[href^="/packages/"]');
  const packageId = property?.getAttribute("href")?.split("/").at(-1);
  await agency.call("POST", "/opportunities", { clientId, packageId });
  const other = await findOpportunity(owner, clientId);
  expect((await owner.open(path)).text).not.toContain("Moved just now.");
  const refused = await move(owner, path, "open");
  expect([refused.status, refused.text]).toEqual([
    409,
    expect.stringContaining("This client has another open opportunity for this property."),
  ]);
  expect(linkOf(refused, "Open that opportunity")).toBe(`/opportunities/${other}`);
});

test("of two who move at once one wins; the other sees both and keeps what they typed", async ({
  agency,
  owner,
  path,
}) => {
  const colleague = (await agency.join("manager")).visitor;
  await colleague.open(`${path}/stage?to=offer_sent`);
  await move(owner, path, "showing_scheduled", { showingAt: "2031-06-07T15:30" });
  const stale = await colleague.submit({ "dealPrice.amount": "640000" }, send);
  expect(stale.status).toBe(409);
  expect(stale.text).toMatch(/Moved by \S[^.]*\. Currently: Showing scheduled\./);
  expect(textsOf(stale, "Next stages")).toEqual(["Complete the showing", "Move back to Opportunity", "Mark as lost"]);
  const facts = stale.document.querySelectorAll("main .facts > *").map(({ text }) => text);
  expect(facts).toEqual(["Stage", "Offer sent", "Price", "640000", "Currency", "USD"]);
  await colleague.open(`${path}/stage?to=lost`);
  const { fields, path: sentTo } = fillForm(colleague.page, "Update stage", { reason: "client_changed_mind" });
  await move(owner, path, "showing_complete", { showingOutcome: "held" });
  const lost = await colleague.send(sentTo, fields);
  expect(lost.document.querySelectorAll("main .facts dd").map(({ text }) => text)).toEqual([
    "Lost",
    "Client changed mind",
  ]);
});

test("ranks are changed, and of two changes the second is shown the first", async ({ agency, owner, path }) => {
  await owner.open(`${path}/rank`);
  const colleague = (await agency.join("manager")).visitor;
  await colleague.open(`${path}/rank`);
  expect((await owner.submit({ rank: "High" }, { button: "Save rank" })).text).toContain("Rank: High.");
  const stale = await colleague.submit({ rank: "Low" }, { button: "Save rank" });
  expect([stale.status, versionsOn(stale)]).toEqual([409, ["Rank | High | Low"]]);
  expect((await colleague.submit({}, { button: "Save rank" })).text).toContain("Rank: Low.");
});

test("who may only look is shown no move and no form", async ({ agency, path }) => {
  const { visitor } = await agency.join("instructor");
  const page = await visitor.open(path);
  expect(textsOf(page, "Next stages")).toEqual([]);
  expect(page.text).not.toContain("Update stage");
  for (const page of ["stage", "undoing", "rank"]) expect((await visitor.open(`${path}/${page}`)).status).toBe(403);
});
