/** What holds for all answers alike, whatever was asked. */
import { expect, test } from "vitest";
import { secretsIn } from "#tests/support/planted-secrets.ts";
import type { Census } from "./census.ts";
import { documentFlaws, headerFlaws, type Seen, toldSecrets } from "./judges.ts";

/** Adds the tests of a file of the census that look at every answer. @param recorded what was asked by then */
export function testEveryAnswer(recorded: () => { readonly census: Census; readonly seen: readonly Seen[] }): void {
  test("nothing tells a secret, nor is one written down", () => {
    const { census, seen } = recorded();
    expect(seen.flatMap((one) => toldSecrets(one, census.secrets))).toEqual([]);
    expect(secretsIn(census.app.logged(), census.secrets)).toEqual([]);
  });

  test("every answer has the headers of a safe one", () => {
    expect(recorded().seen.flatMap(headerFlaws)).toEqual([]);
  });

  test("every document has one heading, a title, and no block in a paragraph", () => {
    const pages = recorded().seen.filter(({ what }) => what === "GET");
    expect(pages.flatMap(documentFlaws)).toEqual([]);
  });

  test("every call of the owner's, and every answer, is as the service describes them", () => {
    expect([...recorded().census.flaws].sort()).toEqual([]);
  });
}
