import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { openOpportunity } from "#tests/support/opportunity-forms.ts";
import { fillForm } from "#tests/support/posted-form.ts";
import { addShowing } from "#tests/support/seeded-agent.ts";
import type { Visit, Visitor } from "#tests/support/visitor.ts";
import { messagesOn, rowsOn, typedIn, versionsOn } from "../page-reading.ts";

const test = newAgencyTest()
  .extend("clientId", async ({ agency }) => (await agency.addClient({ name: "Maya Okafor" })).id)
  .extend("opportunityId", ({ owner, clientId }) => openOpportunity(owner, { clientId }))
  .extend("path", ({ opportunityId }) => `/opportunities/${opportunityId}`);
const request = { button: "Request showing" };
const noon = { startsAt: "2031-03-01T12:00" };

const showingsOn = (page: Visit) => rowsOn(page, "Showings");

/** Requests a showing and gives the address of its pages. */
async function requested(
  owner: Visitor,
  opportunityId: string,
  path: string,
  fields: Readonly<Record<string, string>> = noon,
): Promise<string> {
  return `${path}/showings/${await addShowing(owner, opportunityId, fields)}`;
}

/** The properties of a calendar's event by their names, parameters included; folded lines put together again. */
async function eventAt(owner: Visitor, address: string): Promise<Map<string, string>> {
  const response = await owner.request(`${address}/calendar.ics`);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/calendar; charset=utf-8"]);
  const text = await response.text();
  expect(text.split("\r\n").filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
  expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  const [, event = ""] = text.replaceAll("\r\n ", "").split("BEGIN:VEVENT\r\n");
  const lines = event.split("\r\n");
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)]));
}

test("a time that the clock skips in spring is refused, with what was typed", async ({ owner, path }) => {
  await owner.open(`${path}/showings/new`);
  const refused = await owner.submit({ startsAt: "2031-03-09T02:30", note: "Ring twice." }, request);
  expect([refused.status, typedIn(refused, "startsAt"), typedIn(refused, "note")]).toEqual([
    400,
    "2031-03-09T02:30",
    "Ring twice.",
  ]);
  expect(refused.text).toContain("Clocks go forward on that day, and skip this time. Choose another one.");
  expect(showingsOn(await owner.submit({ startsAt: "2031-03-09T03:30" }, request))[0]).toContain("3:30 AM EDT");
});

test("a form that was filled in by another clock is not read by the new one without a word", async ({
  app,
  agency,
  owner,
  path,
}) => {
  await owner.open(`${path}/showings/new`);
  await app.database.orm.execute(
    sql`update upstream.packages set time_zone = 'America/Denver' where workspace_id = ${agency.workspaceId}`,
  );
  const asked = await owner.submit(noon, request);
  expect([asked.status, typedIn(asked, "startsAt")]).toEqual([409, noon.startsAt]);
  expect(asked.text).toContain("The property's time zone was changed to America/Denver.");
  expect(showingsOn(await owner.submit({}, request))[0]).toContain("12:00 PM MST");
});

test("a showing is requested, confirmed, moved and cancelled on the opportunity's page", async ({
  owner,
  opportunityId,
  path,
}) => {
  expect((await owner.open(path)).text).toContain("ShowingsNone");
  const at = await requested(owner, opportunityId, path, { ...noon, durationMinutes: "45", note: "Ring twice." });
  expect(owner.page.text).toContain("Showing requested.");
  expect(showingsOn(owner.page)).toEqual([
    "Sat, Mar 1, 2031, 12:00 PM EST 45 min Ring twice. Confirm Reschedule Cancel Add to calendar Requested",
  ]);
  await owner.open(`${at}/confirmation`);
  expect(owner.page.text).toContain("Confirm Sat, Mar 1, 2031, 12:00 PM EST?");
  const confirmed = await owner.submit({}, { button: "Confirm showing" });
  expect(showingsOn(confirmed)[0]).toMatch(/Ring twice\. Reschedule Cancel Add to calendar Confirmed$/);
  await owner.open(`${at}/edit`);
  expect(typedIn(owner.page, "startsAt")).toBe("2031-03-01T12:00");
  const skipped = await owner.submit({ startsAt: "2031-03-09T02:30" }, { button: "Save showing" });
  expect([skipped.status, typedIn(skipped, "startsAt")]).toEqual([400, "2031-03-09T02:30"]);
  expect(skipped.text).toContain("Clocks go forward on that day, and skip this time.");
  const moved = await owner.submit({ startsAt: "2031-07-01T12:00" }, { button: "Save showing" });
  expect(showingsOn(moved)[0]).toMatch(/^Tue, Jul 1, 2031, 12:00 PM EDT 45 min/);
  await owner.open(`${at}/cancellation`);
  const cancelled = await owner.submit({}, { button: "Cancel showing" });
  expect(showingsOn(cancelled)[0]).toMatch(/Ring twice\. Remove from calendar Cancelled$/);
  expect((await owner.open(`${at}/edit`)).status).toBe(403);
  for (const page of ["confirmation", "cancellation"])
    expect((await owner.open(`${at}/${page}`)).text).toContain("This showing is already cancelled.");
});

