import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sayStarting } from "#server/starting.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("a start says every three seconds what it is at, until it is done", () => {
  const said: unknown[][] = [];
  const starting = sayStarting({ warn: (...line: unknown[]) => void said.push(line) });
  vi.advanceTimersByTime(2_900);
  starting.at("opening the database");
  expect(said).toEqual([]);
  vi.advanceTimersByTime(200);
  starting.at("starting background jobs");
  vi.advanceTimersByTime(3_000);
  expect(said).toEqual([
    [{ seconds: 3 }, "Still starting: opening the database"],
    [{ seconds: 6 }, "Still starting: starting background jobs"],
  ]);
  starting.end();
  vi.advanceTimersByTime(60_000);
  expect(said).toHaveLength(2);
});
