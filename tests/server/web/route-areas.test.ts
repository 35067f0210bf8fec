import type { RouteConfigEntry } from "@react-router/dev/routes";
import { createRequestHandler, type ServerBuild } from "react-router";
import { expect, test } from "vitest";
import routes from "#app/routes.ts";
import { handleByArea } from "#server/web/route-areas.ts";
import { addressValuesOf, dataPath, fillPattern, routeAddresses } from "#tests/support/route-map.ts";
import { meets } from "#tests/support/turns.ts";

type Routes = ServerBuild["routes"];

/** The real map, answering with the routes that a request passed, outermost first, and the parameters it was given. */
async function mapOfEchoes(): Promise<ServerBuild> {
  const echoes: Routes = { root: echo({ id: "root", path: "" }) };
  addEchoes(echoes, "root", await routes);
  const assets = Object.keys(echoes).map((id) => [id, { ...echoes[id], ...absent }]);
  return {
    entry: { module: { default: answerWithMatches, handleError: () => {} } },
    routes: echoes,
    assets: {
      version: "test",
      url: "/m.js",
      entry: { module: "/e.js", imports: [] },
      routes: Object.fromEntries(assets),
    },
    publicPath: "/",
    assetsBuildDirectory: "",
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: "initial", manifestPath: "/__manifest" },
  };
}

const absent = { hasAction: false, hasLoader: true, hasErrorBoundary: false, module: "" };

function addEchoes(echoes: Routes, parentId: string, entries: readonly RouteConfigEntry[]): void {
  for (const { file, id = file, path, index, children = [] } of entries) {
    const place = { ...(path === undefined ? {} : { path }), ...(index === true ? { index } : {}) };
    echoes[id] = echo({ id, parentId, ...place });
    addEchoes(echoes, id, children);
  }
}

function echo(route: { id: string; parentId?: string; path?: string; index?: boolean }): NonNullable<Routes[string]> {
  return { ...route, module: { default: () => null, loader: ({ params }) => params } };
}

const answerWithMatches: ServerBuild["entry"]["module"]["default"] = (_request, status, _headers, page) => {
  const { matches } = page.staticHandlerContext;
  return Response.json({ passed: matches.map(({ route }) => route.id), params: matches.at(-1)?.params }, { status });
};

/** Asks as the server does, and gives what came back. */
async function ask(handle: ReturnType<typeof handleByArea>, path: string): Promise<{ status: number; text: string }> {
  const answer = await handle(new Request(`http://latchkey.test${path}`));
  return { status: answer.status, text: await answer.text() };
}

const addresses = (await routeAddresses()).map(({ pattern, id }) => ({
  id,
  path: fillPattern(pattern, addressValuesOf("5f0c", "evergreen")),
}));
const build = await mapOfEchoes();
const divided = handleByArea(build, "production");
const whole = createRequestHandler(build, "production");

test.each(addresses)("$path is answered by its own route and guards", async ({ id, path }) => {
  const { status, text } = await ask(divided, path);
  expect(status).toBe(200);
  const { passed: through } = JSON.parse(text);
  expect(through.at(0)).toBe("root");
  expect(through).toContain(id);
  expect(text).toBe((await ask(whole, path)).text);
});

/** Ways to write an address, of which only the first is the map's own. */
const spellings: readonly [string, (path: string) => string][] = [
  ["with a query", (path) => `${path}?q=a/b&_routes=root`],
  ["with a slash at its end", (path) => `${path}/`],
  ["for its data alone", dataPath],
  ["for the data of a path with a slash at its end", (path) => `${path.replace(/\/$/, "")}/_.data`],
  ["in capitals", (path) => path.toUpperCase()],
  ["percent-encoded", (path) => path.replace(/^\/./, (start) => `/%${start.charCodeAt(1).toString(16)}`)],
  ["with two slashes", (path) => path.replace(/^\//, "/.//")],
  ["with two slashes after its first segment", (path) => path.replace(/^(\/[^/]+)\/?/, "$1//")],
  ["with something behind it", (path) => `${path}/nothing/there`],
  ["with an ending", (path) => `${path}x`],
  ["with a member of another area in front", (path) => `/clients${path}`],
];

const turns = spellings.map(([how, write], turn) => ({ how, write, turn }));

// Each address is written in a third of the ways, its neighbors in the others: an area has more than three.
test.each(turns)("an address written $how gets the same response as without areas", async ({ write, turn }) => {
  for (const [place, { path }] of addresses.entries()) {
    if (!meets(place, turn, 3)) continue;
    const spelt = write(path);
    expect({ spelt, ...(await ask(divided, spelt)) }).toEqual({ spelt, ...(await ask(whole, spelt)) });
  }
});