test("the question whether to cancel a showing has one button that does, and one link that keeps it", async ({
  owner,
  opportunityId,
  path,
}) => {
  const at = await requested(owner, opportunityId, path);
  const { document } = await owner.open(`${at}/cancellation`);
  const offered = document.querySelectorAll("main .actions :is(button, a)").map(({ text }) => text);
  expect(offered).toEqual(["Cancel showing", "Keep showing"]);
});

test("a deal whose last showing was cancelled says so, and leads to another one or a stage back", async ({
  owner,
  opportunityId,
  path,
}) => {
  const at = await requested(owner, opportunityId, path);
  await owner.open(`${at}/confirmation`);
  const confirmed = await owner.submit({}, { button: "Confirm showing" });
  expect(confirmed.text).not.toContain("No showing is arranged anymore.");
  await owner.open(`${at}/cancellation`);
  const cancelled = await owner.submit({}, { button: "Cancel showing" });
  expect(cancelled.text).toContain(
    "No showing is arranged anymore. Request another showing or move the deal back to “Opportunity”.",
  );
  const another = await requested(owner, opportunityId, path);
  await owner.open(`${another}/confirmation`);
  const arranged = await owner.submit({}, { button: "Confirm showing" });
  expect(arranged.text).not.toContain("No showing is arranged anymore.");
  expect(showingsOn(arranged)).toHaveLength(2);
});

test("an old way to confirm a showing says that it is confirmed, and leads to its opportunity", async ({
  agency,
  owner,
  opportunityId,
  path,
}) => {
  const at = await requested(owner, opportunityId, path);
  const old = fillForm(await owner.open(`${at}/confirmation`), "Confirm showing", {});
  const colleague = (await agency.join("manager")).visitor;
  await colleague.open(`${at}/confirmation`);
  await colleague.submit({}, { button: "Confirm showing" });
  const page = await owner.open(`${at}/confirmation`);
  expect([page.status, page.text]).toEqual([200, expect.stringContaining("This showing is already confirmed.")]);
  expect(page.document.querySelector(`main .note a[href="${path}"]`)?.text).toBe("Open the opportunity");
  const sent = await owner.send(old.path, old.fields);
  expect([sent.url.pathname, sent.text]).toEqual([path, expect.stringContaining("This showing is already confirmed.")]);
});

test("of two things asked of one version by the same person the second is asked again, of the present one", async ({
  owner,
  opportunityId,
  path,
}) => {
  const at = await requested(owner, opportunityId, path);
  const confirmation = fillForm(await owner.open(`${at}/confirmation`), "Confirm showing", {});
  const cancellation = fillForm(await owner.open(`${at}/cancellation`), "Cancel showing", {});
  await owner.send(confirmation.path, confirmation.fields);
  const asked = await owner.send(cancellation.path, cancellation.fields);
  expect([asked.status, asked.text.match(/Someone else changed this\.?/g)]).toEqual([
    409,
    ["Someone else changed this."],
  ]);
  expect(showingsOn(await owner.submit({}, { button: "Cancel showing" }))[0]).toMatch(/Cancelled$/);
});

describe("what is wrong with a request stands beside its field", () => {
  test.for([
    [{}, "Enter the showing date and time."],
    [{ startsAt: "2020-03-01T12:00" }, "Showing must be in the future."],
    [{ startsAt: "2031-02-30T10:00" }, "Showing must be a date and a time."],
    [{ ...noon, durationMinutes: "3" }, "Length must be a whole number of minutes, from 5 to 1,440."],
    [{ ...noon, note: "x".repeat(1001) }, "Use at most 1,000 characters."],
  ] as const)("%j", async ([typed, message], { owner, path }) => {
    await owner.open(`${path}/showings/new`);
    const refused = await owner.submit(typed, request);
    expect([refused.status, messagesOn(refused)]).toEqual([400, [message]]);
    for (const [name, text] of Object.entries(typed)) expect(typedIn(refused, name)?.trim()).toBe(text);
    expect(showingsOn(await owner.open(path))).toEqual([]);
  });
});

test("without an agreement in force the form warns, and leads to where its dates are entered", async ({
  agency,
  owner,
  clientId,
  path,
}) => {
  const page = await owner.open(`${path}/showings/new`);
  expect(page.text).toContain("This client has no active buyer agreement.");
  const link = page.document.querySelector(`a[href="/clients/${clientId}/agreement"]`);
  expect(link?.text).toBe("Add agreement dates");
  await agency.call("PATCH", `/clients/${clientId}`, { agreement: { startsOn: "2020-01-01", endsOn: "2099-12-31" } });
  expect((await owner.open(`${path}/showings/new`)).text).not.toContain("No buyer agreement");
});

