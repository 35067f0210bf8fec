import { describe, expect, test } from "vitest";
import { type Activity, showActivity } from "#app/activity/activity.ts";

const event = { id: "e", label: "Buyer profile changed", occurredAt: "2024-01-01T15:00:00Z", actorName: "Ada" };

const about = { clientId: "c", clientName: "Maya", subjectType: "client", subjectId: "c" };

function changesOf(...changes: Activity["changes"]) {
  return showActivity({ ...event, ...about, changes }).changes;
}

test("an event keeps who, what and when, and loses what no page shows", () => {
  const client = { id: "c", name: "Maya" };
  expect(showActivity({ ...event, ...about, changes: [] })).toEqual({ ...event, client, changes: [] });
  expect(showActivity({ ...event, ...about, clientName: null, changes: [] }).client).toBeNull();
});

describe("changes in words", () => {
  test.each([
    ["phone_number", null, "206", { field: "Phone number", before: null, after: "206" }],
    ["phoneNumber", "206", "", { field: "Phone number", before: "206", after: null }],
    ["min_beds", 2, 3, { field: "Min. beds", before: "2", after: "3" }],
    ["min_lot_size", 4000, 12500.5, { field: "Min. lot size", before: "4,000", after: "12,500.5" }],
    ["property_types", [], ["Loft", "House"], { field: "House types", before: null, after: "Loft, House" }],
    ["notes", null, " Light. ", { field: "Buyer notes", before: null, after: "Light." }],
    ["archived", false, true, { field: "Archived", before: "No", after: "Yes" }],
    [
      "budget",
      { amount: "650000.00", currency: "USD" },
      { amount: "700000.50", currency: "EUR" },
      { field: "Budget", before: "USD 650,000", after: "EUR 700,000.50" },
    ],
  ])("%s from %j to %j", (field, before, after, shown) => {
    expect(changesOf({ field, before, after })).toEqual([shown]);
  });

  test("what has no words, or reads the same on both sides, is only said to have changed", () => {
    const silent = { before: null, after: null };
    expect(changesOf({ field: "metadata", before: { a: 1 }, after: { a: 2 } })).toEqual([
      { field: "Metadata", ...silent },
    ]);
    const long = "a".repeat(90);
    expect(changesOf({ field: "notes", before: `${long}1`, after: `${long}2` })).toEqual([
      { field: "Buyer notes", ...silent },
    ]);
  });

  test("the house's own ids and times, and what did not change, are left out", () => {
    expect(
      changesOf(
        { field: "assigned_account_id", before: "a", after: "b" },
        { field: "archived_at", before: null, after: "2024-01-01T00:00:00Z" },
        { field: "name", before: "Maya", after: "Maya" },
      ),
    ).toEqual([]);
  });

  test("long texts are cut between characters as people see them", () => {
    const family = "👩‍👩‍👧‍👦";
    const [change] = changesOf({ field: "notes", before: null, after: family.repeat(100) });
    expect(change?.after).toBe(`${family.repeat(80)}…`);
  });
});
