import { describe, expect, test } from "vitest";
import { type Activity, toActivityEntry } from "#app/activity/activity.ts";

const event = { id: "e", label: "Buyer profile changed", occurredAt: "2024-01-01T15:00:00Z", actorName: "Ada" };

const ofClient = { clientId: "c", clientName: "Maya", subjectType: "client", subjectId: "c", kind: "client.updated" };
const ofNothing = { packageId: null, packageStreet: null, opportunityId: null, changes: [] };
const activity: Activity = { ...event, ...ofClient, ...ofNothing };

function changesOf(...changes: Activity["changes"]) {
  return toActivityEntry({ ...activity, changes }, "America/Los_Angeles").changes;
}

test("an event has its label, person and time", () => {
  const about = [{ href: "/clients/c", label: "Maya" }];
  expect(toActivityEntry(activity, "UTC")).toEqual({ ...event, kind: activity.kind, about, changes: [] });
  expect(toActivityEntry({ ...activity, clientName: null }, "UTC").about).toEqual([]);
});

test("an event links to its records, except the page's own and deleted ones", () => {
  const deal = { packageId: "p", packageStreet: "12 Alder Lane", opportunityId: "o" };
  const shown = (here: string) => toActivityEntry({ ...activity, ...deal }, "UTC", here).about.map(({ href }) => href);
  expect(shown("")).toEqual(["/clients/c", "/packages/p", "/opportunities/o"]);
  expect(shown("/clients/c")).toEqual(["/packages/p", "/opportunities/o"]);
  const paper = { ...activity, subjectType: "document", subjectId: "d", clientName: null };
  expect(toActivityEntry({ ...paper, kind: "document.added" }, "UTC").about).toEqual([
    { href: "/documents/d", label: "Document" },
  ]);
  expect(toActivityEntry({ ...paper, kind: "document.purged" }, "UTC").about).toEqual([]);
});

test("a record whose page the reader may not open is named without a link", () => {
  const others = { ...activity, clientId: null, packageId: null, packageStreet: "12 Alder Lane" };
  expect(toActivityEntry(others, "UTC", "/opportunities/o").about).toEqual([
    { href: null, label: "Maya" },
    { href: null, label: "12 Alder Lane" },
  ]);
});

test("the link to a task is its title, which is told once", () => {
  const title = { field: "title", before: null, after: "Send the deposit" };
  const dueOn = { field: "due_on", before: null, after: "2026-11-26" };
  const task = { ...activity, clientName: null, subjectType: "task", subjectId: "t", changes: [title, dueOn] };
  const added = toActivityEntry({ ...task, kind: "task.created" }, "UTC");
  expect(added.about).toEqual([{ href: "/tasks/t", label: "Send the deposit" }]);
  expect(added.changes.map(({ field }) => field)).toEqual(["Due on"]);
  const renamed = { ...task, kind: "task.updated", changes: [{ ...title, before: "Send it" }] };
  const about = [{ label: "Send the deposit" }];
  expect(toActivityEntry(renamed, "UTC")).toMatchObject({ about, changes: [{ field: "Title" }] });
  const completed = { ...task, kind: "task.completed", changes: [{ ...title, before: "Send the deposit" }] };
  expect(toActivityEntry(completed, "UTC")).toMatchObject({ about, changes: [] });
  const removed = toActivityEntry({ ...task, kind: "task.removed" }, "UTC");
  expect([removed.about, removed.changes.length]).toEqual([[], 2]);
});

describe("changes in words", () => {
  test.each([
    ["phone_number", null, "206", { field: "Phone number", before: null, after: "206" }],
    ["phoneNumber", "206", "", { field: "Phone number", before: "206", after: "none" }],
    ["client_rank", "High", null, { field: "Client rank", before: "High", after: "none" }],
    ["year_built", null, 1924, { field: "Year built", before: null, after: "1924" }],
    ["mls_number", null, "N-1", { field: "MLS number", before: null, after: "N-1" }],
    ["min_beds", 2, 3, { field: "Min. beds", before: "2", after: "3" }],
    ["min_lot_size", 4000, 12500.5, { field: "Min. lot size", before: "4,000", after: "12,500.5" }],
    ["property_types", [], ["Loft", "House"], { field: "House types", before: null, after: "Loft, House" }],
    ["notes", null, " Light. ", { field: "Buyer notes", before: null, after: "Light." }],
    ["stage", "open", "offer_suggeted", { field: "Stage", before: "Opportunity", after: "Offer suggested" }],
    ["reason", null, "client_changed_mind", { field: "Reason", before: null, after: "Client changed mind" }],
    [
      "starts_at",
      null,
      "2026-03-01T20:00:00.000000Z",
      { field: "Time", before: null, after: "Sun, Mar 1, 2026, 12:00 PM PST" },
    ],
    ["closed_on", null, "1999-01-01", { field: "Closed on", before: null, after: "Jan 1, 1999" }],
    ["street", null, "1999-01-01", { field: "Street", before: null, after: "1999-01-01" }],
    ["archived", false, true, { field: "Archived", before: "No", after: "Yes" }],
    [
      "budget",
      { amount: "650000.00", currency: "USD" },
      { amount: "700000.50", currency: "EUR" },
      { field: "Budget", before: "$650,000", after: "EUR 700,000.50" },
    ],
  ])("%s from %j to %j", (field, before, after, shown) => {
    expect(changesOf({ field, before, after })).toEqual([shown]);
  });

  test("values without a text, or with the same text, are shown as changed only", () => {
    const silent = { before: null, after: null };
    expect(changesOf({ field: "metadata", before: { a: 1 }, after: { a: 2 } })).toEqual([
      { field: "Metadata", ...silent },
    ]);
    const long = "a".repeat(90);
    expect(changesOf({ field: "notes", before: `${long}1`, after: `${long}2` })).toEqual([
      { field: "Buyer notes", ...silent },
    ]);
  });

  test("ids, timestamps and unchanged values are left out", () => {
    expect(
      changesOf(
        { field: "assigned_account_id", before: "a", after: "b" },
        { field: "archived_at", before: null, after: "2024-01-01T00:00:00Z" },
        { field: "name", before: "Maya", after: "Maya" },
      ),
    ).toEqual([]);
  });

  test("long texts are cut between graphemes", () => {
    const family = "👩‍👩‍👧‍👦";
    const [change] = changesOf({ field: "notes", before: null, after: family.repeat(100) });
    expect(change?.after).toBe(`${family.repeat(80)}…`);
  });
});
