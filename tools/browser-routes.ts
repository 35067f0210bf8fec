/**
 * Leaves the pages in the look of the portal, and those of people who are not signed in, out of the browser's list of routes: they
 * run no scripts, and no page with scripts leads to them but by a full load. The list is loaded with every page that hydrates. Scripts
 * that nothing loads then are deleted. Runs after the build, before its files are compressed; on build/client or the folder given.
 */
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

const folder = process.argv[2] ?? join(import.meta.dirname, "..", "build", "client");

/** The layouts above those pages, and pages without one, by their ids. */
const withoutScripts: ReadonlySet<string> = new Set([
  "portal/public",
  "portal/clients",
  "portal/sign-out",
  "portal/view-frame",
  "sign-in/public",
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

/** What most routes have: it is left out of the file. */
const usual = {
  hasAction: false,
  hasLoader: true,
  hasClientAction: false,
  hasClientLoader: false,
  hasClientMiddleware: false,
  hasDefaultExport: true,
  hasErrorBoundary: false,
  css: [],
} as const;

interface ListedRoute extends BrowserRoute {
  readonly id: string;
  readonly path?: string;
  readonly module: string;
  readonly imports: readonly string[];
}

/**
 * Writes the list by columns, with what repeats named once, which saves almost half of its bytes after compression. The first line has
 * the data, as the enhancer reads it; the second one makes React Router's list of it.
 * @param manifest the list as the build wrote it, each route after the one that it lies below
 * @returns the script; a route's imports may be in another order
 * @throws when a file is not where the build puts them
 */
export function packManifest<Route extends ListedRoute>(manifest: {
  readonly routes: Readonly<Record<string, Route>>;
}): string {
  const { routes: listed, ...others } = manifest;
  const routes = Object.values(listed);
  const ids = routes.map(({ id }) => id);
  const files = importedFiles(routes);
  const kindsOfRoutes = routes.map((route) => JSON.stringify(unusualOf(route)));
  const kinds = [...new Set(kindsOfRoutes)];
  const packed = JSON.stringify({
    others,
    usual,
    names: routes.flatMap(({ id, path }) => [id, path ?? 0]),
    parents: routes.map(({ parentId }) => (parentId === undefined ? -1 : ids.indexOf(parentId))),
    kinds: kinds.map((kind) => JSON.parse(kind)),
    kindOf: kindsOfRoutes.map((kind) => kinds.indexOf(kind)),
    imports: routes.map(({ imports }) => stepsOf(imports.map((file) => files.indexOf(file)))),
    files: files.map(nameOf),
    modules: routes.map(({ module }) => nameOf(module)),
  });
  return `window.__packedRoutes=${packed};\nwindow.__reactRouterManifest=(${unpack})(window.__packedRoutes);`;
}

/** Makes the list of the data: JavaScript for browsers. */
const unpack = `({others,usual,names,parents,kinds,kindOf,imports,files,modules},address=name=>"/assets/"+name+".js")=>
({...others,routes:Object.fromEntries(modules.map((name,place)=>{let file=0,[id,path]=names.slice(2*place);return[id,{...usual,id,
...path!==0&&{path},...parents[place]>=0&&{parentId:names[2*parents[place]]},...kinds[kindOf[place]],module:address(name),
imports:imports[place].map(step=>address(files[file+=step]))}]}))})`;

/** In ascending order, each as its distance from the one before: small numbers, of which the same ones come often. */
function stepsOf(numbers: readonly number[]): readonly number[] {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted.map((number, place) => number - (sorted[place - 1] ?? 0));
}

function nameOf(address: string): string {
  const [, name] = /^\/assets\/([\w-]+)\.js$/.exec(address) ?? [];
  if (name === undefined) throw new Error(`${address} is not where the build puts files.`);
  return name;
}

/** Those that most routes import come first: the enhancer fetches these. */
function importedFiles(routes: readonly ListedRoute[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const file of routes.flatMap(({ imports }) => imports)) counts.set(file, (counts.get(file) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([file]) => file);
}

/** What a route has that no column tells: the same for many. */
function unusualOf<Route extends ListedRoute>({ id, parentId, path, module, imports, ...others }: Route): object {
  return Object.fromEntries(Object.entries(others).filter(([name, value]) => !isUsual(name, value)));
}

function isUsual(name: string, value: unknown): boolean {
  return Object.entries(usual).some(([key, known]) => key === name && JSON.stringify(known) === JSON.stringify(value));
}

interface ModuleRoute extends BrowserRoute {
  readonly module: string;
  readonly hasDefaultExport: boolean;
}

/**
 * The same routes, where those that answer without a page name one and the same module: theirs are empty, and no page loads them.
 * @param isEmpty whether a module is, by its address
 */
export function withOneEmptyModule<Route extends ModuleRoute>(
  routes: Readonly<Record<string, Route>>,
  isEmpty: (module: string) => boolean,
): Record<string, Route> {
  const parents = new Set(Object.values(routes).map(({ parentId }) => parentId));
  const isShared = (id: string, { module, hasDefaultExport }: Route) =>
    !hasDefaultExport && !parents.has(id) && isEmpty(module);
  const first = Object.entries(routes).find(([id, route]) => isShared(id, route))?.[1].module;
  return Object.fromEntries(
    Object.entries(routes).map(([id, route]) =>
      first !== undefined && isShared(id, route) ? [id, { ...route, module: first }] : [id, route],
    ),
  );
}

/**
 * Finds the scripts that are not named by the first one, nor by any that it names, and so on.
 * @param scripts texts by their names without ".js", which are of at least six letters, digits, "_" and "-"
 */
export function unreachedScripts(scripts: ReadonlyMap<string, string>, first: string): readonly string[] {
  const reached = new Set([first]);
  for (const name of reached)
    for (const [word] of (scripts.get(name) ?? "").matchAll(/[\w-]{6,}/g)) if (scripts.has(word)) reached.add(word);
  return [...scripts.keys()].filter((name) => !reached.has(name));
}

const written = /^window\.__reactRouterManifest=(\{.*\});\s*$/s;

if (import.meta.main) {
  const [name, ...others] = globSync("assets/manifest-*.js", { cwd: folder });
  if (name === undefined || others.length > 0) throw new Error("The build has no one list of routes.");
  const file = join(folder, name);
  const [, json] = written.exec(readFileSync(file, "utf8")) ?? [];
  if (json === undefined) throw new Error(`${name} is not written as expected.`);
  const manifest = JSON.parse(json);
  const textOf = (address: string) => readFileSync(join(folder, address), "utf8");
  const routes = withOneEmptyModule(
    browserRoutes<ListedRoute & ModuleRoute>(manifest.routes),
    (module) => textOf(module) === "",
  );
  const packed = packManifest({ ...manifest, routes });
  writeFileSync(file, packed);
  const scripts = new Map(
    globSync("assets/*.js", { cwd: folder }).map((path) => [basename(path, ".js"), textOf(path)]),
  );
  for (const script of unreachedScripts(scripts, basename(name, ".js"))) rmSync(join(folder, "assets", `${script}.js`));
}
