/**
 * Builds Latchkey when the sources differ from those of the last build.
 * The build's stamp is a SHA-256 over the names and contents of everything that goes into it, so that a checkout of another
 * commit, or a clone whose files all carry today's date, is told apart from an unchanged tree.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const stampFile = join(root, "build", "stamp");
const sources = ["app/**/*", "server/**/*", "public/**/*", "tools/*", "*.ts", "package-lock.json"];

/** Gives the stamp of the sources as they are now: a hexadecimal SHA-256. */
function stampOfSources(): string {
  const hash = createHash("sha256");
  const files = globSync(sources, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) hash.update(file.slice(root.length)).update("\0").update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}

function stampOfBuild(): string | null {
  try {
    return readFileSync(stampFile, "utf8");
  } catch {
    return null;
  }
}

/** What a step prints, hundreds of names of files, is shown where it fails. Its warnings are shown at once. */
function run(command: string, args: string[]): void {
  // Tests and shells may say otherwise; a build for development would weigh twice as much and still bear the same stamp.
  const env = { ...process.env, NODE_ENV: "production" };
  const { status, error, stdout } = spawnSync(command, args, {
    cwd: root,
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    maxBuffer: 64 * 1024 ** 2,
  });
  if (error) throw error;
  if (status !== 0) process.stdout.write(stdout);
  if (status !== 0) throw new Error(`${[command, ...args].join(" ")} ended with ${status}`);
}

/**
 * Brings `build/` up to date with the sources, and says so in one line; does nothing when it is.
 * @throws when a step of the build fails; no stamp is left behind then, so that the next call builds again.
 */
export function buildIfNeeded(): void {
  const stamp = stampOfSources();
  if (stampOfBuild() === stamp) return;
  const begun = performance.now();
  rmSync(join(root, "build"), { recursive: true, force: true });
  run("react-router", ["build", "--logLevel", "warn"]);
  run(process.execPath, [join(import.meta.dirname, "browser-routes.ts")]);
  run(process.execPath, [join(root, "build", "server", "dictionaries.js")]);
  for (const folder of ["client", "dictionaries"])
    run(process.execPath, [join(import.meta.dirname, "compress-assets.ts"), join(root, "build", folder)]);
  writeFileSync(stampFile, stamp);
  process.stderr.write(`Latchkey was built in ${Math.round((performance.now() - begun) / 1000)} s.\n`);
}

if (import.meta.main) buildIfNeeded();
