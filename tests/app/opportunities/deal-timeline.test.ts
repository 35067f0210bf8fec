import { expect, test } from "vitest";
import type { ActivityEntry } from "#app/activity/activity.ts";
import { timelineOf } from "#app/opportunities/deal-timeline.ts";

const event = (id: string, label: string, occurredAt: string, actorName: string): ActivityEntry => ({
  id,
  kind: null,
  label,
  occurredAt,
  actorName,
  about: [],
  changes: label === "Deal opened" ? [{ field: "Stage", before: null, after: "Opportunity" }] : [],
});

test("a task that somebody adds by hand stands by itself, and one of the same moment goes with its step", () => {
  const events = [
    event("by hand", "Task added", "2031-03-01T10:04:00.000Z", "Ada"),
    event("by another", "Task added", "2031-03-01T10:00:00.400Z", "Ruth"),
    event("of the step", "Task added", "2031-03-01T10:00:00.200Z", "Ada"),
    event("other", "Comment added", "2031-03-01T10:00:00.100Z", "Ada"),
    event("opened", "Deal opened", "2031-03-01T10:00:00.000Z", "Ada"),
  ];
  const parts = { moves: [], comments: null, said: null };
  const told = timelineOf(parts, events).map(({ id, folded }) => [id, folded.map(({ id }) => id)]);
  expect(told).toEqual([
    ["by hand", []],
    ["by another", []],
    ["other", []],
    ["opened", ["of the step"]],
  ]);
});

test("a task that went with its date goes with the step that took the date away", () => {
  const moved = {
    ...event("moved", "Stage changed", "2031-03-01T10:00:00.000Z", "Ada"),
    changes: [{ field: "Stage", before: "Offer accepted", after: "Opportunity" }],
  };
  const dropped = {
    ...event("gone", "Task no longer needed", "2031-03-01T10:00:00.200Z", "Ada"),
    kind: "task.dropped",
  };
  const byHand = { ...event("by hand", "Task removed", "2031-03-01T10:00:00.300Z", "Ada"), kind: "task.removed" };
  const told = timelineOf({ moves: null, comments: null, said: null }, [byHand, dropped, moved]);
  expect(told.map(({ id, folded }) => [id, folded.map(({ id }) => id)])).toEqual([
    ["by hand", []],
    ["moved", ["gone"]],
  ]);
});
