import { expect, test } from "vitest";
import { urgencyOf } from "#app/packages/offer-deadline.ts";
import { isLocalTime } from "#app/ui/date-format.ts";

test("only valid dates and times are accepted", () => {
  for (const typed of ["2026-03-01T00:00", "2028-02-29T23:59"]) expect(isLocalTime(typed), typed).toBe(true);
  const wrong = ["2026-02-29T12:00", "2026-02-30T12:00", "2026-13-01T12:00", "2026-01-01T24:00", "2026-01-01T12:60"];
  for (const typed of [...wrong, "2026-01-01", "2026-01-01T12:00Z", "soon"])
    expect(isLocalTime(typed), typed).toBe(false);
});

test("a deadline less than three days away is soon", () => {
  const now = Date.parse("2026-03-01T12:00:00Z");
  expect(urgencyOf("2026-03-01T11:59:59Z", now)).toBe("past");
  expect(urgencyOf("2026-03-04T11:59:59Z", now)).toBe("soon");
  expect(urgencyOf("2026-03-04T12:00:00Z", now)).toBe("later");
});
