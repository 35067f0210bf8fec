import { expect, test } from "vitest";
import { answerWhole, wholeBodyOf } from "#app/entry/page-bytes.ts";

test("the bytes of a complete page are known without reading it, and are what it answers", async () => {
  const answer = answerWhole(Buffer.from("A page."), { status: 404, headers: { "Content-Type": "text/html" } });
  expect(wholeBodyOf(answer)?.toString()).toBe("A page.");
  expect([answer.status, await answer.text()]).toEqual([404, "A page."]);
});

test("other answers have to be read", () => {
  expect(wholeBodyOf(new Response("A page."))).toBeNull();
});
