import { expect, test } from "vitest";
import { answerWhole, fillPlaces, piecesOf } from "#app/entry/page-bytes.ts";

test("the pieces of a complete page are known without reading it, and are what it answers", async () => {
  const page = fillPlaces("A <1>.", [["<1>", Buffer.from("page")]]);
  const answer = answerWhole(page, { status: 404, headers: { "Content-Type": "text/html" } });
  expect(piecesOf(answer)).toBe(page);
  expect([answer.status, await answer.text()]).toEqual([404, "A page."]);
});

test("other answers have to be read", () => {
  expect(piecesOf(new Response("A page."))).toBeNull();
});
