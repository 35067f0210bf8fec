import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checksTable } from "./checks-table.ts";

test("docs/connecting.md has the table of all calls (node tests/operating/checks-table.ts prints it)", () => {
  const text = readFileSync(join(import.meta.dirname, "..", "..", "docs", "connecting.md"), "utf8");
  expect(text).toContain(`\n${checksTable()}\n`);
});
