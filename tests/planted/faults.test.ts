import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { plantedFaults } from "./faults.ts";

test("each fault can be planted: what it replaces stands once in its file, and its tests are there", () => {
  const flaws = plantedFaults.filter(
    ({ file, find, foundBy }) => readFileSync(file, "utf8").split(find).length !== 2 || !foundBy.every(existsSync),
  );
  expect(flaws.map(({ fault }) => fault)).toEqual([]);
  expect(plantedFaults.length).toBeGreaterThan(35);
});
