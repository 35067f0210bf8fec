import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

// The bench runs in plain Node, where no file with JSX can be loaded: it must not come by one through what it imports.
test("the bench starts, and an unknown figure gets the list of figures", () => {
  const file = join(import.meta.dirname, "..", "..", "bench", "run.ts");
  const { status, stderr } = spawnSync(process.execPath, [file, "--only", "none"], { encoding: "utf8" });
  expect(stderr).toContain("No figure none: there are list-page, ");
  expect(status).toBe(1);
});
