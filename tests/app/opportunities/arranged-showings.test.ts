import { describe, expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { openOpportunity } from "#tests/support/opportunity-forms.ts";
import { addShowing } from "#tests/support/seeded-agent.ts";
import type { Visit } from "#tests/support/visitor.ts";
import { messagesOn, rowsOn, typedIn } from "../page-reading.ts";

// Scheduling a deal whose showing is arranged already; without scripts.

const test = newAgencyTest()
  .extend("clientId", async ({ agency }) => (await agency.addClient({ name: "Maya Okafor" })).id)
  .extend("opportunityId", ({ owner, clientId }) => openOpportunity(owner, { clientId }))
  .extend("path", ({ opportunityId }) => `/opportunities/${opportunityId}`);

const asked = { startsAt: "2031-03-01T12:00", durationMinutes: "45", note: "Ring twice." };
const update = { button: "Update stage" };
const showingsOn = (page: Visit) => rowsOn(page, "Showings");
const stageOn = ({ document }: Visit) => document.querySelector("main .steps [aria-current]")?.text;
const choicesOn = ({ document }: Visit) =>
  document.querySelectorAll("input[name=showingId]").map((choice) => choice.parentNode?.text.trim());

describe("confirming a showing", () => {
  test("says that the deal moves, moves it, and is undone as one", async ({ owner, opportunityId, path }) => {
    const id = await addShowing(owner, opportunityId, asked);
    const question = await owner.open(`${path}/showings/${id}/confirmation`);
    expect(question.text).toContain("The deal moves to “Showing scheduled”.");
    const confirmed = await owner.submit({}, { button: "Confirm showing" });
    expect(confirmed.text).toContain("Showing confirmed. Stage: Showing scheduled.");
    expect(showingsOn(confirmed)).toHaveLength(1);
    expect(showingsOn(confirmed)[0]).toMatch(/45 min Ring twice\. .*Confirmed$/);
    await owner.open(`${path}/undoing`);
    const undone = await owner.submit({}, { button: "Undo stage change" });
    expect(showingsOn(undone)[0]).toMatch(/45 min Ring twice\. .*Requested$/);
    expect(stageOn(undone)).toBe("Opportunity");
  });

  test("of a deal that is scheduled already moves nothing, and does not say so", async ({ owner, opportunityId }) => {
    for (const startsAt of ["2031-03-01T12:00", "2031-03-02T12:00"])
      await addShowing(owner, opportunityId, { ...asked, startsAt });
    const said: boolean[] = [];
    for (const link of owner.page.document.querySelectorAll('[aria-label="Showings"] a[href$="/confirmation"]')) {
      said.push((await owner.open(link.getAttribute("href") ?? "")).text.includes("The deal moves to"));
      await owner.submit({}, { button: "Confirm showing" });
    }
    expect(said).toEqual([true, false]);
  });
});

describe("the form of the stage", () => {
  test("offers the showing that is arranged, and keeps it with everything about it", async ({
    owner,
    opportunityId,
    path,
  }) => {
    await addShowing(owner, opportunityId, asked);
    const form = await owner.open(`${path}/stage?to=showing_scheduled`);
    expect(choicesOn(form)).toEqual(["Sat, Mar 1, 2031, 12:00 PM EST, 45 min (requested)", "Another showing"]);
    const moved = await owner.submit({}, update);
    expect([moved.url.pathname, moved.text.includes("Stage: Showing scheduled.")]).toEqual([path, true]);
    expect(showingsOn(moved)).toEqual([
      "Sat, Mar 1, 2031, 12:00 PM EST 45 min Ring twice. Reschedule Cancel Add to calendar Confirmed",
    ]);
  });

  test("adds a second one only where that is asked for", async ({ owner, opportunityId, path }) => {
    await addShowing(owner, opportunityId, asked);
    await owner.open(`${path}/stage?to=showing_scheduled`);
    const unclear = await owner.submit({ showingAt: "2031-03-05T09:00" }, update);
    expect([unclear.status, messagesOn(unclear), typedIn(unclear, "showingAt")]).toEqual([
      400,
      ["Choose “Another showing” for this time, or leave it blank."],
      "2031-03-05T09:00",
    ]);
    const empty = await owner.submit({ showingId: "another", showingAt: "" }, update);
    expect([empty.status, messagesOn(empty)]).toEqual([400, ["Enter the showing date and time."]]);
    const moved = await owner.submit({ showingId: "another", showingAt: "2031-03-05T09:00" }, update);
    expect(showingsOn(moved).map((row) => row.split(" ").at(-1))).toEqual(["Confirmed", "Requested"]);
  });

  test("asks for a time alone where none is arranged", async ({ owner, path }) => {
    const form = await owner.open(`${path}/stage?to=showing_scheduled`);
    expect(choicesOn(form)).toEqual([]);
    const moved = await owner.submit({ showingAt: "2031-03-05T09:00" }, update);
    expect(showingsOn(moved)).toHaveLength(1);
  });

  test("says at its field that the showing was cancelled meanwhile, and keeps what was typed", async ({
    agency,
    owner,
    opportunityId,
    path,
  }) => {
    const id = await addShowing(owner, opportunityId, asked);
    await owner.open(`${path}/stage?to=showing_scheduled`);
    await agency.call("POST", `/showings/${id}/cancellation`);
    const refused = await owner.submit({}, update);
    expect([refused.status, choicesOn(refused)]).toEqual([400, []]);
    expect(refused.text).toContain("This showing is no longer arranged.");
    const moved = await owner.submit({ showingAt: "2031-03-05T09:00" }, update);
    expect(moved.text).toContain("Stage: Showing scheduled.");
  });
});