test("of two who change a showing the second is shown the first; moved meanwhile, it is not confirmed", async ({
  owner,
  opportunityId,
  path,
}) => {
  const at = await requested(owner, opportunityId, path);
  const confirmation = fillForm(await owner.open(`${at}/confirmation`), "Confirm showing", {});
  const late = fillForm(await owner.open(`${at}/edit`), "Save showing", { startsAt: "2031-03-03T09:00" });
  await owner.submit({ startsAt: "2031-03-02T10:00" }, { button: "Save showing" });
  const stale = await owner.send(late.path, late.fields);
  expect([stale.status, versionsOn(stale)]).toEqual([
    409,
    ["Date and time | Sun, Mar 2, 2031, 10:00 AM | Mon, Mar 3, 2031, 9:00 AM"],
  ]);
  const asked = await owner.send(confirmation.path, confirmation.fields);
  expect([asked.status, asked.text]).toEqual([409, expect.stringContaining("Confirm Sun, Mar 2, 2031, 10:00 AM EST?")]);
  expect(showingsOn(await owner.open(path))[0]).toContain("Requested");
});

test("who may only look is shown no way to change a showing, and finds none", async ({
  agency,
  owner,
  opportunityId,
  path,
}) => {
  const at = await requested(owner, opportunityId, path);
  const { visitor } = await agency.join("instructor");
  expect(showingsOn(await visitor.open(path))[0]).toMatch(/30 min Add to calendar Requested$/);
  for (const page of ["edit", "confirmation", "cancellation"])
    expect((await visitor.open(`${at}/${page}`)).status).toBe(403);
  expect((await visitor.open(`${path}/showings/new`)).status).toBe(403);
  const { visitor: member } = await agency.join("member");
  for (const page of ["edit", "confirmation", "cancellation", "calendar.ics"])
    expect((await member.open(`${at}/${page}`)).status).toBe(404);
});

test("in a calendar a showing over the end of daylight saving has its own length", async ({
  owner,
  opportunityId,
  path,
}) => {
  const night = { ...noon, startsAt: "2031-11-02T00:45", durationMinutes: "90" };
  const event = await eventAt(owner, await requested(owner, opportunityId, path, night));
  expect([event.get("DTSTART"), event.get("DTEND")]).toEqual(["20311102T044500Z", "20311102T061500Z"]);
});

test("a showing is at its own opportunity's address only", async ({ owner, clientId, opportunityId, path }) => {
  const [, id = ""] = (await requested(owner, opportunityId, path)).split("/showings/");
  const elsewhere = await openOpportunity(owner, { clientId });
  for (const page of ["edit", "confirmation", "calendar.ics"])
    expect((await owner.open(`/opportunities/${elsewhere}/showings/${id}/${page}`)).status).toBe(404);
});

test("in a calendar it keeps its id while its sequence grows, by the clock of the property", async ({
  owner,
  opportunityId,
  path,
}) => {
  const at = await requested(owner, opportunityId, path, {
    ...noon,
    note: "Gate code; 12, then \\ and #.\nDie Tür klemmt: 門が固い。".repeat(3),
  });
  const first = await eventAt(owner, at);
  expect(first.get("UID")).toMatch(/^showing-[0-9a-f-]{36}$/);
  expect(first.get("SEQUENCE")).toBe("0");
  expect(first.get("STATUS")).toBe("TENTATIVE");
  expect(first.get("DTSTART;TZID=America/New_York")).toBe("20310301T120000");
  expect(first.get("DTEND;TZID=America/New_York")).toBe("20310301T123000");
  expect(first.get("DTSTAMP")).toMatch(/^\d{8}T\d{6}Z$/);
  expect(first.get("SUMMARY")).toMatch(/^Showing: \w+ Alder Street\\, Maya Okafor$/);
  expect(first.get("DESCRIPTION")).toBe("Gate code\\; 12\\, then \\\\ and #.\\nDie Tür klemmt: 門が固い。".repeat(3));
  expect(await eventAt(owner, at)).toEqual(first);
  await owner.open(`${at}/edit`);
  await owner.submit({ startsAt: "2031-07-01T12:00" }, { button: "Save showing" });
  const moved = await eventAt(owner, at);
  expect([moved.get("UID"), moved.get("SEQUENCE")]).toEqual([first.get("UID"), "1"]);
  expect(moved.get("DTSTART;TZID=America/New_York")).toBe("20310701T120000");
  await owner.open(`${at}/cancellation`);
  await owner.submit({}, { button: "Cancel showing" });
  const cancelled = await eventAt(owner, at);
  expect([cancelled.get("UID"), cancelled.get("SEQUENCE")]).toEqual([first.get("UID"), "2"]);
  expect(cancelled.get("STATUS")).toBe("CANCELLED");
});
