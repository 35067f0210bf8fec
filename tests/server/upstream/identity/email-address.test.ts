import fc from "fast-check";
import { expect, test } from "vitest";
import { normaliseEmail } from "#server/upstream/identity/email-address.ts";

test.each([
  ["  Maya@Agency.Example ", "maya@agency.example"],
  ["maya+clients@agency.example", "maya+clients@agency.example"],
  ["o'hara@agency.example", "o'hara@agency.example"],
  ["info@BÜCHER.example", "info@bücher.example"],
  ["info@xn--bcher-kva.example", "info@bücher.example"],
  ["jose\u0301@agency.example", "josé@agency.example"],
  ["a@b.co", "a@b.co"],
])("%s is kept as %s", (typed, kept) => {
  expect(normaliseEmail(typed)).toBe(kept);
});

test.each([
  "",
  "maya",
  "maya@",
  "@agency.example",
  "maya@agency",
  "maya@@agency.example",
  "maya@agency..example",
  "maya@-agency.example",
  "maya@127.0.0.1",
  "maya@[127.0.0.1]",
  ".maya@agency.example",
  "ma..ya@agency.example",
  "ma ya@agency.example",
  "maya@agency.example, otto@agency.example",
  "maya@agency.example\r\nBcc: otto@agency.example",
  "maya\u202e@agency.example",
  "maya\0@agency.example",
  "\ud800@agency.example",
  "<maya@agency.example>",
  `${"m".repeat(65)}@agency.example`,
  `maya@${"a.".repeat(125)}example`,
  "maya@agency.example/../x",
  "maya@agency.example:25",
  "maya@agency.example?x",
  "maya@agency.exa\tmple",
  "maya@agency.%65xample",
])("%j is no address", (typed) => {
  expect(normaliseEmail(typed)).toBeNull();
});

test("an address that was kept stays the same, and can go into a mail's header", () => {
  fc.assert(
    fc.property(fc.oneof(fc.emailAddress(), fc.string({ unit: "binary" })), (typed) => {
      const kept = normaliseEmail(typed);
      if (kept === null) return;
      expect(normaliseEmail(kept)).toBe(kept);
      expect(kept).not.toMatch(/[\s\p{C}<>,;]/u);
      expect(kept.length).toBeLessThanOrEqual(254);
    }),
  );
});

test("ordinary addresses are taken", () => {
  fc.assert(
    fc.property(fc.emailAddress(), (typed) => {
      expect(normaliseEmail(typed)).not.toBeNull();
    }),
  );
});
