import { expect, test } from "vitest";
import { bestMatches } from "#app/picking/best-matches.ts";

const people = ["Élodie Marsh", "Ada Marsh", "Marsha Bell", "Jo 42"].map((name) => ({
  ...{ id: name, name, detail: `${name.slice(0, 2).toLowerCase()}@agency.example` },
  picture: null,
}));
const namesOf = (text: string) => bestMatches(text, people, 3).options.map(({ name }) => name);

test("all words, without case and accents, those that begin with them first", () => {
  expect(namesOf("elodie")).toEqual(["Élodie Marsh"]);
  expect(namesOf("MARSH")).toEqual(["Marsha Bell", "Élodie Marsh", "Ada Marsh"]);
  expect(namesOf("marsh ada")).toEqual(["Ada Marsh"]);
  expect(namesOf("ad@agency")).toEqual(["Ada Marsh"]);
});

test("names that have the words come before what has them besides", () => {
  const [byAddress, byName] = [
    { id: "1", name: "Ada Bell", detail: "marsh@agency.example", picture: null },
    { id: "2", name: "Élodie Marsh", detail: "e@agency.example", picture: null },
  ];
  expect(bestMatches("marsh", [byAddress, byName], 3).options).toEqual([byName, byAddress]);
});

test("words that are spelled nearly so, where nothing has them; numbers and two letters are never guessed", () => {
  expect(bestMatches("mrash", people, 9)).toMatchObject({ options: [{}, {}], isGuess: true });
  expect(namesOf("marshal bel")).toEqual(["Marsha Bell"]);
  expect(namesOf("jo 43")).toEqual([]);
  expect(namesOf("ob")).toEqual([]);
  expect(bestMatches("xylophone", people, 9)).toEqual({ options: [], isGuess: false });
});

test("so many and no more, and nothing for nothing", () => {
  expect(bestMatches("agency", people, 3).options).toHaveLength(3);
  expect(namesOf("  ")).toEqual([]);
});
