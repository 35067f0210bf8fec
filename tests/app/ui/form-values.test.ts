import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import {
  checkbox,
  choice,
  choices,
  email,
  joinList,
  optionalNumber,
  optionalText,
  requiredText,
  splitList,
  textList,
} from "#app/ui/form-values.ts";
import { optionalAmount, optionalMoney, requiredMoney, typedMoney } from "#app/ui/money-values.ts";

/** What a schema makes of a value, or the first thing wrong with it. */
function read(schema: z.ZodMiniType, value: unknown): unknown {
  const result = z.safeParse(schema, value);
  return result.success ? result.data : `! ${result.error.issues[0]?.message}`;
}

describe("text", () => {
  const name = requiredText("Name must be at least 1 character.", 20);

  test("is trimmed, and required where it is", () => {
    expect(read(name, "  Maya Okafor ")).toBe("Maya Okafor");
    expect(read(name, "")).toBe("! Name must be at least 1 character.");
    expect(read(name, " \n ")).toBe("! Name must be at least 1 character.");
    expect(read(optionalText(), "  ")).toBeNull();
    expect(read(optionalText(), "a")).toBe("a");
  });

  test("says when it is too long, without ever taking a part", () => {
    expect(read(name, "x".repeat(21))).toBe("! Use at most 20 characters.");
    expect(read(name, "x".repeat(1_000_000))).toBe("! Use at most 20 characters.");
  });

  test.each(["a\0b", "a\u0007b", "a\ud800b", "\udc00"])("refuses what no column takes: %j", (text) => {
    expect(read(name, text)).toBe("! Remove the characters that can't be displayed.");
    expect(read(optionalText(), text)).toBe("! Remove the characters that can't be displayed.");
  });

  test.each(["👩‍👩‍👧 Zhang", "مرحبا", "<b>&amp;", "two\nlines"])("takes %j as it is", (text) => {
    expect(read(name, text)).toBe(text);
  });

  test("a file or a missing field is an error, not a crash", () => {
    for (const value of [undefined, null, new File([], "a"), ["a", "b"], { a: 1 }]) {
      expect(read(name, value)).toMatch(/^! /);
      expect(read(optionalText(), value)).toMatch(/^! /);
    }
  });
});

test("an e-mail address", () => {
  expect(read(email(), " maya@client.example ")).toBe("maya@client.example");
  for (const wrong of ["", "maya", "maya@", "@client.example", "a b@client.example", `${"x".repeat(250)}@a.example`]) {
    expect(read(email(), wrong)).toMatch(/^! /);
  }
});

test("a number", () => {
  const beds = optionalNumber({ whole: true, max: 99, message: "Enter a whole number." });
  expect([read(beds, ""), read(beds, " 3 "), read(beds, "0")]).toEqual([null, 3, 0]);
  for (const wrong of ["2.5", "-1", "100", "1e1", "three", "0x10", "Infinity", "٣"]) {
    expect(read(beds, wrong)).toBe("! Enter a whole number.");
  }
  expect(read(optionalNumber({ message: "no" }), "1,840.5")).toBe(1840.5);
});

test.each(["2,5", "1,23", "500,00", "850000,50", "850.000,50", "0,500", "1,2345", ",500", "1,", "1,234 567", "1 23"])(
  "%j is refused: its comma may be a decimal one",
  (typed) => {
    expect(read(optionalNumber({ message: "no" }), typed)).toBe("! no");
    expect(read(optionalAmount("no"), typed)).toMatch(/^! (?:no$|Use commas for thousands and a point for decimals)/);
  },
);

test.each([
  ["1,234", "1234"],
  ["1,234.50", "1234.50"],
  ["12,345,678", "12345678"],
  ["12,34,567", "1234567"],
  ["850 000", "850000"],
  ["1\u202f234\u00a0567", "1234567"],
  ["\u22121,250", "-1250"],
])("thousands may be parted: %j", (typed, plain) => {
  expect(read(optionalAmount("no", { negative: true }), typed)).toBe(plain);
  expect(read(optionalNumber({ min: -2000, message: "no" }), typed)).toBe(Number(plain));
});

