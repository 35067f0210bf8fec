/** Which expressions recheck has proven to be linear. A verdict depends on the expression's text and on recheck alone. */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod/mini";
import { projectRoot } from "#server/project-root.ts";

const file = join(import.meta.dirname, "proven.json");
const recheck = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(projectRoot, "node_modules/recheck/package.json"), "utf8"))).version;

/** What stands for an expression in the list. @param text as in "/a+/i" */
export function proofOf(text: string): string {
  return createHash("sha256").update(`${recheck} ${text}`).digest("hex").slice(0, 12);
}

export function provenBefore(): readonly string[] {
  return z.array(z.string()).parse(JSON.parse(readFileSync(file, "utf8")));
}

export function writeProven(proofs: readonly string[]): void {
  writeFileSync(file, `${JSON.stringify(proofs.toSorted(), null, 2)}\n`);
}
