/**
 * Leaves the pages in the look of the portal, and those of people who are not signed in, out of the browser's list of routes: they
 * run no scripts, and no page with scripts leads to them but by a full load. The list is loaded with every page that hydrates. Runs after the build, before its files
 * are compressed; on build/client or the folder given.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.argv[2] ?? join(import.meta.dirname, "..", "build", "client");

/** The layouts above those pages, and pages without one, by their ids. */
const withoutScripts: ReadonlySet<string> = new Set([
  "portal/public",
  "portal/clients",
  "portal/sign-out",
  "portal/view-frame",
  "session/public",
  "sharing/shared-pages",
  "packages/portal-preview",
  "landing/preview",
]);

interface BrowserRoute {
  readonly parentId?: string;
}

/** The routes that a page with scripts may lead to without a full load. */
export function browserRoutes<Route extends BrowserRoute>(
  routes: Readonly<Record<string, Route>>,
): Record<string, Route> {
  const isLeftOut = (id: string | undefined): boolean =>
    id !== undefined && (withoutScripts.has(id) || isLeftOut(routes[id]?.parentId));
  return Object.fromEntries(Object.entries(routes).filter(([id]) => !isLeftOut(id)));
}

const written = /^window\.__reactRouterManifest=(\{.*\});\s*$/s;

if (import.meta.main) {
  const [name, ...others] = globSync("assets/manifest-*.js", { cwd: folder });
  if (name === undefined || others.length > 0) throw new Error("The build has no one list of routes.");
  const file = join(folder, name);
  const [, json] = written.exec(readFileSync(file, "utf8")) ?? [];
  if (json === undefined) throw new Error(`${name} is not written as expected.`);
  const manifest = JSON.parse(json);
  const kept = { ...manifest, routes: browserRoutes(manifest.routes) };
  writeFileSync(file, `window.__reactRouterManifest=${JSON.stringify(kept)};`);
}
