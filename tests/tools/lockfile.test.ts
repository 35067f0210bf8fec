import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";

const entry = z.object({ optionalDependencies: z.record(z.string(), z.string()).default({}) });
const lockfile = z.object({ packages: z.record(z.string(), entry) });

test("the lockfile names every optional package, for other machines than the one that wrote it", () => {
  const { packages } = lockfile.parse(JSON.parse(readFileSync("package-lock.json", "utf8")));
  const missing = Object.entries(packages).flatMap(([place, { optionalDependencies }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${place}/node_modules/${name}`],
    ),
  );
  // "npm ci" refuses a lockfile without them.
  expect(missing).toEqual([]);
});
