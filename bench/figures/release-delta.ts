/** What a browser that has a page's scripts fetches of them after a release that changed one line of what all pages share. */
import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { Hono } from "hono";
import { z } from "zod/mini";
import { createLog } from "#server/log.ts";
import { projectRoot } from "#server/project-root.ts";
import { openReleases } from "#server/releases/releases.ts";
import { lastingBeginning } from "#server/releases/script-names.ts";
import type { WebTypes } from "#server/web/layer.ts";
import { serveStatic } from "#server/web/static-files.ts";
import { withDictionary } from "#tests/support/dictionaries.ts";
import { buildIfNeeded } from "../../tools/build.ts";
import type { Conditions, Measurement } from "../measure/figure.ts";

export const name = "release-delta";
export const title = "Scripts of a page after a release that changed one line: bytes, whole and as differences";

/** By the ids of their routes. */
const pages = ["dashboard/index", "clients/index", "clients/new"];

export async function measure({ say }: Conditions): Promise<Measurement[]> {
  buildIfNeeded();
  const folder = mkdtempSync(join(tmpdir(), "latchkey-release-"));
  try {
    say("release-delta: building the next release");
    const former = join(projectRoot, "build", "client");
    return await compare(former, buildNext(join(folder, "next")), join(folder, "kept"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Builds a copy of the sources with one line changed; gives the folder of its client. */
function buildNext(copy: string): string {
  const sources = [
    "app",
    "arithmetic",
    "server",
    "spelling",
    "public",
    "tools",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
  ];
  for (const source of [...sources, ...globSync("*.ts", { cwd: projectRoot })])
    cpSync(join(projectRoot, source), join(copy, source), { recursive: true });
  symlinkSync(join(projectRoot, "node_modules"), join(copy, "node_modules"));
  const toast = join(copy, "app", "ui", "toast.tsx");
  const text = readFileSync(toast, "utf8");
  const changed = text.replace('className="toast"', 'className="toast" title={toast.text.slice(0, 40)}');
  if (changed === text) throw new Error("The toast is not written as expected.");
  writeFileSync(toast, changed);
  execFileSync(process.execPath, [join(copy, "tools", "build.ts")], { stdio: "ignore" });
  return join(copy, "build", "client");
}

async function compare(before: string, after: string, folder: string): Promise<Measurement[]> {
  const log = createLog("silent");
  await openReleases({ folder, clientDir: before, log });
  const web = new Hono<WebTypes>().use(serveStatic(after, await openReleases({ folder, clientDir: after, log })));
  const measurements: Measurement[] = [];
  for (const page of pages) {
    const kept = scriptsOf(before, page);
    const dictionaries = new Map(kept.map((path) => [lastingBeginning(path), readFileSync(join(before, path))]));
    const bytes = { whole: 0, difference: 0 };
    for (const path of scriptsOf(after, page).filter((script) => !kept.includes(script))) {
      const dictionary = dictionaries.get(lastingBeginning(path));
      const keeps = dictionary === undefined ? {} : withDictionary(dictionary).headers;
      const size = async (headers: Record<string, string>) =>
        (await (await web.request(path, { headers })).arrayBuffer()).byteLength;
      bytes.whole += await size({ "accept-encoding": "br" });
      bytes.difference += await size({ "accept-encoding": "br, dcz", ...keeps });
    }
    measurements.push(
      { what: `${page}, whole`, unit: "bytes", values: [bytes.whole] },
      { what: `${page}, differences`, unit: "bytes", values: [bytes.difference] },
      {
        what: `${page}, differences ÷ whole`,
        unit: "×",
        values: [bytes.difference / bytes.whole],
        goal: { atMost: 0.5 },
      },
    );
  }
  return measurements;
}

const routeList = z.object({
  url: z.string(),
  entry: z.object({ module: z.string(), imports: z.array(z.string()) }),
  routes: z.record(
    z.string(),
    z.object({ parentId: z.optional(z.string()), module: z.string(), imports: z.array(z.string()) }),
  ),
});

/** The paths of the scripts with which a page hydrates. */
function scriptsOf(clientDir: string, page: string): readonly string[] {
  const file = readdirSync(join(clientDir, "assets")).find((script) => /^manifest-.*\.js$/.test(script)) ?? "";
  const read = `const window = {}; ${readFileSync(join(clientDir, "assets", file), "utf8")};
    JSON.stringify(window.__reactRouterManifest)`;
  const { url, entry, routes } = routeList.parse(JSON.parse(String(runInNewContext(read))));
  const scripts = new Set([url, entry.module, ...entry.imports]);
  for (let route = routes[page]; route !== undefined; route = routes[route.parentId ?? ""])
    for (const script of [route.module, ...route.imports]) scripts.add(script);
  return [...scripts];
}
