/** What takes long by its nature: each part passes once for what it tries, and again when that has changed. */
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod/mini";
import { expressions, written } from "../expressions/all-expressions.ts";
import { findServerProgram } from "../support/debian-package.ts";
import { findBinaries } from "../support/postgres.ts";

interface LongPart {
  /** The project of Vitest that its tests belong to. */
  readonly project: "in-process" | "whole";
  readonly tests: readonly string[];
  /** Settings that the tests have here, and not in `npm test`. */
  readonly settings: Readonly<Record<string, string>>;
  /** The sources that they try, as patterns. */
  readonly tried: readonly string[];
  /** What they try that stands in sources of any kind. */
  readonly words?: () => readonly string[];
  /** What this machine lacks for it, as a sentence; null where it has all. */
  readonly lacks?: () => string | null;
}

const root = join(import.meta.dirname, "..", "..");
const passedFile = join(import.meta.dirname, "passed.json");

/** By the names that `npm run test:long` takes. */
export const longParts = {
  expressions: {
    project: "in-process",
    tests: ["tests/expressions/linear.test.ts"],
    settings: {},
    tried: ["tests/support/expressions.ts"],
    words: () => [...new Set(expressions.map(written))].sort(),
  },
  kills: {
    project: "in-process",
    tests: [
      "tests/server/database/kills.test.ts",
      "tests/server/database/durability.test.ts",
      "tests/server/inbound/durability.test.ts",
    ],
    settings: { KILLS: "100" },
    tried: [
      "server/database/*.ts",
      "server/upstream/replies/*.ts",
      "tests/server/database/writer.ts",
      "tests/server/inbound/mail-taker.ts",
      "tests/support/database-kills.ts",
    ],
  },
  uploads: {
    project: "whole",
    tests: ["tests/faults/stalled-uploads.test.ts"],
    settings: {},
    tried: ["server/web/*.ts", "server/uploads/*.ts", "app/uploads/*.server.ts"],
  },
  offline: {
    project: "whole",
    tests: ["tests/faults/offline.test.ts"],
    settings: {},
    tried: ["app/offline/worker/*.ts", "server/web/worker-answers.ts", "tests/support/rough-line.ts"],
  },
  failover: {
    project: "in-process",
    tests: ["tests/server/database/failover.test.ts"],
    settings: {},
    tried: ["server/database/*.ts", "server/session-store/*.ts", "server/upstream/engine/*.ts", "app/json-api/*.ts"],
    lacks: () => {
      if (findBinaries() === null) return "PostgreSQL is not installed.";
      return findServerProgram("haproxy") === undefined ? "HAProxy is not installed." : null;
    },
  },
} as const satisfies Readonly<Record<string, LongPart>>;

export type LongPartName = keyof typeof longParts;

/** A hash of the tests of a part, of what they try, and of the packages that both use. */
export function fingerprintOf(name: LongPartName): string {
  const { tests, tried, ...rest }: LongPart = longParts[name];
  const digest = createHash("sha256");
  for (const file of ["package-lock.json", ...tests, ...globSync(tried, { cwd: root }).sort()])
    digest.update(`${file}\n`).update(readFileSync(join(root, file)));
  for (const word of rest.words?.() ?? []) digest.update(`${word}\n`);
  return digest.digest("hex").slice(0, 16);
}

/** By the names of parts, the fingerprints with which they passed last. */
export const passedParts = (): Readonly<Record<string, string>> =>
  z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(passedFile, "utf8")));

/** What this machine lacks for a part, as a sentence; null where it has all. */
export function lackFor(name: LongPartName): string | null {
  const { lacks }: LongPart = longParts[name];
  return lacks?.() ?? null;
}

/** Whether a part has passed as it is now. */
export const hasPassed = (name: LongPartName): boolean => passedParts()[name] === fingerprintOf(name);

export const passedPath: string = passedFile;
