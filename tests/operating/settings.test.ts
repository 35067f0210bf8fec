import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { settings } from "#server/env.ts";
import { settingsTable } from "./settings-table.ts";

const root = join(import.meta.dirname, "..", "..");
const names = Object.keys(settings.shape);
/** Read by Node itself, by the tests, by the soak and by the client of Amazon that copies files, not by the server. */
const others = [
  "NODE_EXTRA_CA_CERTS",
  "CHROMIUM_PATH",
  "FIREFOX_PATH",
  "TEST_DATABASE",
  "DISK_MB",
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
];
/** What hosts of PostgreSQL call the addresses that they give. */
const hosts = ["DATABASE_URL_UNPOOLED", "POSTGRES_URL", "POSTGRES_URL_NON_POOLING", "DATABASE_CONNECTION_POOL_URL"];

test("the README lists every setting with its default and meaning (node tests/operating/settings-table.ts prints it)", () => {
  expect(withoutPadding(readFileSync(join(root, "README.md"), "utf8"))).toContain(withoutPadding(settingsTable()));
});

/** Columns may be aligned for those who read the source. */
function withoutPadding(text: string): string {
  return text.replaceAll(/ {2,}/g, " ").replaceAll(/-{3,}/g, "---");
}

test.each(names)("docs/operating.md explains %s", (name) => {
  expect(readFileSync(join(root, "docs", "operating.md"), "utf8")).toContain(`\`${name}\``);
});

test("no document names a setting that does not exist", () => {
  for (const file of ["README.md", "docs/operating.md"]) {
    const text = readFileSync(join(root, file), "utf8");
    const named = [...text.matchAll(/`([A-Z][A-Z]+(?:_[A-Z]+)+)(?:=[^`]*)?`/g)].map(([, name]) => name);
    expect(named.filter((name) => name !== undefined && ![...names, ...others, ...hosts].includes(name))).toEqual([]);
  }
});
