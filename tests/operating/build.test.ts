import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const chatter =
  'for (let line = 0; line < 600; line += 1) console.log("build/client/assets/" + line + ".js 0.00 kB");\n';
const makeServer =
  'import { mkdirSync, writeFileSync } from "node:fs";\nmkdirSync("build/server", { recursive: true });\n';

test("a build says one thing, one that fails says all, and none says nothing", () => {
  const root = mkdtempSync(join(tmpdir(), "latchkey-build-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const tools = join(root, "tools");
  mkdirSync(tools);
  cpSync(join(import.meta.dirname, "..", "..", "tools", "build.ts"), join(tools, "build.ts"));
  // Steps as they are called, that say as much as Vite does.
  for (const step of ["browser-routes.ts", "compress-assets.ts"]) writeFileSync(join(tools, step), chatter);
  writeFileSync(join(root, "package.json"), '{ "type": "module" }');
  const bundler = join(root, "react-router");
  writeFileSync(
    join(tools, "bundler.ts"),
    `${makeServer}writeFileSync("build/server/dictionaries.js", "");\n${chatter}`,
  );
  writeFileSync(bundler, `#!/bin/sh\nexec ${process.execPath} ${join(tools, "bundler.ts")}\n`);
  chmodSync(bundler, 0o755);
  const build = () =>
    spawnSync(process.execPath, [join(tools, "build.ts")], {
      ...{ cwd: root, encoding: "utf8", env: { PATH: root } },
    });
  const first = build();
  expect(first.stdout + first.stderr).toMatch(/^Latchkey was built in \d+ s\.\n$/);
  expect(build()).toMatchObject({ status: 0, stdout: "", stderr: "" });

  writeFileSync(join(tools, "compress-assets.ts"), `${chatter}process.exitCode = 3;\n`);
  const failed = build();
  expect(failed.status).toBe(1);
  expect(failed.stdout).toContain("build/client/assets/599.js");
  expect(failed.stderr).toContain("compress-assets.ts");
});
