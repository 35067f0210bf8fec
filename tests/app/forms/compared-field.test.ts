import { describe, expect, test } from "vitest";
import { atTime, type ComparedField, chosen, onDay, ticked } from "#app/forms/compared-field.ts";

/** What stands in the comparison for these texts. */
function said(field: ComparedField, texts: readonly string[]): string[] {
  return typeof field === "string" ? [...texts] : texts.map(field.say);
}

describe("a field in two versions is said as people say it", () => {
  test("what is chosen by the words of its choices", () => {
    const stage = chosen("Stage", [{ value: "offer", label: "Offer made" }]);
    expect(said(stage, ["offer", "gone"])).toEqual(["Offer made", "gone"]);
  });

  test("a checkbox by yes and no", () => {
    expect(said(ticked("Shown"), ["on", ""])).toEqual(["Yes", "No"]);
  });

  test("a day with its month, whatever the clock here", () => {
    expect(said(onDay("Due"), ["2026-12-04", "2028-02-29"])).toEqual(["Dec 4, 2026", "Feb 29, 2028"]);
  });

  test("a time as its clock shows it, without naming another place's", () => {
    expect(said(atTime("Starts"), ["2026-12-04T15:00", "2026-12-04T00:30"])).toEqual([
      "Fri, Dec 4, 2026, 3:00 PM",
      "Fri, Dec 4, 2026, 12:30 AM",
    ]);
  });

  test("what was typed and is neither as it was typed", () => {
    const typed = ["", "soon", "2026-02-30", "04.12.2026", "<b>"];
    expect([said(onDay("Due"), typed), said(atTime("Starts"), typed)]).toEqual([typed, typed]);
  });
});