test("an amount stays the decimal that was typed", () => {
  const amount = optionalAmount("Enter an amount.");
  expect([read(amount, ""), read(amount, "850,000"), read(amount, "850 000.50")]).toEqual([
    null,
    "850000",
    "850000.50",
  ]);
  for (const wrong of ["1e9", "about 5"]) expect(read(amount, wrong)).toBe("! Enter an amount.");
  expect(read(amount, "1234567890123")).toBe("! Enter less than 1,000,000,000,000.");
});

test.each([
  ["$900k", "USD", "900000"],
  ["1 250,5 €", "EUR", "1250.5"],
  ["CAD 5", "CAD", "5"],
  ["CAD 5", "USD", "! The amount says CAD. Choose CAD as its currency, or leave it out."],
  ["$5", "EUR", "! The amount says USD. Choose USD as its currency, or leave it out."],
  ["900.000", "USD", "! Use commas for thousands and a point for decimals, such as 1,250.50."],
  ["-5", "USD", "! Enter the amount without a minus sign or parentheses, such as 450,000."],
  ["400k-450k", "USD", "! Enter one amount, such as 450,000, instead of a range."],
  ["five", "USD", "! no"],
])("%j in a field of %s", (amount, currency, meant) => {
  const taken = meant.startsWith("!") ? meant : { amount: meant, currency };
  for (const money of [optionalMoney("no"), requiredMoney("no")])
    expect(read(money, { amount, currency })).toEqual(taken);
});

test.each([
  ["1.25", "1.25"],
  ["350.000", "350.00"],
  ["450000", "450000"],
])("a stored %s is not made more by its form", (amount, shown) => {
  const typed = typedMoney({ amount, currency: "EUR" });
  expect(read(optionalMoney("no"), typed)).toEqual({ amount: shown, currency: "EUR" });
});

describe("a list in one field", () => {
  test("is split at commas and lines, trimmed, each once", () => {
    expect(read(textList(), "Ballard, Fremont\r\nBallard,\n , Green Lake")).toEqual([
      "Ballard",
      "Fremont",
      "Green Lake",
    ]);
    expect(read(textList(), "")).toEqual([]);
  });

  test("says when there are too many, or one is too long", () => {
    expect(read(textList({ most: 2 }), "a,b,c")).toBe("! Enter 2 at most.");
    expect(read(textList({ longest: 3 }), "abcd")).toBe("! Each may have 3 characters at most.");
  });

  test("comes back as it was joined", () => {
    const item = fc.stringMatching(/^[a-z]([a-z ]{0,8}[a-z])?$/);
    fc.assert(
      fc.property(fc.uniqueArray(item), (items) => {
        expect(splitList(joinList(items))).toEqual(items);
      }),
    );
  });
});

test("choices", () => {
  expect([read(checkbox(), "on"), read(checkbox(), undefined), read(checkbox(), "off")]).toEqual([true, false, false]);
  expect(read(checkbox(), "odd")).toBe("! Select the checkbox, or clear it.");
  const types = choices(["house", "condo"]);
  expect([read(types, undefined), read(types, "house"), read(types, ["condo", "house"])]).toEqual([
    [],
    ["house"],
    ["condo", "house"],
  ]);
  expect(read(types, ["house", "castle"])).toBe("! Choose from the list.");
  const currency = choice(["USD", "EUR"]);
  expect(read(currency, "EUR")).toBe("EUR");
  for (const wrong of ["", "usd", undefined, ["USD", "EUR"]])
    expect(read(currency, wrong)).toBe("! Choose from the list.");
  expect(read(z.object({ news: checkbox(), types }), {})).toEqual({ news: false, types: [] });
});
