import { expect, test } from "vitest";
import { phoneText } from "#spelling/phone-text.ts";

test.each([
  ["2065550142", "(206) 555-0142"],
  ["206.555.0142", "(206) 555-0142"],
  ["+1 (206) 555-0142", "(206) 555-0142"],
  [" 206 555-0142 ", "(206) 555-0142"],
  ["206 555 0142 ext. 7", "206 555 0142 ext. 7"],
  ["+49 30 1234567", "+49 30 1234567"],
  ["106 555 0142", "106 555 0142"],
  ["206-555-HOME", "206-555-HOME"],
  ["", ""],
  ["0".repeat(100_000), "0".repeat(100_000)],
])("%j is shown as %j", (typed, shown) => {
  expect(phoneText(typed)).toBe(shown);
});
