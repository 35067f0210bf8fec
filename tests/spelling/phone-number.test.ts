import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { phoneNotice } from "#app/ui/phone.server.ts";
import { checkEntries, givenEntry } from "#server/upstream/clients/import-entries.ts";
import { phoneKeyOf } from "#server/upstream/clients/search-keys.ts";
import { callLink, phoneProblem, tidyPhone } from "#spelling/phone-number.server.ts";

test.each([
  ["2065550142", "tel:+12065550142"],
  ["206.555.0142", "tel:+12065550142"],
  ["1-206-555-0142", "tel:+12065550142"],
  ["+49 (0)30 1234567", "tel:+49301234567"],
  ["0049 30 1234567", "tel:+49301234567"],
  ["+44 (0)20 7946 0958", "tel:+442079460958"],
  ["+39 06 698 12345", "tel:+390669812345"],
  ["0015551234567", "tel:+15551234567"],
  ["+52 1 55 1234 5678", "tel:+525512345678"],
  ["206-555-0180 x12", "tel:+12065550180;ext=12"],
  ["(206) 555-0142 ext. 12", "tel:+12065550142;ext=12"],
  ["'+1 206 555 0181", "tel:+12065550181"],
  ["\u202a+1 206 555 0181\u202c", "tel:+12065550181"],
  ["٢٠٦٥٥٥٠١٨٢", "tel:+12065550182"],
  ["+91 ९८७६५ ४३२१०", "tel:+919876543210"],
  ["2065550142.0", "tel:+12065550142"],
  ["call 206-555-0142 after six", "tel:+12065550142"],
  ["206-555-0142 / 206-555-0143", "tel:+12065550142"],
  ["1-800-FLOWERS", "tel:+18003569377"],
  ["0301234567", "tel:0301234567"],
  ["555-0199", "tel:5550199"],
])("%j dials %s, and can be a number", (typed, link) => {
  expect([callLink(typed), phoneProblem(typed), phoneNotice(typed)]).toEqual([link, null, ""]);
});

test.each(["2.06555E+09", "2,06555e+9", "ask at the desk", "12", "1234567890123456", "+1 206 555"])(
  "%j can be no number, and whoever typed it is told",
  (typed) => {
    expect(phoneProblem(typed)).not.toBeNull();
    expect(phoneNotice(typed)).toContain(`The phone number was kept, but it can't be called: check ${typed}.`);
  },
);

test("a call link holds nothing but a number", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (typed) => {
      expect(callLink(typed) ?? "tel:1").toMatch(/^tel:\+?\d{1,15}(;ext=\d{1,20})?$/);
    }),
  );
});

describe("an import", () => {
  const entryOf = (phone: string, row = 2) => givenEntry.parse({ row, name: "Tel", phone });

  test("keeps what was typed, without a spreadsheet's apostrophe", async () => {
    const typed = ["+49 (0)30 1234567", "'+1 206 555 0181", "٢٠٦٥٥٥٠١٨٢", "206-555-0180 x12"];
    const rows = typed.map((phone, place) => ({ ...entryOf(phone, place + 2), name: phone }));
    const kept = (await checkEntries(rows)).ready;
    expect(kept.map(({ phone }) => phone)).toEqual(typed.map(tidyPhone));
    expect(kept[1]?.phone).toBe("+1 206 555 0181");
  });

  test("refuses the row of what can be no number, and says why", async () => {
    const { ready, problems } = await checkEntries([
      entryOf("2.06555E+09"),
      entryOf("+1 206 555", 3),
      entryOf("12", 4),
    ]);
    expect(ready).toEqual([]);
    expect(problems.map(({ row, detail }) => [row, detail])).toEqual([
      [2, "Phone number was rounded by a spreadsheet. Format the column as text, and enter it again."],
      [3, "Phone number has too many or too few digits. Begin a number from abroad with + and its country."],
      [4, "Phone number must have at least 5 digits, or be blank."],
    ]);
  });

  test("finds one client in two spellings of a number", async () => {
    const pairs = [
      ["+49 (0)30 1234567", "0049 30 1234567"],
      ["206-555-0180 x12", "+1 (206) 555-0180"],
      ["٢٠٦٥٥٥٠١٨٢", "2065550182"],
    ];
    for (const [one = "", other = ""] of pairs) {
      expect(phoneKeyOf(one)).toBe(phoneKeyOf(other));
      const { doubles } = await checkEntries([entryOf(one), entryOf(other, 3)]);
      expect(doubles).toMatchObject([{ row: 3, same_as_row: 2 }]);
    }
  });
});
