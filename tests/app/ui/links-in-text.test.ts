import { expect, test } from "vitest";
import { linksIn } from "#app/ui/links-in-text.ts";

const linked = (text: string) => linksIn(text).flatMap(({ text, href }) => (href === null ? [] : [[text, href]]));

test.each([
  ["See https://a.example/x?y=1. Bye", "https://a.example/x?y=1", "https://a.example/x?y=1"],
  ["(www.homes.example/a_(b)), ok", "www.homes.example/a_(b)", "https://www.homes.example/a_(b)"],
  ["Ask josé@müller.example!", "josé@müller.example", "mailto:jos%C3%A9@m%C3%BCller.example"],
  ["Call (206) 555-0182.", "(206) 555-0182", "tel:+12065550182"],
  ["Ruf +49 (0)30 1234567 an", "+49 (0)30 1234567", "tel:+49301234567"],
])("what leads somewhere is a link, without what ends its sentence: %s", (text, words, href) => {
  expect(linked(text)).toEqual([[words, href]]);
  expect(
    linksIn(text)
      .map((piece) => piece.text)
      .join(""),
  ).toBe(text);
});

test.each([
  "2024-03-15",
  "123-456-789",
  "98101-1234",
  "$450,000.00",
  "MLS 20123456",
  "javascript:alert(1)",
  "a@b",
  "https://x.example/sign-in/…",
])("what leads nowhere is no link: %s", (text) => {
  expect(linked(text)).toEqual([]);
});
