/** A HAProxy with a configuration of its own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findServerProgram } from "./debian-package.ts";

/** Starts it; it ends with this process at the latest. @returns what ends it */
export function startHaproxy(configuration: string): () => Promise<void> {
  const program = findServerProgram("haproxy");
  if (program === undefined) throw new Error("HAProxy is not installed.");
  const folder = mkdtempSync(join(tmpdir(), "latchkey-haproxy-"));
  const file = join(folder, "haproxy.cfg");
  writeFileSync(file, configuration);
  const proxy = spawn(program, ["-db", "-f", file], { stdio: ["ignore", "ignore", "inherit"] });
  const kill = () => proxy.kill("SIGKILL");
  process.once("exit", kill);
  return async () => {
    process.off("exit", kill);
    if (kill()) await once(proxy, "exit");
    rmSync(folder, { recursive: true });
  };
}
