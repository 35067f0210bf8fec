import { describe, expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { openOpportunity } from "#tests/support/opportunity-forms.ts";
import { fillForm } from "#tests/support/posted-form.ts";
import { addShowing } from "#tests/support/seeded-agent.ts";
import type { Visit } from "#tests/support/visitor.ts";
import { messagesOn, rowsOn, typedIn } from "../page-reading.ts";

// Completing the showings of a deal while one is still to come; without scripts.

const test = newAgencyTest()
  .extend("clientId", async ({ agency }) => (await agency.addClient({ name: "Maya Okafor" })).id)
  .extend("path", async ({ owner, clientId }) => {
    const id = await openOpportunity(owner, { clientId });
    await addShowing(owner, id, { startsAt: "2031-03-01T12:00", durationMinutes: "45", note: "Ring twice." });
    await owner.open(`/opportunities/${id}/stage?to=showing_scheduled`);
    await owner.submit({}, update);
    return `/opportunities/${id}`;
  });

const update = { button: "Update stage" };
const stateOf = (page: Visit) => rowsOn(page, "Showings").map((row) => row.split(" ").at(-1));
const outcomesOn = ({ document }: Visit) =>
  document.querySelectorAll("input[name=showingOutcome]").map((choice) => choice.parentNode?.text.trim());
const complete = "/stage?to=showing_complete";

describe("showing complete", () => {
  test("asks what became of a showing that is still to come, and says which one it is", async ({ owner, path }) => {
    const form = await owner.open(path + complete);
    expect(outcomesOn(form)).toEqual(["Held early", "Still to come: keep it as arranged", "Cancelled"]);
    expect(form.text).toContain("Sat, Mar 1, 2031, 12:00 PM EST, 45 min (confirmed)");
    const asked = await owner.submit({}, update);
    expect([asked.status, messagesOn(asked)]).toEqual([409, ["Choose what became of it."]]);
    expect(stateOf(await owner.open(path))).toEqual(["Confirmed"]);
  });

  test.for([
    ["held", "Completed"],
    ["to_come", "Confirmed"],
    ["cancelled", "Cancelled"],
  ] as const)("with the answer “%s” leaves it %s", async ([showingOutcome, state], { owner, path }) => {
    await owner.open(path + complete);
    const moved = await owner.submit({ showingOutcome }, update);
    expect([moved.url.pathname, moved.text.includes("Stage: Showing complete.")]).toEqual([path, true]);
    expect(stateOf(moved)).toEqual([state]);
  });

  test("asks when a showing took place that was held early, and says the day alone where that is a guess", async ({
    owner,
    path,
  }) => {
    const form = await owner.open(path + complete);
    const shown = typedIn(form, "heldAt");
    expect(shown).toMatch(/^\d{4}-\d\d-\d\dT\d\d:(?:00|15|30|45)$/);
    const none = await owner.submit({ showingOutcome: "held", heldAt: "" }, update);
    expect([none.status, messagesOn(none)]).toEqual([400, ["Enter when it took place."]]);
    await owner.open(path + complete);
    const guessed = await owner.submit({ showingOutcome: "held" }, update);
    expect(rowsOn(guessed, "Showings")).toEqual([expect.stringMatching(/^\w{3} \d+, \d{4} Time not recorded/)]);
    await owner.open(`${path}/undoing`);
    await owner.submit({}, { button: "Undo stage change" });
    await owner.open(path + complete);
    const late = await owner.submit({ showingOutcome: "held", heldAt: "2031-03-01T12:00" }, update);
    expect([late.status, messagesOn(late)]).toEqual([400, ["A showing can't have taken place in the future."]]);
    const heldAt = `${String(shown).slice(0, 10)}T00:01`;
    const known = await owner.submit({ showingOutcome: "held", heldAt }, update);
    expect(rowsOn(known, "Showings")[0]).toContain(", 12:01 AM E");
  });

  test("asks when a showing took place whose time is over, beginning with what was agreed on", async ({
    owner,
    clientId,
  }) => {
    const id = await openOpportunity(owner, { clientId });
    const days = (back: number) => `${new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)}T10:00`;
    await owner.open(`/opportunities/${id}/stage?to=showing_scheduled`);
    await owner.submit({ showingAt: days(3) }, update);
    const form = await owner.open(`/opportunities/${id}${complete}`);
    expect([typedIn(form, "heldAt"), outcomesOn(form)]).toEqual([days(3), []]);
    const moved = await owner.submit({ heldAt: days(2).replace("10:00", "15:45") }, update);
    expect(rowsOn(moved, "Showings")[0]).toMatch(/3:45 PM E.T 30 min .*Completed$/);
  });

  test("refuses an answer that is none", async ({ owner, path }) => {
    await owner.open(path + complete);
    const refused = await owner.submit({ showingOutcome: "nonsense" }, update);
    expect([refused.status, messagesOn(refused)]).toEqual([400, ["Choose what became of it."]]);
  });
});

test("a lost deal takes no new showing, also from a form that was open", async ({ owner, path }) => {
  await owner.open(`${path}/showings/new`);
  const { fields, path: sentTo } = fillForm(owner.page, "Request showing", { startsAt: "2031-03-09T12:00" });
  await owner.open(`${path}/stage?to=lost`);
  const lost = await owner.submit({ reason: "outbid" }, update);
  expect(lost.document.querySelector('a[href$="/showings/new"]')).toBeNull();
  const none = "This deal is closed or lost, so it takes no new showings.";
  expect((await owner.open(`${path}/showings/new`)).text).toContain(none);
  const late = await owner.send(sentTo, fields);
  expect([late.status, late.text]).toEqual([409, expect.stringContaining(none)]);
});
