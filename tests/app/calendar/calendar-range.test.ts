import { expect, test } from "vitest";
import { rangeOf } from "#app/calendar/calendar-range.server.ts";

test("the title of days in two years has both", () => {
  expect(rangeOf("week", "2026-12-30").title).toBe("Dec 27, 2026 to Jan 2, 2027");
  expect(rangeOf("week", "2026-06-30").title).toBe("Jun 28 to Jul 4, 2026");
});
