/** What npm would warn of when packages are installed: .npmrc has it tell errors alone. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";

const root = join(import.meta.dirname, "..", "..");
const locked = z.object({ hasInstallScript: z.boolean().optional(), deprecated: z.string().optional() });
const { packages } = z
  .object({ packages: z.record(z.string(), locked) })
  .parse(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")));
const { allowScripts, dependencies } = z
  .object({ allowScripts: z.record(z.string(), z.boolean()), dependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

test("an installation under an older Node prints no warnings, since the project brings its own", () => {
  expect(readFileSync(join(root, ".npmrc"), "utf8")).toMatch(/^loglevel=error$/m);
  expect(dependencies.node).toMatch(/^\d+\.\d+\.\d+$/);
});

test("every package that runs something when it is installed is allowed to, by name", () => {
  const running = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript === true);
  expect(running.length).toBeGreaterThan(0);
  expect(running.map(([path]) => nameOf(path)).filter((name) => allowScripts[name] !== true)).toEqual([]);
});

test("no package is deprecated", () => {
  expect(Object.entries(packages).filter(([, { deprecated }]) => deprecated !== undefined)).toEqual([]);
});
