import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";

type Routes = ServerBuild["routes"];
type Route = NonNullable<Routes[string]>;

type Handler = ReturnType<typeof createRequestHandler>;

/**
 * React Router's handler, divided by the first segment and the number of segments of a URL. React Router tries every route for every
 * request, twice, and describes all of them to each page; an area has only routes that can match. Unknown words, "/" and other
 * spellings of a path, for which case and percent-encoding do not matter, go to the whole build.
 */
export function handleByArea(build: ServerBuild, mode = process.env.NODE_ENV): Handler {
  const areas = new Map<string, Handler>();
  for (const [area, part] of divideByArea(build)) areas.set(area, createRequestHandler(part, mode));
  const whole = createRequestHandler(build, mode);
  return (request, context = new RouterContextProvider()) => {
    const handle = areas.get(areaOf(new URL(request.url).pathname)) ?? whole;
    return handle(request, context);
  };
}

function divideByArea(build: ServerBuild): Map<string, ServerBuild> {
  const paths = pathsOf(build.routes);
  const areas = new Set([...paths.values()].filter((path) => isFixed(firstOf(path))).map(areaOf));
  return new Map([...areas].map((area) => [area, partOf(build, paths, area)]));
}

/** First segment and number of segments, without `.data`. */
function areaOf(pathname: string): string {
  const segments = pathname.replace(/\/(?:_\.data)?$|\.data$/, "").split("/");
  // A trailing slash does not count; an empty segment within does.
  return segments.lastIndexOf("") > 0 ? "" : `${segments[1] ?? ""} ${segments.length - 1}`;
}

/** The full path of each route that has one, by id; "/" for the front page. */
export function pathsOf(routes: Routes): Map<string, string> {
  const paths = new Map<string, string>();
  for (const route of routesOf(routes)) {
    if (route.path === undefined && !route.index) continue;
    const whole = [...ancestorsOf(routes, route)].reverse().map(({ path = "" }) => path);
    paths.set(route.id, `/${whole.filter(Boolean).join("/")}`);
  }
  return paths;
}

function firstOf(path: string): string {
  return path.split("/")[1] ?? "";
}

function isFixed(segment: string): boolean {
  return segment !== "" && !/^:|^\*|\?$/.test(segment);
}

function partOf(build: ServerBuild, paths: ReadonlyMap<string, string>, area: string): ServerBuild {
  const kept = new Set<string>();
  for (const route of routesOf(build.routes)) {
    const path = paths.get(route.id);
    if (path === undefined || !mayAnswer(path, area)) continue;
    for (const { id } of ancestorsOf(build.routes, route)) kept.add(id);
  }
  return {
    ...build,
    routes: pick(build.routes, kept),
    assets: { ...build.assets, routes: pick(build.assets.routes, kept) },
  };
}

function mayAnswer(path: string, area: string): boolean {
  const [first, count] = area.split(" ");
  const hasAnyLength = /[?*]/.test(path);
  return (firstOf(path) === first || !isFixed(firstOf(path))) && (hasAnyLength || areaOf(path).endsWith(` ${count}`));
}

function* ancestorsOf(routes: Routes, route: Route): Generator<Route> {
  yield route;
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  if (parent !== undefined) yield* ancestorsOf(routes, parent);
}

function routesOf(routes: Routes): Route[] {
  return Object.values(routes).filter((route) => route !== undefined);
}

function pick<Value>(record: Readonly<Record<string, Value>>, keys: ReadonlySet<string>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => keys.has(key)));
}
