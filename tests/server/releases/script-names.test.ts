import { expect, test } from "vitest";
import { lastingBeginning, lastingPrefix } from "#server/releases/script-names.ts";

test("a large script keeps the beginning of its name from release to release", () => {
  const prefix = lastingPrefix("react");
  expect(prefix).toMatch(/^[\w-]{2}$/);
  expect(lastingPrefix("react")).toBe(prefix);
  expect(lastingPrefix("parts")).not.toBe(prefix);
  for (const hash of ["odsmlgi", "DhFS-o_"])
    expect(lastingBeginning(`/assets/${prefix}${hash}.js`)).toBe(`/assets/${prefix}`);
  expect(lastingBeginning("/assets/manifest-60a520ab.js")).toBe("/assets/manifest-");
});

test.each([
  "/assets/odsmlgi.js",
  "/assets/abodsmlgi.css",
  "/elsewhere/abodsmlgi.js",
  "/assets/ab/dsmlgi.js",
  "/assets/",
])("%s has no such beginning", (path) => expect(lastingBeginning(path)).toBeNull());
