import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";

type Routes = ServerBuild["routes"];
type Route = NonNullable<Routes[string]>;

type Handler = ReturnType<typeof createRequestHandler>;

/**
 * Gives React Router's handler of a build, divided by the first segment of its URLs. React Router tries every route for every
 * request, twice, and describes all of them to each page that it renders; an area holds only those that can answer there, so that
 * a map of many pages costs what a map of few does. A path whose first segment is not written exactly as in the map goes to the
 * whole build: unknown words, "/", and other spellings of a known one, since React Router ignores case and undoes
 * percent-encoding.
 */
export function handleByArea(build: ServerBuild, mode = process.env.NODE_ENV): Handler {
  const areas = new Map<string, Handler>();
  for (const [segment, area] of divideByArea(build)) areas.set(segment, createRequestHandler(area, mode));
  const whole = createRequestHandler(build, mode);
  return (request, context = new RouterContextProvider()) => {
    const handle = areas.get(segmentOf(new URL(request.url).pathname)) ?? whole;
    return handle(request, context);
  };
}

/** Gives the part of a build that answers below each fixed first segment, with the same ids, modules and order. */
function divideByArea(build: ServerBuild): Map<string, ServerBuild> {
  const segments = firstSegments(build.routes);
  const areas = new Set([...segments.values()].filter(isFixed));
  return new Map([...areas].map((area) => [area, areaOf(build, segments, area)]));
}

/** The first segment of a path, without the ending that asks for a page's data alone. */
function segmentOf(pathname: string): string {
  const end = pathname.indexOf("/", 1);
  return end === -1 ? pathname.slice(1).replace(/\.data$/, "") : pathname.slice(1, end);
}

/** The first segment of each route that has a path or ends one, by the route's id; "" for the front page. */
function firstSegments(routes: Routes): Map<string, string> {
  const segments = new Map<string, string>();
  for (const route of routesOf(routes)) {
    if (route.path === undefined && !route.index) continue;
    const whole = [...ancestorsOf(routes, route)].reverse().map(({ path = "" }) => path);
    segments.set(route.id, whole.join("/").replace(/^\/+/, "").split("/")[0] ?? "");
  }
  return segments;
}

/** Whether a segment stands for itself: neither a parameter nor a wildcard nor something that may be left out. */
function isFixed(segment: string): boolean {
  return segment !== "" && !/^:|^\*|\?$/.test(segment);
}

function areaOf(build: ServerBuild, segments: ReadonlyMap<string, string>, area: string): ServerBuild {
  const kept = new Set<string>();
  for (const route of routesOf(build.routes)) {
    const segment = segments.get(route.id);
    if (segment === undefined || (segment !== area && isFixed(segment))) continue;
    for (const { id } of ancestorsOf(build.routes, route)) kept.add(id);
  }
  return {
    ...build,
    routes: pick(build.routes, kept),
    assets: { ...build.assets, routes: pick(build.assets.routes, kept) },
  };
}

/** A route, its parent, and so on up to the root. */
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
