import { expect, test } from "vitest";
import { piecesOf } from "#app/ui/marked-text.tsx";

const marked = (text: string, ...words: string[]) =>
  piecesOf(text, words)
    .map((piece) => (piece.isMarked ? `[${piece.text}]` : piece.text))
    .join("");

test.for([
  ["The Furnace is new.", ["furnace"], "The [Furnace] is new."],
  ["Élodie and Elodie", ["elodie"], "[Élodie] and [Elodie]"],
  ["E\u0301lodie", ["elodie"], "[E\u0301lodie]"],
  ["roof, roofs, proof", ["roof"], "[roof], [roof]s, p[roof]"],
  ["the roof of the garage", ["roof", "garage"], "the [roof] of the [garage]"],
  ["aaa", ["aa"], "[aa]a"],
  ["Straße ﬁx", ["fix"], "Straße [ﬁx]"],
  ["👍🏽 great", ["great"], "👍🏽 [great]"],
  ["nothing here", ["furnace"], "nothing here"],
  ["", ["furnace"], ""],
] as const)("%s with %s marked", ([text, words, shown]) => {
  expect(marked(text, ...words)).toBe(shown);
});

test("a text keeps every character, and a long one takes no time", () => {
  const text = "é\u0301x ".repeat(100_000);
  const began = performance.now();
  expect(
    piecesOf(text, ["x", "ex"])
      .map((piece) => piece.text)
      .join(""),
  ).toBe(text);
  expect(performance.now() - began).toBeLessThan(5_000);
});
