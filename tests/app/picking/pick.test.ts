import { expect, test } from "vitest";
import { labelOf, meaningOf, soughtWords } from "#app/picking/pick.ts";

const maya = { id: "1", name: "Maya Okafor", detail: "maya@client.example" };
const otherMaya = { id: "2", name: "Maya Okafor", detail: "mo@client.example" };
const mayan = { id: "3", name: "Ana Mayan", detail: "" };

test("a suggestion says the name and what tells it apart, and is looked for by its name", () => {
  expect(labelOf(maya)).toBe("Maya Okafor (maya@client.example)");
  expect(labelOf(mayan)).toBe("Ana Mayan");
  expect(soughtWords(labelOf(maya))).toBe("Maya Okafor");
  expect(soughtWords("2140 Westlake Avenue N, Unit 7 (Seattle, WA 98109)")).toBe("2140 Westlake Avenue N, Unit 7");
});

test("the name, the e-mail or the whole suggestion means one, in any case and spacing", () => {
  for (const text of ["maya  OKAFOR ", "maya@client.example", "Maya Okafor (MAYA@client.example)"])
    expect(meaningOf(text, [maya, mayan])).toEqual({ kind: "one", id: "1" });
  expect(meaningOf(labelOf(otherMaya), [maya, otherMaya])).toEqual({ kind: "one", id: "2" });
});

test("a name that two have means those two, and part of a name all that are like it, even a single one", () => {
  expect(meaningOf("Maya Okafor", [maya, otherMaya, mayan])).toEqual({
    kind: "several",
    candidates: [maya, otherMaya],
  });
  expect(meaningOf("maya", [maya, mayan])).toEqual({ kind: "several", candidates: [maya, mayan] });
  expect(meaningOf("okaf", [maya])).toEqual({ kind: "several", candidates: [maya] });
  expect(meaningOf("nobody", [])).toEqual({ kind: "none" });
});
